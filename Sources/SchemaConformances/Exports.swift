// The protocols of these conformances are in SchemaModel, so code that imports this module needs
// both.

@_exported public import SchemaModel
