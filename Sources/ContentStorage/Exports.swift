// Code that hands content from one task to another needs a lock, too.

@_exported public import SchemaConcurrency
