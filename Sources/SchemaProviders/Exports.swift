@_exported public import SchemaSessions
