/// The state of a document as a value: operations, history, and the pending change.
///
/// Each ``Document`` has one and protects it by a lock.
struct DocumentCore {
  /// The edits since the last commit.
  struct Pending {
    let actor: ActorIndex
    let firstOperation: UInt32
    /// The state before the first edit.
    fileprivate let start: OpSet.Checkpoint
    var change = ChangeOperations()

    /// Returns `true` if an identity belongs to one of the edits.
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

  private(set) var set: OpSet
  private(set) var graph = ChangeGraph()
  private(set) var actor: ActorId
  private(set) var pending: Pending?
  /// The state before the current edit; `nil` between edits.
  private var editStart: OpSet.Checkpoint?
  /// The changes that wait for their dependencies.
  private(set) var queue = ChangeQueue()
  /// The hashes of the changes that waited and can never be applied.
  ///
  /// They are not requested again.
  private(set) var rejected: Set<ChangeHash> = []
  private var saved = SavedState()
  /// The actions that run if edits are undone, in the order of the edits.
  private var undoActions: [@Sendable () -> Void] = []
  /// The number of nested open transactions.
  private var transactionDepth = 0
  private var pathCache = PathCache()
  /// The point in the history that was last read.
  private var lastClock: (heads: [ChangeHash], clock: Clock)?
  private(set) var allowance: LoadAllowance
  /// The encoder of all changes.
  ///
  /// An encoder has a table of all actors, so a new encoder for each change would take time in
  /// proportion to the number of actors.
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

  /// Returns the clock at some heads.
  ///
  /// The last clock is kept, because computing a clock visits all earlier changes, and reading an
  /// old object needs the same clock for every value. It stays valid, since the history before a
  /// change never changes.
  mutating func clock(at heads: [ChangeHash]) throws(AutomergeError) -> Clock {
    // Two sets with the same heads may have different orders.
    let heads = heads.sorted()
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

// Making changes.
extension DocumentCore {
  /// Returns the index of a key or of the name of a mark, and adds it if it is new.
  mutating func index(of string: String) -> StringIndex { set.index(of: string) }

  /// Stores the value of the next edit.
  mutating func store(_ value: ScalarValue) throws(AutomergeError) -> StoredValue {
    try set.store(value)
  }

  /// Removes the last stored value, if no edit uses it.
  mutating func removeLast(_ value: StoredValue) { set.removeLast(value) }

  /// Returns the identity of the next edit; begins a pending change if there is none.
  mutating func takeID() throws(AutomergeError) -> OpID {
    guard set.maximumCounter < UInt32.max else {
      throw AutomergeError(
        .limitExceeded, "The document has used all 4294967295 counters of the format.")
    }
    if let author = pending?.actor { return OpID(counter: set.takeCounter(), actor: author) }
    // The edit may have stored its value already.
    let start = editStart ?? set.checkpoint()
    let author = set.index(of: actor)
    // The new change refers to the heads and the actor's last change by their hashes.
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
  ) -> (row: RowIndex?, position: SequenceTree.Position?) {
    let entered = set.perform(op, replacing: predecessors, at: position)
    pending?.change.operations.append(
      ChangeOperation(
        row: entered.row, object: op.object, key: op.key,
        predecessorCount: UInt32(predecessors.count)))
    for predecessor in predecessors {
      pending?.change.predecessors.append(set.rows[predecessor].id)
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
    guard let ended = pending else { return nil }
    pending = nil
    undoActions = []
    set.endRecording()
    guard !ended.change.operations.isEmpty else { return nil }
    return append(
      ended.change, actor: ended.actor, firstOperation: ended.firstOperation, message: message,
      time: time)
  }

  /// Ends the pending change, unless a transaction is open.
  mutating func commitOutsideTransaction() { if !isInTransaction { commit() } }

  /// Adds a change without operations, which can carry a message.
  mutating func commitEmpty(
    message: String?, time: Int64
  ) throws(AutomergeError) -> ChangeHash {
    commit()
    // `takeID()` completes the history that the change refers to, and adds its actor to the table.
    // The change has no operation, so its counter is returned.
    _ = try takeID()
    pending = nil
    set.endRecording()
    set.returnCounter()
    return append(
      ChangeOperations(), actor: set.index(of: actor),
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
        hash: hash, body: ChangeBody(firstOperation: firstOperation, bytes: body)))
    graph.updateHeads()
    rejectObsolete(of: [header.actor])
    return hash
  }

  /// Returns the body of a change, in the one form that gives equal hashes in all implementations.
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
  /// `true` if there are pending edits, or if a transaction may still make some.
  private var canBeUndone: Bool { pending != nil || isInTransaction }

  /// Registers an action that runs if the previous edits are undone.
  ///
  /// The last action runs first. An action must neither use nor retain the document, since the
  /// document retains the action until it commits.
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

  /// Performs several steps as one edit; if the closure throws, its steps are undone.
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

// Replicas and paths.
extension DocumentCore {
  /// Sets the actor of the next change, after committing the edits of the previous one.
  ///
  /// Within a transaction, the pending change keeps the previous actor.
  mutating func setActor(_ newActor: ActorId) {
    commitOutsideTransaction()
    actor = newActor
  }

  /// Returns the object that was last found at a path, unless the structure may have changed since.
  func cachedObject(at path: [Prop]) -> ObjId? {
    pathCache.object(at: path, epoch: set.structureEpoch)
  }

  mutating func cacheObject(_ object: ObjId, at path: [Prop]) {
    pathCache.enter(object, at: path, epoch: set.structureEpoch)
  }
}

// Changes of other replicas.
extension DocumentCore {
  /// Applies changes whose dependencies are present, and queues the others.
  ///
  /// If an arriving change is invalid, no change is applied. There is one exception: an invalid
  /// change that was waiting, or that depends on a waiting change, is rejected without an error.
  ///
  /// `waited`: Changes that waited in another document.
  mutating func apply(
    _ changes: [DecodedChange], waited: [DecodedChange] = [], charging budget: inout LoadBudget
  ) throws(AutomergeError) {
    try applyBatch { batch, core throws(AutomergeError) in
      try batch.apply(changes, waited: waited, to: &core, charging: &budget)
    }
  }

  /// Applies the changes of a file that begins with a document; see
  /// ``ChangeBatch/replay(_:to:charging:)``.
  mutating func replay(
    _ segments: [[DecodedChange]], charging budget: inout LoadBudget
  ) throws(AutomergeError) {
    try applyBatch { batch, core throws(AutomergeError) in
      try batch.replay(segments, to: &core, charging: &budget)
    }
  }

  private mutating func applyBatch(
    _ body: (inout ChangeBatch, inout DocumentCore) throws(AutomergeError) -> Void
  ) throws(AutomergeError) {
    let earlierGraph = graph.checkpoint()
    let earlierSet = set.checkpoint()
    set.beginRecording()
    defer { set.endRecording() }
    var batch = ChangeBatch()
    do {
      try body(&batch, &self)
    } catch {
      set.undo(to: earlierSet)
      graph.restore(earlierGraph)
      throw error
    }
    rejected.formUnion(batch.rejected)
    let waiting = batch.update(&queue)
    rejectObsolete(
      of: waiting.union(graph.records[earlierGraph.count...].map { set.actors[$0.actor] }))
    if graph.count > earlierGraph.count {
      graph.updateHeads()
      set.invalidatePaths()
    }
  }

  /// Applies one change of a batch, whose dependencies are present.
  ///
  /// If this function throws, some of the operations may have been performed.
  mutating func apply(
    _ change: DecodedChange, charging budget: inout LoadBudget
  ) throws(AutomergeError) {
    let actor = set.index(of: change.header.actor)
    try graph.check(change, of: actor)
    try change.claimMemory(from: &budget)
    let (operations, lastCounter) = try set.perform(change, of: actor, charging: &budget)
    let encoded = encode(change.header, actor: actor, operations)
    graph.append(
      change, of: actor, lastCounter: lastCounter,
      isForeign: encoded != change.body || !operations.haveAscendingPredecessors(by: set.actors))
  }

  /// Applies one change of a batch.
  ///
  /// If the change is invalid, returns `false` and changes nothing.
  ///
  /// Throws if a limit is exceeded, because such a change can be valid.
  mutating func applyIfValid(
    _ change: DecodedChange, charging budget: inout LoadBudget
  ) throws(AutomergeError) -> Bool {
    let (earlierSet, earlierBudget) = (set.checkpoint(), budget)
    do {
      try apply(change, charging: &budget)
      return true
    } catch {
      guard Self.faultsOfChanges.contains(error.code) else { throw error }
      set.undo(to: earlierSet)
      budget = earlierBudget
      return false
    }
  }

  /// The codes of the errors that an invalid change causes in every document.
  private static let faultsOfChanges: Set<AutomergeError.Code> = [
    .invalidChange, .corruptData, .unsupportedFormat, .duplicateSequenceNumber,
  ]

  /// Rejects the waiting changes of some actors whose numbers other changes have taken.
  private mutating func rejectObsolete(of actors: Set<ActorId>) {
    guard !queue.isEmpty else { return }
    for actor in actors {
      guard let index = set.actors.existingIndex(of: actor) else { continue }
      rejected.formUnion(queue.removeChanges(of: actor, upTo: graph.nextSequence(of: index) - 1))
    }
  }

  /// Discards the waiting changes, and returns their hashes in the order of their arrival.
  mutating func discardQueue() -> [ChangeHash] {
    let hashes = queue.changes.map(\.hash)
    queue = ChangeQueue()
    return hashes
  }
}

// Saving.
extension DocumentCore {
  /// Returns the bytes of the whole document.
  mutating func save() throws(AutomergeError) -> [UInt8] {
    if graph.hasForeignEncoding || graph.hasUnplacedHeads { try completeHistory() }
    return saved.save(set, graph, queue)
  }

  /// Returns the changes since the last save, as chunks.
  mutating func saveIncremental() throws(AutomergeError) -> [UInt8] {
    try completeHistory()
    return saved.saveRest(graph, queue)
  }
}

// Reading bytes, within the limits on memory.
extension DocumentCore {
  /// Reads a file into an empty document.
  ///
  /// `verify`: `true` to compute the hashes of a document chunk's changes and compare them with the
  /// file's.
  mutating func load(_ bytes: [UInt8], verify: Bool) throws(AutomergeError) {
    var budget = allowance.file
    budget.receive(bytes.count)
    let startsWithDocument = try read(bytes, verify: verify, charging: &budget)
    allowance.file = budget
    if !startsWithDocument, let change = queue.changes.first {
      let missing = change.header.dependencies.first { graph.indices[$0] == nil }
      throw AutomergeError(
        .missingDependencies,
        "The data lack the change \(missing.map(\.description) ?? "") that \(change.hash) "
          + "depends on; load a document first and then apply them.")
    }
    saved = SavedState(
      graph, waiting: rejected.union(queue.hashes),
      beginsWithDocument: startsWithDocument && !bytes.isEmpty)
  }

  /// Reads chunks that another replica sent and applies the changes in them.
  ///
  /// If one of them is damaged or invalid, the document does not change.
  mutating func receive(_ bytes: [UInt8]) throws(AutomergeError) {
    var budget = allowance.received
    budget.receive(bytes.count)
    _ = try read(bytes, verify: true, charging: &budget)
    allowance.received = budget
  }

  /// Computes the bodies and hashes of the changes from a document chunk, and compares the heads.
  mutating func completeHistory() throws(AutomergeError) {
    guard graph.isIncomplete else { return }
    // Only a history that was loaded from a file can be incomplete.
    var budget = allowance.file
    try completeHistory(charging: &budget)
    allowance.file = budget
  }

  /// Computes the bodies and hashes that a document chunk leaves out, compares its heads, and
  /// claims the memory of the bodies from a budget.
  mutating func completeHistory(charging budget: inout LoadBudget) throws(AutomergeError) {
    guard graph.isIncomplete else { return }
    graph = try graph.completed(with: set, without: pending, charging: &budget)
  }
}

/// A cache of the objects at paths.
///
/// The objects are valid until the structure of the document may have changed.
private struct PathCache {
  private static let maximumCount = 1024

  private var objects: [[Prop]: ObjId] = [:]
  private var epoch: UInt64 = 0

  func object(at path: [Prop], epoch: UInt64) -> ObjId? {
    self.epoch == epoch ? objects[path] : nil
  }

  mutating func enter(_ object: ObjId, at path: [Prop], epoch: UInt64) {
    if self.epoch != epoch || objects.count >= Self.maximumCount { objects.removeAll() }
    self.epoch = epoch
    objects[path] = object
  }
}
