// The public declarations of this module use types of SchemaContent, so code that imports it needs
// both.

@_exported public import SchemaContent
