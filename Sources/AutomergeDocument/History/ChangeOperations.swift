/// One operation of a change, by where the document keeps its parts.
struct ChangeOperation {
  /// The row; ``OpRow/none`` for a deletion, which has none.
  let row: UInt32
  let object: UInt32
  /// As ``OpRow/key``.
  let key: UInt32
  /// How many of the change's predecessors are those of this operation.
  var predecessorCount: UInt32
}

/// The operations of one change, in the order of their counters.
struct ChangeOperations {
  var operations: [ChangeOperation] = []
  /// The predecessors of all operations, one after the other.
  var predecessors: [OpID] = []
}
