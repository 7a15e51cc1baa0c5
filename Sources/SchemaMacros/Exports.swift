// The macros expand to types of SchemaModel, so code that imports this module needs both.

@_exported public import SchemaModel
