// Whoever encodes a schema or writes a dialect needs the model's types, and should not have to
// know in which module they are.
@_exported public import SchemaModel
