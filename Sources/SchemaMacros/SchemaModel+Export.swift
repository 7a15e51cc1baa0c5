// What the macros expand to is SchemaModel's, so whoever imports them needs both.

@_exported public import SchemaModel
