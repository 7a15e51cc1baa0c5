// Code that encodes a schema or defines a dialect needs the types of the model, so this module
// exports them.
@_exported public import SchemaModel
