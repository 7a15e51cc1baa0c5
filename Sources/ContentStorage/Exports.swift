// Code that passes content from one task to another also needs a lock.

@_exported public import SchemaConcurrency
