@_exported public import SchemaEngines
