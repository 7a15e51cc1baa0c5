// The content that this module codes is SchemaContent's, so whoever imports it needs both.

@_exported public import SchemaContent
