@_exported public import ConstrainedDecoding
@_exported public import SchemaSessions
