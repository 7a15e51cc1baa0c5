// The public declarations of this module use types of SchemaEncoding, so code that imports it needs
// both.
@_exported public import SchemaEncoding
