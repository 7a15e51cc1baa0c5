// What these conformances are to is SchemaModel's, so whoever imports this module needs both.

@_exported public import SchemaModel
