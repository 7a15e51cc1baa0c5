// What this module works with is SchemaEncoding's and SchemaContent's, so whoever imports it needs
// all of them.
@_exported public import SchemaContent
@_exported public import SchemaEncoding
