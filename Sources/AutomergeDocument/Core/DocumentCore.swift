/// The state of a document as a value: operations, history, and the pending change.
///
/// ``Document`` protects one by its lock.
struct DocumentCore {
  /// The edits since the last commit.
  struct Pending {
    let actor: ActorIndex
    let firstOperation: UInt32
    /// The state before the first edit.
    fileprivate let start: OpSet.Checkpoint
    var change = ChangeOperations()

    /// Returns `true` if an operation is one of the edits.
    func contains(_ id: OpID) -> Bool { id.actor == actor && id.counter >= firstOperation }
  }

  /// A point to which edits can be undone.
  struct Savepoint {
    fileprivate let operations: Int
    fileprivate let predecessors: Int
    fileprivate let set: OpSet.Checkpoint
    fileprivate let hadPending: Bool
    fileprivate let undoActions: Int
  }

  var set: OpSet
  var graph = ChangeGraph()
  var actor: ActorId
  private(set) var pending: Pending?
  /// The state before the current edit; `nil` between edits.
  private var editStart: OpSet.Checkpoint?
  /// The queue of changes that wait for their dependencies.
  var queue = ChangeQueue()
  /// The part of the document that the last save has.
  var saved = SavedState()
  /// The actions to run if edits are undone, in the order of the edits.
  private var undoActions: [@Sendable () -> Void] = []
  /// The number of nested open transactions.
  private var transactionDepth = 0
  var pathCache = PathCache()
  /// The point in the history that was read last.
  private var lastClock: (heads: [ChangeHash], clock: Clock)?
  var allowance: LoadAllowance
  /// The encoder of all changes, which has a number for each actor: a new one for each change would
  /// take time in proportion to all actors.
  private var encoder = ChangeEncoder()

  init(actor: ActorId, textEncoding: TextEncoding, limits: LoadLimits) {
    self.actor = actor
    allowance = LoadAllowance(limits)
    set = OpSet(textEncoding: textEncoding)
  }

  /// Returns this empty document with other content.
  func with(_ set: OpSet, _ graph: ChangeGraph) -> DocumentCore {
    var copy = self
    (copy.set, copy.graph) = (set, graph)
    copy.pathCache = PathCache()
    copy.lastClock = nil
    return copy
  }

  /// Returns the point in the history for some heads.
  ///
  /// The last one is kept: finding it visits all changes before it, and reading an object of the
  /// past needs it for every value. The history before a change never changes.
  mutating func clock(at heads: [ChangeHash]) throws(AutomergeError) -> Clock {
    if let lastClock, lastClock.heads == heads { return lastClock.clock }
    try completeHistory()
    var changes: [ChangeIndex] = []
    for head in heads {
      guard let change = graph.indices[head] else {
        throw AutomergeError(
          .changeNotFound, "The document has no change \(head); merge it first.")
      }
      changes.append(change)
    }
    let clock = graph.clock(at: changes, actorCount: set.actors.actors.count)
    lastClock = (heads, clock)
    return clock
  }
}

// Transactions.
extension DocumentCore {
  /// `true` while a transaction is open; nothing is committed then.
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

// Making changes.
extension DocumentCore {
  /// Returns the identity of the next edit; begins a change if there is none.
  mutating func nextID() throws(AutomergeError) -> OpID {
    guard set.maximumCounter < UInt32.max else {
      throw AutomergeError(
        .limitExceeded, "The document has used all 4294967295 counters of the format.")
    }
    if let author = pending?.actor { return OpID(counter: set.takeCounter(), actor: author) }
    // The edit may have stored its value already.
    let start = editStart ?? set.checkpoint()
    let author = set.actors.index(of: actor)
    // The new change refers to the heads and its actor's last change by their hashes.
    let last = graph.lastChange(of: author)
    if graph.hasUnplacedHeads || last.map({ graph[$0].hash == nil }) == true {
      try completeHistory()
    }
    pending = Pending(actor: author, firstOperation: set.maximumCounter + 1, start: start)
    set.beginRecording()
    return OpID(counter: set.takeCounter(), actor: author)
  }

  /// Performs an edit and adds it to the pending change.
  @discardableResult
  mutating func perform(
    _ op: OpSet.NewOp, replacing predecessors: [RowIndex] = [],
    at position: SequenceTree.Position? = nil
  ) -> (row: RowIndex, position: SequenceTree.Position?) {
    let entered = set.perform(op, replacing: predecessors, at: position)
    pending?.change.operations.append(
      ChangeOperation(
        row: entered.row, object: op.object, key: op.key,
        predecessorCount: UInt32(predecessors.count)))
    for predecessor in predecessors {
      pending?.change.predecessors.append(set.rows[predecessor.value].id)
    }
    return entered
  }

  /// The number of edits since the last commit.
  var pendingCount: Int { pending?.change.operations.count ?? 0 }

  /// Ends the pending change and adds it to the history.
  ///
  /// `time`: Seconds since 1970.
  /// Returns the hash of the change; `nil` if nothing was edited.
  @discardableResult
  mutating func commit(message: String? = nil, time: Int64 = 0) -> ChangeHash? {
    guard let change = pending else { return nil }
    pending = nil
    undoActions = []
    set.endRecording()
    guard !change.change.operations.isEmpty else { return nil }
    return append(
      change.change, actor: change.actor, firstOperation: change.firstOperation,
      message: message, time: time)
  }

  /// Adds a change without operations, which can carry a message.
  mutating func commitEmpty(
    message: String?, time: Int64
  ) throws(AutomergeError) -> ChangeHash {
    commit()
    // Beginning a change completes the history that it refers to, and enters its actor. The change
    // has no operation, so the counter is free again.
    _ = try nextID()
    pending = nil
    set.endRecording()
    set.returnCounter()
    return append(
      ChangeOperations(), actor: set.actors.index(of: actor),
      firstOperation: set.maximumCounter + 1, message: message, time: time)
  }

  private mutating func append(
    _ change: ChangeOperations, actor: ActorIndex, firstOperation: UInt32, message: String?,
    time: Int64
  ) -> ChangeHash {
    var dependencies = graph.headIndices
    if let last = graph.lastChange(of: actor) { dependencies.insert(last) }
    let indices = dependencies.sorted()
    let header = ChangeHeader(
      dependencies: indices.compactMap { graph[$0].hash }, actor: set.actors[actor],
      sequence: graph.nextSequence(of: actor), firstOperation: firstOperation, time: time,
      message: message.flatMap { $0.isEmpty ? nil : $0 })
    let body = encode(header, actor: actor, change)
    let hash = Chunk.hash(.change, body)
    graph.append(
      ChangeRecord(
        actor: actor, sequence: header.sequence,
        maximumOperation: firstOperation - 1 + UInt32(change.operations.count), time: time,
        message: header.message, dependencies: indices, extra: [],
        firstOperation: firstOperation, hash: hash, body: body))
    graph.updateHeads()
    return hash
  }

  /// Returns the body of a change, in the only form that gives equal hashes.
  ///
  /// `actor`: The index of the change's actor.
  mutating func encode(
    _ header: ChangeHeader, actor: ActorIndex, _ change: ChangeOperations
  ) -> [UInt8] {
    encoder.encode(
      header, actor: actor, change.operations[...], change.predecessors[...], in: set)
  }
}

// Undoing.
extension DocumentCore {
  /// `true` if there are edits that can be undone, or may be soon.
  private var canBeUndone: Bool { pending != nil || isInTransaction }

  /// Registers an action for the case that the edits so far are undone.
  ///
  /// The last action is performed first. An action must not use the document, nor keep it: the
  /// document has the action until it commits.
  mutating func onUndo(_ action: @escaping @Sendable () -> Void) {
    if canBeUndone { undoActions.append(action) }
  }

  private mutating func performUndoActions(downTo count: Int) {
    while undoActions.count > count, let action = undoActions.popLast() { action() }
  }

  func savepoint() -> Savepoint {
    Savepoint(
      operations: pendingCount, predecessors: pending?.change.predecessors.count ?? 0,
      set: set.checkpoint(), hadPending: pending != nil, undoActions: undoActions.count)
  }

  /// Performs an edit of any number of steps.
  ///
  /// If it throws, nothing has changed.
  mutating func edit<Result>(
    _ body: (inout DocumentCore) throws(AutomergeError) -> Result
  ) throws(AutomergeError) -> Result {
    let before = savepoint()
    editStart = before.set
    defer { editStart = nil }
    do {
      return try body(&self)
    } catch {
      undo(to: before)
      throw error
    }
  }

  /// Undoes the edits since a point in the pending change.
  mutating func undo(to savepoint: Savepoint) {
    performUndoActions(downTo: savepoint.undoActions)
    set.undo(to: savepoint.set)
    guard pending != nil else { return }
    let operations = pendingCount - savepoint.operations
    pending?.change.operations.removeLast(operations)
    let surplus = (pending?.change.predecessors.count ?? 0) - savepoint.predecessors
    pending?.change.predecessors.removeLast(surplus)
    if !savepoint.hadPending {
      pending = nil
      set.endRecording()
    }
  }

  /// Undoes all edits since the last commit, and returns their number.
  mutating func rollback() -> Int {
    let count = pendingCount
    guard let pending else { return 0 }
    performUndoActions(downTo: 0)
    set.undo(to: pending.start)
    self.pending = nil
    set.endRecording()
    return count
  }
}

/// Values as callers see them, at a point in the history or, for a clock of `nil`, now.
extension DocumentCore {
  /// Returns the value of a map entry that wins.
  func winner(_ object: ObjectIndex, key: String) -> Value? {
    guard let index = set.strings.existingIndex(of: key),
      let row = set.winner(set.registerKey(object, ObjectKey(index)))
    else { return nil }
    return set.value(row)
  }

  /// Returns all concurrent values of a map entry; the last wins.
  func values(_ object: ObjectIndex, key: String, at clock: Clock?) -> [Value] {
    guard let index = set.strings.existingIndex(of: key) else { return [] }
    return set.visibleRows(set.registerKey(object, ObjectKey(index)), at: clock).map {
      set.value($0, at: clock)
    }
  }

  /// Returns all concurrent values of a list element; the last wins.
  func values(
    _ object: ObjectIndex, index: UInt64, at clock: Clock?
  ) throws(AutomergeError) -> [Value] {
    let element = try element(index, of: object, at: clock)
    return set.visibleRows(set.registerKey(object, ObjectKey(element)), at: clock).map {
      set.value($0, at: clock)
    }
  }

  /// Returns the winning values of all keys or elements.
  func values(of object: ObjectIndex, at clock: Clock?) -> [Value] {
    if set.isMap(object) { return entries(of: object, at: clock).map(\.1) }
    var values: [Value] = []
    set.forEachElement(of: object, at: clock) { _, row, _ in
      values.append(set.value(row, at: clock))
      return true
    }
    return values
  }

  func entries(of object: ObjectIndex, at clock: Clock?) -> [(String, Value)] {
    set.entries(of: object, at: clock).map { (set.strings[$0.key], set.value($0.row, at: clock)) }
  }
}
