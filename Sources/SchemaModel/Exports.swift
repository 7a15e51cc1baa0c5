// Guides contain patterns, and other public declarations numbers and paths, so code that imports
// the model needs them. All declarations of ContentStorage are `package`: the other modules of this
// package see them, and users see nothing.

@_exported public import ContentStorage
@_exported public import SchemaPatterns
@_exported public import SchemaText
