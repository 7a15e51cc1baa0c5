// One import for everything: the modules as they are, and nothing of its own.
@_exported public import SchemaCoding
@_exported public import SchemaComparison
@_exported public import SchemaContent
@_exported public import SchemaDialects
@_exported public import SchemaEncoding
@_exported public import SchemaFitting
@_exported public import SchemaGuides
@_exported public import SchemaImport
@_exported public import SchemaModel
@_exported public import SchemaValidation

#if Conformances
@_exported public import SchemaConformances
#endif

#if Macros
@_exported public import SchemaMacros
#endif
