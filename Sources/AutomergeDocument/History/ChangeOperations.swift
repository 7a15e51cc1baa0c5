/// The operations of one change, in the order of their counters.
struct ChangeOperations {
  private(set) var operations: [ChangeOperation] = []
  /// The predecessors of all operations, one operation after the other.
  private(set) var predecessors: [OpID] = []

  var count: Int { operations.count }
  var isEmpty: Bool { operations.isEmpty }

  /// Adds an operation without predecessors.
  ///
  /// `row`: The row; `nil` for a deletion.
  mutating func append(_ row: RowIndex?, object: ObjectIndex, key: ObjectKey) {
    operations.append(ChangeOperation(row: row, object: object, key: key, predecessorCount: 0))
  }

  /// Adds a predecessor of the last operation.
  mutating func addPredecessor(_ id: OpID) {
    operations[operations.count - 1].predecessorCount += 1
    predecessors.append(id)
  }

  /// Removes the operations from index `count` on, and their predecessors.
  mutating func truncate(to count: Int) {
    let surplus = operations[count...].reduce(0) { $0 + Int($1.predecessorCount) }
    operations.removeLast(operations.count - count)
    predecessors.removeLast(surplus)
  }

  /// Returns `true` if the predecessors of each operation are in the order in which a document
  /// chunk restores them.
  func haveAscendingPredecessors(by actors: ActorTable) -> Bool {
    var first = 0
    for operation in operations {
      let end = first + Int(operation.predecessorCount)
      let own = predecessors[first..<end]
      guard zip(own, own.dropFirst()).allSatisfy({ actors.precedes($0, $1) }) else {
        return false
      }
      first = end
    }
    return true
  }
}

/// One operation of a change.
///
/// Its row and its object are in the tables of the document. Its predecessors are in an array that
/// all operations of the change share, such as ``ChangeOperations/predecessors``.
struct ChangeOperation {
  /// The row; `nil` for a deletion.
  @OptionalIndex private(set) var row: RowIndex? = nil
  let object: ObjectIndex
  let key: ObjectKey
  /// The number of this operation's predecessors.
  var predecessorCount: UInt32

  /// `true` if the operation has no row and deletes no row.
  ///
  /// Such an operation is invalid.
  var isEmpty: Bool { row == nil && predecessorCount == 0 }
}
