/// The changes of a document: those in its content, those that wait for others, and those that its
/// file contains.
struct History {
  private var graph = ChangeGraph()
  /// The changes that wait for their dependencies.
  private var queue = ChangeQueue()
  /// The hashes of the changes that waited and can never be applied.
  ///
  /// They are not requested again.
  private var rejected: Set<ChangeHash> = []
  private var saved = SavedState()
  private(set) var allowance: LoadAllowance
  /// The encoder of all changes.
  ///
  /// An encoder has a table of all actors, so a new encoder for each change would take time in
  /// proportion to the number of actors.
  private var encoder = ChangeEncoder()

  init(limits: LoadLimits) { allowance = LoadAllowance(limits) }

  /// Returns this empty history with the changes of a document chunk.
  func with(_ graph: ChangeGraph) -> History {
    var copy = self
    copy.graph = graph
    return copy
  }
}

// The changes in the content.
extension History {
  var count: Int { graph.count }
  var records: [ChangeRecord] { graph.records }
  /// The hashes of the heads, sorted.
  var heads: [ChangeHash] { graph.heads }
  /// The hashes of all changes.
  var hashes: Dictionary<ChangeHash, ChangeIndex>.Keys { graph.indices.keys }

  subscript(change: ChangeIndex) -> ChangeRecord { graph[change] }

  subscript(hash: ChangeHash) -> ChangeRecord? { graph.indices[hash].map { graph[$0] } }

  func contains(_ hash: ChangeHash) -> Bool { graph.indices[hash] != nil }

  /// Returns the changes that are neither some known changes nor ancestors of them; see
  /// ``ChangeGraph/changes(since:)``.
  ///
  /// Unknown hashes are ignored.
  func changes(since heads: [ChangeHash]) -> [ChangeIndex] {
    graph.changes(since: heads.compactMap { graph.indices[$0] })
  }

  /// Returns some changes and their ancestors, each after its dependencies.
  ///
  /// Unknown hashes are ignored.
  func changes(upTo heads: [ChangeHash]) -> [ChangeRecord] {
    let isCovered = graph.ancestors(of: heads.compactMap { graph.indices[$0] })
    return zip(graph.records, isCovered).filter(\.1).map(\.0)
  }

  /// Returns the point in the history after some changes and their ancestors.
  func clock(at heads: [ChangeHash], actorCount: Int) throws(AutomergeError) -> Clock {
    var changes: [ChangeIndex] = []
    for head in heads {
      guard let change = graph.indices[head] else {
        throw AutomergeError(
          .changeNotFound, "The document has no change \(head); merge it first.")
      }
      changes.append(change)
    }
    return graph.clock(at: changes, actorCount: actorCount)
  }

  /// Returns for each actor of some changes the last counter before them; see
  /// ``ChangeGraph/lastCounters(before:)``.
  func lastCounters(before changes: [ChangeIndex]) -> [ActorIndex: UInt32] {
    graph.lastCounters(before: changes)
  }

  /// Returns the changes to send to a replica; see ``ChangeGraph/changesToSend(_:_:isSent:)``.
  func changesToSend(
    _ have: [SyncMessage.Have], _ need: [ChangeHash], isSent: (ChangeHash) -> Bool
  ) -> [ChangeRecord] {
    graph.changesToSend(have, need, isSent: isSent)
  }
}

// The changes that wait.
extension History {
  var waitingCount: Int { queue.count }
  /// The total size of the bodies of the changes that wait, in bytes.
  var waitingBytes: Int { queue.byteCount }
  /// The changes that wait, in the order of their arrival.
  var waitingChanges: [DecodedChange] { queue.changes }

  func isWaiting(_ hash: ChangeHash) -> Bool { queue.contains(hash) }

  /// Returns the changes whose first missing dependency has a hash, in the order of their arrival.
  func changes(waitingFor hash: ChangeHash) -> [DecodedChange] {
    queue.changes(waitingFor: hash)
  }

  /// Returns `true` if a change is neither applied, nor waits, nor was rejected.
  func isUnknown(_ hash: ChangeHash) -> Bool {
    !contains(hash) && !isWaiting(hash) && !rejected.contains(hash)
  }

  /// Returns the changes that the waiting changes and some heads need, sorted.
  func missingDependencies(of heads: [ChangeHash]) -> [ChangeHash] {
    let needed = Set(queue.changes.flatMap(\.header.dependencies) + heads)
    return needed.filter { !contains($0) && !isWaiting($0) }.sorted()
  }

  /// Returns the changes that this replica needs to reach some heads, sorted.
  ///
  /// Of a head that waits, these are the missing changes before it. Other waiting changes don't
  /// count: another replica that has the heads may not have what they need.
  func missingChanges(before heads: [ChangeHash]) -> [ChangeHash] {
    var missing: [ChangeHash] = []
    var seen = Set(heads)
    var open = heads
    while let hash = open.popLast() {
      if contains(hash) || rejected.contains(hash) { continue }
      guard let change = queue.change(hash) else {
        missing.append(hash)
        continue
      }
      open += change.header.dependencies.filter { seen.insert($0).inserted }
    }
    return missing.sorted()
  }

  /// Discards the waiting changes, and returns their hashes in the order of their arrival.
  mutating func discardWaiting() -> [ChangeHash] {
    let hashes = queue.changes.map(\.hash)
    queue = ChangeQueue()
    return hashes
  }

  /// Discards the changes whose first missing dependency has a hash.
  mutating func discardChanges(waitingFor hash: ChangeHash) {
    for change in changes(waitingFor: hash) { queue.remove(change.hash) }
  }

  /// Rejects the waiting changes of some actors whose numbers other changes have taken.
  private mutating func rejectObsolete(of actors: Set<ActorId>, in set: OpSet) {
    guard !queue.isEmpty else { return }
    for actor in actors {
      guard let index = set.actors.existingIndex(of: actor) else { continue }
      rejected.formUnion(queue.removeChanges(of: actor, upTo: graph.nextSequence(of: index) - 1))
    }
  }
}

// Own changes.
extension History {
  /// Returns `true` if the hashes are known to which the next change of an actor refers: those of
  /// the heads, and that of the actor's last change.
  func hasHashes(before actor: ActorIndex) -> Bool {
    !graph.hasUnplacedHeads
      && graph.lastChange(of: actor).map { graph[$0].hash != nil } ?? true
  }

  /// Adds a change of this replica, and returns its hash.
  ///
  /// `hasHashes(before:)` must be true for the actor.
  mutating func append(
    _ change: ChangeOperations, by actor: ActorIndex, firstOperation: UInt32, message: String?,
    time: Int64, in set: OpSet
  ) -> ChangeHash {
    var dependencies = graph.headIndices
    if let last = graph.lastChange(of: actor) { dependencies.insert(last) }
    let indices = dependencies.sorted()
    let header = ChangeHeader(
      dependencies: indices.compactMap { graph[$0].hash }, actor: set.actors[actor],
      sequence: graph.nextSequence(of: actor), firstOperation: firstOperation,
      note: ChangeNote(time: time, message: message.flatMap { $0.isEmpty ? nil : $0 }))
    let body = encoder.encode(header, actor: actor, change, in: set)
    let hash = Chunk.hash(.change, body)
    graph.append(
      ChangeRecord(
        actor: actor, sequence: header.sequence,
        maximumOperation: firstOperation - 1 + UInt32(change.operations.count),
        note: header.note, dependencies: indices, hash: hash,
        body: ChangeBody(firstOperation: firstOperation, bytes: body)))
    graph.updateHeads()
    rejectObsolete(of: [header.actor], in: set)
    return hash
  }
}

// Received changes.
extension History {
  /// A state to which ``restore(_:)`` returns.
  ///
  /// A batch changes the waiting changes only when it succeeds; see ``finish(_:since:in:)``.
  struct Checkpoint {
    fileprivate let graph: ChangeGraph.Checkpoint
  }

  func checkpoint() -> Checkpoint { Checkpoint(graph: graph.checkpoint()) }

  mutating func restore(_ checkpoint: Checkpoint) { graph.restore(checkpoint.graph) }

  /// Applies a change of a batch, whose dependencies are present, to the operations.
  ///
  /// If this function throws, some of the operations may have been performed.
  mutating func apply(
    _ change: DecodedChange, to set: inout OpSet, charging budget: inout LoadBudget
  ) throws(AutomergeError) {
    let actor = set.index(of: change.header.actor)
    try graph.check(change, of: actor)
    try change.claimMemory(from: &budget)
    let (operations, lastCounter) = try set.perform(change, of: actor, charging: &budget)
    // Encoding the change again tells whether a document chunk can restore it. This takes a
    // twentieth of the time to receive a long change, and two fifths for changes of one character,
    // 4 µs each. Doing it in `save()` instead would first read all changes again, which takes
    // longer.
    let encoded = encoder.encode(change.header, actor: actor, operations, in: set)
    graph.append(
      change, of: actor, lastCounter: lastCounter,
      isForeign: encoded != change.body || !operations.haveAscendingPredecessors(by: set.actors))
  }

  /// Ends a batch that was applied since a checkpoint: updates the waiting changes and the heads.
  ///
  /// Returns `true` if the batch has added changes.
  mutating func finish(_ batch: ChangeBatch, since checkpoint: Checkpoint, in set: OpSet) -> Bool {
    rejected.formUnion(batch.rejected)
    for hash in batch.dequeued { queue.remove(hash) }
    let waiting = batch.waitingChanges
    for (change, missing) in waiting { queue.insert(change, missing: missing) }
    let new = graph.records[checkpoint.graph.count...]
    let actors = waiting.map(\.change.header.actor) + new.map { set.actors[$0.actor] }
    rejectObsolete(of: Set(actors), in: set)
    guard !new.isEmpty else { return false }
    graph.updateHeads()
    return true
  }
}

// Files.
extension History {
  /// `true` if saving a document needs the hashes and bodies of all changes.
  var isNeededForSaving: Bool { graph.hasForeignEncoding || graph.hasUnplacedHeads }

  /// `true` if the bodies and hashes of some changes are not computed yet.
  var isIncomplete: Bool { graph.isIncomplete }

  /// Returns the bytes of the whole document.
  mutating func save(_ set: OpSet) -> [UInt8] { saved.save(set, graph, queue) }

  /// Returns the changes since the last save, as chunks.
  mutating func saveRest() -> [UInt8] { saved.saveRest(graph, queue) }

  /// Notes that the bytes of a file contain the history.
  ///
  /// Throws if the bytes have no document and lack a change on which others depend.
  mutating func noteLoaded(
    hasDocument: Bool, isEmpty: Bool, leaving budget: LoadBudget
  ) throws(AutomergeError) {
    allowance.file = budget
    if !hasDocument, let change = queue.changes.first {
      let missing = change.header.dependencies.first { !contains($0) }
      throw AutomergeError(
        .missingDependencies,
        "The data lack the change \(missing.map(\.description) ?? "") that \(change.hash) "
          + "depends on; load a document first and then apply them.")
    }
    saved = SavedState(
      graph, waiting: rejected.union(queue.hashes), hasDocument: hasDocument && !isEmpty)
  }

  /// Notes what received bytes have left of their budget.
  mutating func noteReceived(leaving budget: LoadBudget) { allowance.received = budget }

  /// Computes the bodies and hashes that a document chunk leaves out, compares its heads, and
  /// claims the memory of the bodies.
  ///
  /// `budget`: The budget to claim from; `nil` for that of the file.
  mutating func complete(
    with set: OpSet, without pending: PendingChange.Edits?, charging budget: inout LoadBudget
  ) throws(AutomergeError) {
    guard isIncomplete else { return }
    graph = try graph.completed(with: set, without: pending, charging: &budget)
  }

  /// Computes the bodies and hashes as ``complete(with:without:charging:)``, within the budget of
  /// the file.
  ///
  /// Only a history that was loaded from a file can be incomplete.
  mutating func complete(
    with set: OpSet, without pending: PendingChange.Edits?
  ) throws(AutomergeError) {
    guard isIncomplete else { return }
    var budget = allowance.file
    try complete(with: set, without: pending, charging: &budget)
    allowance.file = budget
  }
}
