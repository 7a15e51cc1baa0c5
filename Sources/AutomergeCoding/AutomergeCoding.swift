// One import is enough to encode and decode: every call takes a `Document` or returns its parts.
@_exported public import AutomergeDocument
