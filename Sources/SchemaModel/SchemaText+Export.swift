// Numbers and paths occur throughout the public declarations of this module, so whoever imports it
// needs them.

@_exported public import SchemaText
