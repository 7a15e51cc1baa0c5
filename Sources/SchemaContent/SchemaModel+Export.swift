// The values that this module reads and writes are SchemaModel's, so whoever imports it needs both.

@_exported public import SchemaModel
