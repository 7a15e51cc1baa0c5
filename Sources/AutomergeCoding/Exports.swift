// The public declarations of this module use types of AutomergeDocument, so code that imports it
// needs both.

@_exported public import AutomergeDocument
