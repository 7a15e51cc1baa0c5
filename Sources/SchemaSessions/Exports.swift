@_exported public import SchemaContent
@_exported public import SchemaValidation
