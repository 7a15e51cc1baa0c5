// The public declarations of this module use types of these modules, so code that imports it needs
// all of them.
@_exported public import SchemaContent
@_exported public import SchemaEncoding
@_exported public import SchemaValidation
