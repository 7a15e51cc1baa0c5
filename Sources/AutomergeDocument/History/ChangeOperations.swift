/// One operation of a change; its row, object and predecessors are in the tables of the document.
struct ChangeOperation {
  /// The row; `nil` for a deletion.
  @OptionalIndex private(set) var row: RowIndex? = nil
  let object: ObjectIndex
  let key: ObjectKey
  /// The number of this operation's predecessors in ``ChangeOperations/predecessors``.
  var predecessorCount: UInt32

  /// `true` if the operation has no row and deletes no row.
  ///
  /// Such an operation is invalid.
  var isEmpty: Bool { row == nil && predecessorCount == 0 }
}

/// The operations of one change, in the order of their counters.
struct ChangeOperations {
  var operations: [ChangeOperation] = []
  /// The predecessors of all operations, one after the other.
  var predecessors: [OpID] = []

  /// Removes the operations and the predecessors after the first ones.
  mutating func shorten(to operationCount: Int, _ predecessorCount: Int) {
    operations.removeLast(operations.count - operationCount)
    predecessors.removeLast(predecessors.count - predecessorCount)
  }

  /// Returns `true` if the predecessors of each operation are in the order in which a document
  /// chunk restores them.
  func haveAscendingPredecessors(by actors: ActorTable) -> Bool {
    var first = 0
    for operation in operations {
      let end = first + Int(operation.predecessorCount)
      let own = predecessors[first..<end]
      guard zip(own, own.dropFirst()).allSatisfy({ actors.precedes($0, $1) }) else { return false }
      first = end
    }
    return true
  }
}
