// The public declarations of this module use types of SchemaModel, so code that imports it needs
// both.

@_exported public import SchemaModel
