/// The state of a document as a value: operations, history, and the pending change.
///
/// Each ``Document`` has one and protects it by a lock. Each part changes only itself: an edit is a
/// function in an extension of this type that calls ``takeID()`` and
/// ``perform(_:replacing:at:)``.
struct DocumentCore {
  private(set) var set: OpSet
  private(set) var history: History
  private(set) var pending: PendingChange
  private var pathCache = PathCache()
  /// The point in the history that was last read.
  private var lastClock: (heads: [ChangeHash], clock: Clock)?

  init(actor: ActorId, textEncoding: TextEncoding, limits: LoadLimits) {
    set = OpSet(textEncoding: textEncoding)
    history = History(limits: limits)
    pending = PendingChange(actor: actor)
  }

  /// Returns this empty document with other content.
  func with(_ set: OpSet, _ graph: ChangeGraph) -> DocumentCore {
    var copy = self
    (copy.set, copy.history) = (set, history.with(graph))
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
    let clock = try history.clock(at: heads, actorCount: set.actors.actors.count)
    lastClock = (heads, clock)
    return clock
  }
}

// Undoing.
extension DocumentCore {
  /// A state to which ``restore(_:)`` returns: the states of the parts.
  struct Checkpoint {
    fileprivate let set: OpSet.Checkpoint
    fileprivate let history: History.Checkpoint
    fileprivate let pending: PendingChange.Checkpoint
  }

  func checkpoint() -> Checkpoint {
    Checkpoint(
      set: set.checkpoint(), history: history.checkpoint(), pending: pending.checkpoint())
  }

  /// Undoes the edits and the received changes since a checkpoint.
  ///
  /// Nothing may have been committed since then.
  mutating func restore(_ checkpoint: Checkpoint) {
    pending.restore(checkpoint.pending)
    set.restore(checkpoint.set)
    history.restore(checkpoint.history)
    if pending.edits == nil { set.endRecording() }
  }

  /// Performs several steps as one edit; if the closure throws, its steps are undone.
  mutating func edit<Result>(
    _ body: (inout DocumentCore) throws(AutomergeError) -> Result
  ) throws(AutomergeError) -> Result {
    let before = checkpoint()
    pending.beginEdit(at: before.set)
    defer { pending.endEdit() }
    do {
      return try body(&self)
    } catch {
      restore(before)
      throw error
    }
  }

  /// Undoes all edits since the last commit, and returns their number.
  mutating func rollback() -> Int {
    let count = pending.count
    if let start = pending.start {
      restore(
        Checkpoint(set: start.set, history: history.checkpoint(), pending: start.pending))
    }
    return count
  }

  /// Registers an action that runs if the previous edits are undone; see
  /// ``PendingChange/onUndo(_:)``.
  mutating func onUndo(_ action: @escaping @Sendable () -> Void) { pending.onUndo(action) }

  mutating func beginTransaction() { pending.beginTransaction() }

  mutating func endTransaction() { pending.endTransaction() }
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
    guard set.rows.maximumCounter < UInt32.max else {
      throw AutomergeError(
        .limitExceeded, "The document has used all 4294967295 counters of the format.")
    }
    if let author = pending.edits?.actor {
      return OpID(counter: set.takeCounter(), actor: author)
    }
    let state = set.checkpoint()
    let author = set.index(of: pending.actor)
    if !history.hasHashes(before: author) { try completeHistory() }
    pending.begin(by: author, firstOperation: set.rows.maximumCounter + 1, at: state)
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
    let operation = ChangeOperation(
      row: entered.row, object: op.object, key: op.key,
      predecessorCount: UInt32(predecessors.count))
    pending.append(operation, replacing: predecessors, in: set)
    return entered
  }

  /// Ends the pending change and adds it to the history.
  ///
  /// The caller applies the changes that wait for it: ``applyChanges(waitingFor:)``.
  ///
  /// `time`: Seconds since 1970.
  /// Returns the hash of the change; `nil` if nothing was edited.
  @discardableResult
  mutating func commit(message: String? = nil, time: Int64 = 0) -> ChangeHash? {
    guard let ended = pending.end() else { return nil }
    set.endRecording()
    guard !ended.change.operations.isEmpty else { return nil }
    return history.append(
      ended.change, by: ended.actor, firstOperation: ended.firstOperation, message: message,
      time: time, in: set)
  }

  /// Applies the changes that wait for a change of this replica.
  ///
  /// There are some if another replica has made the same change by the same actor, as for content
  /// with which all replicas begin. A file in which they wait might not open, so they are discarded
  /// if they exceed a limit.
  mutating func applyChanges(waitingFor hash: ChangeHash) {
    guard hasChanges(waitingFor: hash) else { return }
    var budget = history.allowance.received
    do {
      try applyBatch { batch, core throws(AutomergeError) in
        try batch.applyChanges(waitingFor: hash, to: &core, charging: &budget)
      }
      history.noteReceived(leaving: budget)
    } catch {
      history.discardChanges(waitingFor: hash)
    }
  }

  /// Returns `true` if changes wait for a change of this replica.
  func hasChanges(waitingFor hash: ChangeHash) -> Bool {
    history.waitingCount > 0 && !history.changes(waitingFor: hash).isEmpty
  }

  /// Adds a change without operations, which can carry a message.
  ///
  /// No change may be pending. The caller applies the changes that wait for the change.
  mutating func commitEmpty(
    message: String?, time: Int64
  ) throws(AutomergeError) -> ChangeHash {
    // `takeID()` completes the history that the change refers to, and adds its actor to the table.
    // The change has no operation, so its counter is returned.
    _ = try takeID()
    _ = pending.end()
    set.endRecording()
    set.returnCounter()
    return history.append(
      ChangeOperations(), by: set.index(of: pending.actor),
      firstOperation: set.rows.maximumCounter + 1, message: message, time: time, in: set)
  }

  /// Sets the actor of the next change; a pending change keeps the previous actor.
  mutating func setActor(_ newActor: ActorId) { pending.setActor(newActor) }
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

  /// Applies the changes of a file that has a document; see
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
    let before = checkpoint()
    set.beginRecording()
    defer { set.endRecording() }
    var batch = ChangeBatch()
    do {
      try body(&batch, &self)
    } catch {
      restore(before)
      throw error
    }
    if history.finish(batch, since: before.history, in: set) { set.invalidatePaths() }
  }

  /// Applies one change of a batch, whose dependencies are present.
  ///
  /// If this function throws, some of the operations may have been performed.
  mutating func apply(
    _ change: DecodedChange, charging budget: inout LoadBudget
  ) throws(AutomergeError) {
    try history.apply(change, to: &set, charging: &budget)
  }

  /// Applies one change of a batch.
  ///
  /// If the change is invalid, returns `false` and changes nothing.
  ///
  /// Throws if a limit is exceeded, because such a change can be valid.
  mutating func applyIfValid(
    _ change: DecodedChange, charging budget: inout LoadBudget
  ) throws(AutomergeError) -> Bool {
    // An invalid change does not reach the history.
    let (before, earlierBudget) = (set.checkpoint(), budget)
    do {
      try apply(change, charging: &budget)
      return true
    } catch {
      guard ChangeBatch.faults.contains(error.code) else { throw error }
      set.restore(before)
      budget = earlierBudget
      return false
    }
  }

  /// Discards the waiting changes, and returns their hashes in the order of their arrival.
  mutating func discardWaitingChanges() -> [ChangeHash] { history.discardWaiting() }
}

// Saving, and reading bytes within the limits on memory.
extension DocumentCore {
  /// Returns the bytes of the whole document.
  mutating func save() throws(AutomergeError) -> [UInt8] {
    if history.isNeededForSaving { try completeHistory() }
    return history.save(set)
  }

  /// Returns the changes since the last save, as chunks.
  mutating func saveIncremental() throws(AutomergeError) -> [UInt8] {
    try completeHistory()
    return history.saveRest()
  }

  /// Reads a file into an empty document.
  ///
  /// `verify`: `true` to compute the hashes of a document chunk's changes and compare them with the
  /// file's.
  mutating func load(_ bytes: [UInt8], verify: Bool) throws(AutomergeError) {
    var budget = history.allowance.file
    budget.receive(bytes.count)
    let hasDocument = try read(bytes, verify: verify, charging: &budget)
    try history.noteLoaded(
      hasDocument: hasDocument, isEmpty: bytes.isEmpty, leaving: budget)
  }

  /// Reads chunks that another replica sent and applies the changes in them.
  ///
  /// If one of them is damaged or invalid, the document does not change.
  mutating func receive(_ bytes: [UInt8]) throws(AutomergeError) {
    var budget = history.allowance.received
    budget.receive(bytes.count)
    _ = try read(bytes, verify: true, charging: &budget)
    history.noteReceived(leaving: budget)
  }

  /// Computes the bodies and hashes of the changes from a document chunk, and compares the heads.
  mutating func completeHistory() throws(AutomergeError) {
    try history.complete(with: set, without: pending.edits)
  }

  /// Completes the history, and claims the memory of the bodies from a budget.
  mutating func completeHistory(charging budget: inout LoadBudget) throws(AutomergeError) {
    try history.complete(with: set, without: pending.edits, charging: &budget)
  }
}

// Paths.
extension DocumentCore {
  /// Returns the object that was last found at a path, unless the structure may have changed since.
  func cachedObject(at path: [Prop]) -> ObjId? {
    pathCache.object(at: path, epoch: set.objects.structureEpoch)
  }

  mutating func cacheObject(_ object: ObjId, at path: [Prop]) {
    pathCache.enter(object, at: path, epoch: set.objects.structureEpoch)
  }
}
