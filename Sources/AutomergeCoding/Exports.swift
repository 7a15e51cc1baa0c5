// The public declarations of this module use types of AutomergeDocument, so code that imports this
// module needs both modules.

@_exported public import AutomergeDocument
