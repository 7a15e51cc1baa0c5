@_exported import SchemaSessions
