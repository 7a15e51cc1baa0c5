// One import for everything: it only re-exports modules.
@_exported public import SchemaCoding
@_exported public import SchemaComparison
@_exported public import SchemaContent
@_exported public import SchemaDialects
@_exported public import SchemaEncoding
@_exported public import SchemaFitting
@_exported public import SchemaGuides
@_exported public import SchemaImport
@_exported public import SchemaModel
@_exported public import SchemaReading
@_exported public import SchemaValidation

#if Conformances
@_exported public import SchemaConformances
#endif

#if Macros
@_exported public import SchemaMacros
#endif
