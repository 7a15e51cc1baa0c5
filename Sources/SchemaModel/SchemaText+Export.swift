// The public declarations of this module use numbers and paths, so code that imports it needs them.

@_exported public import SchemaText
