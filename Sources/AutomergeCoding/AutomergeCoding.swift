// The calls of this module take or return types of AutomergeDocument, so one import is enough.
@_exported public import AutomergeDocument
