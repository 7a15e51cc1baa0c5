// Guides contain patterns, so code that imports the model can name them.

@_exported public import SchemaPatterns
