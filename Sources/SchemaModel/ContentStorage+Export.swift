// All declarations of ContentStorage are `package`: the other modules of this package see them with
// `import SchemaModel`, and users see nothing.

@_exported public import ContentStorage
