// Guides contain patterns, and other public declarations contain numbers and paths, so code that
// imports the model needs these types. All declarations of ContentStorage are `package`: only the
// other modules of this package see them.

@_exported public import ContentStorage
@_exported public import SchemaPatterns
@_exported public import SchemaText
