// One import for everything: the modules as they are, and nothing of its own.
@_exported public import SchemaDialects
@_exported public import SchemaEncoding
@_exported public import SchemaGuides
@_exported public import SchemaModel
