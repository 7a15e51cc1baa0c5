/// The edits since the last commit, and the transactions round them.
struct PendingChange {
  /// The edits of a change that has begun.
  struct Edits {
    let actor: ActorIndex
    let firstOperation: UInt32
    /// The state before the first edit.
    fileprivate let start: OpSet.Checkpoint
    fileprivate(set) var change = ChangeOperations()

    /// Returns `true` if an identity belongs to one of the edits.
    func contains(_ id: OpID) -> Bool { id.actor == actor && id.counter >= firstOperation }
  }

  /// A state to which ``restore(_:)`` returns.
  struct Checkpoint {
    fileprivate let operations: Int
    fileprivate let predecessors: Int
    fileprivate let hasBegun: Bool
    fileprivate let undoActions: Int
  }

  /// The identity of this replica, which is the actor of the next change.
  private(set) var actor: ActorId
  /// The edits; `nil` if nothing was edited.
  private(set) var edits: Edits?
  /// The state before the current edit; `nil` between edits.
  private var editStart: OpSet.Checkpoint?
  /// The actions that run if edits are undone, in the order of the edits.
  private var undoActions: [@Sendable () -> Void] = []
  /// The number of nested open transactions.
  private var transactionDepth = 0

  init(actor: ActorId) { self.actor = actor }

  /// The number of edits.
  var count: Int { edits?.change.operations.count ?? 0 }

  /// Sets the actor of the next change.
  mutating func setActor(_ actor: ActorId) { self.actor = actor }
}

// Edits.
extension PendingChange {
  mutating func beginEdit(at start: OpSet.Checkpoint) { editStart = start }

  mutating func endEdit() { editStart = nil }

  /// Begins the change.
  ///
  /// `state`: The current state, if the change does not begin within an edit. An edit may have
  /// stored its value already.
  mutating func begin(by actor: ActorIndex, firstOperation: UInt32, at state: OpSet.Checkpoint) {
    edits = Edits(actor: actor, firstOperation: firstOperation, start: editStart ?? state)
  }

  /// Adds an edit to the change.
  mutating func append(
    _ operation: ChangeOperation, replacing predecessors: [RowIndex], in set: OpSet
  ) {
    edits?.change.operations.append(operation)
    for row in predecessors { edits?.change.predecessors.append(set.rows[row].id) }
  }

  /// Ends the change and returns its edits; `nil` if nothing was edited.
  mutating func end() -> Edits? {
    guard let ended = edits else { return nil }
    edits = nil
    undoActions = []
    return ended
  }
}

// Transactions.
extension PendingChange {
  /// `true` while a transaction is open.
  ///
  /// During a transaction, no change is committed.
  var isInTransaction: Bool { transactionDepth > 0 }

  mutating func beginTransaction() { transactionDepth += 1 }

  mutating func endTransaction() {
    transactionDepth -= 1
    if !canBeUndone { undoActions = [] }
  }

  func requireNoTransaction() throws(AutomergeError) {
    guard !isInTransaction else {
      throw AutomergeError(
        .transactionInProgress,
        "This call would commit while a transaction is open; make it after the transaction.")
    }
  }
}

// Undoing.
extension PendingChange {
  /// `true` if there are edits, or if a transaction may still make some.
  private var canBeUndone: Bool { edits != nil || isInTransaction }

  /// Registers an action that runs if the previous edits are undone.
  ///
  /// The last action runs first. An action must neither use nor retain the document, since the
  /// document retains the action until it commits.
  mutating func onUndo(_ action: @escaping @Sendable () -> Void) {
    if canBeUndone { undoActions.append(action) }
  }

  func checkpoint() -> Checkpoint {
    Checkpoint(
      operations: count, predecessors: edits?.change.predecessors.count ?? 0,
      hasBegun: edits != nil, undoActions: undoActions.count)
  }

  /// The state before the first edit, of this change and of the operations; `nil` if nothing was
  /// edited.
  var start: (pending: Checkpoint, set: OpSet.Checkpoint)? {
    edits.map { edits in
      (Checkpoint(operations: 0, predecessors: 0, hasBegun: false, undoActions: 0), edits.start)
    }
  }

  /// Removes the edits since a checkpoint, and runs their actions.
  mutating func restore(_ checkpoint: Checkpoint) {
    while undoActions.count > checkpoint.undoActions, let action = undoActions.popLast() {
      action()
    }
    guard checkpoint.hasBegun else { return edits = nil }
    edits?.change.shorten(to: checkpoint.operations, checkpoint.predecessors)
  }
}
