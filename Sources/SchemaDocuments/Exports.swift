// The declarations of this module use types of SchemaEncoding and SchemaContent, so code that
// imports it needs all of them.
@_exported public import SchemaContent
@_exported public import SchemaEncoding
