@_exported public import SchemaContent
@_exported public import SchemaFitting
@_exported public import SchemaReading
@_exported public import SchemaValidation
