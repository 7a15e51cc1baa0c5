// Guides hold patterns, so whoever imports the model can name them.

@_exported public import SchemaPatterns
