// Code that encodes a schema or defines a dialect needs the model's types, and should not have to
// know in which module they are.
@_exported public import SchemaModel
