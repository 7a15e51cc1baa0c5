/// Changes of other replicas.
extension DocumentCore {
  /// A change of the batch, or one of the queue that needs a change of the batch.
  private struct Arrival {
    var change: DecodedChange
    /// The position in the batch.
    let number: Int
  }

  /// The changes of a batch that can't be applied yet, and the changes that leave the queue.
  private struct Rest {
    /// The waiting changes, by their first missing dependency.
    var waiting: [ChangeHash: [Arrival]] = [:]
    var dequeued: [ChangeHash] = []
    /// The size of the bodies of the changes that leave the queue.
    var dequeuedBytes = 0
  }

  /// Applies changes whose dependencies are present, and queues the others.
  ///
  /// If one of them is invalid, none is applied. If a waiting change, or an arriving change that
  /// needs one, turns out to be invalid, that change is discarded and no error is thrown.
  mutating func apply(
    _ changes: [DecodedChange], charging budget: inout LoadBudget
  ) throws(AutomergeError) {
    let earlierGraph = graph.checkpoint()
    let earlierSet = set.checkpoint()
    set.beginRecording()
    defer { set.endRecording() }
    var rest = Rest()
    do {
      let applied = try applyArriving(changes, leaving: &rest, charging: &budget)
      try applyQueued(after: applied, leaving: &rest, charging: &budget)
      try checkRoom(for: rest)
    } catch {
      set.undo(to: earlierSet)
      graph.restore(earlierGraph)
      throw error
    }
    for hash in rest.dequeued { queue.remove(hash) }
    // The order of a dictionary differs between runs.
    let waiting = rest.waiting.flatMap { missing, arrivals in arrivals.map { (missing, $0) } }
    for (missing, arrival) in waiting.sorted(by: { $0.1.number < $1.1.number }) {
      queue.insert(arrival.change, missing: missing)
    }
    if graph.count > earlierGraph.count {
      graph.updateHeads()
      set.invalidatePaths()
    }
  }

  /// Applies the changes that need no queued change, and returns them.
  ///
  /// Those of the queue come after all of these: if they came between them, a batch with an invalid
  /// change at its end would apply them for nothing, as often as it is sent.
  private mutating func applyArriving(
    _ changes: [DecodedChange], leaving rest: inout Rest, charging budget: inout LoadBudget
  ) throws(AutomergeError) -> [Arrival] {
    var applied: [Arrival] = []
    var seen: Set<ChangeHash> = []
    for (number, first) in changes.enumerated()
    where graph.indices[first.hash] == nil && !queue.contains(first.hash) {
      guard seen.insert(first.hash).inserted else { continue }
      var ready = [Arrival(change: first, number: number)]
      var next = 0
      while next < ready.count {
        var arrival = ready[next]
        next += 1
        if let missing = arrival.change.missingDependency(in: graph) {
          rest.waiting[missing, default: []].append(arrival)
          continue
        }
        try apply(arrival.change, charging: &budget)
        applied.append(arrival)
        ready += rest.waiting.removeValue(forKey: arrival.change.hash) ?? []
      }
    }
    return applied
  }

  /// Applies the changes of the queue that need some applied changes, and the arriving changes that
  /// need those.
  private mutating func applyQueued(
    after applied: [Arrival], leaving rest: inout Rest, charging budget: inout LoadBudget
  ) throws(AutomergeError) {
    guard !queue.isEmpty else { return }
    var ready: [Arrival] = []
    for arrival in applied { ready += dependents(of: arrival, leaving: &rest) }
    var next = 0
    while next < ready.count {
      var arrival = ready[next]
      next += 1
      if let missing = arrival.change.missingDependency(in: graph) {
        rest.waiting[missing, default: []].append(arrival)
        continue
      }
      if queue.contains(arrival.change.hash) {
        rest.dequeued.append(arrival.change.hash)
        rest.dequeuedBytes += arrival.change.body.count
      }
      if try applyWaiting(arrival.change, charging: &budget) {
        ready += dependents(of: arrival, leaving: &rest)
      }
    }
  }

  /// Returns the changes that waited for a change, first those of the queue.
  private func dependents(of arrival: Arrival, leaving rest: inout Rest) -> [Arrival] {
    let hash = arrival.change.hash
    let queued = queue.changes(waitingFor: hash)
    return queued.map { Arrival(change: $0, number: arrival.number) }
      + (rest.waiting.removeValue(forKey: hash) ?? [])
  }

  /// Applies a change of the queue, or one that needs such a change; `false` if it is invalid.
  ///
  /// Throws if a limit is exceeded: the change is then valid and stays in the queue.
  private mutating func applyWaiting(
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

  /// The errors that a change causes in every document.
  private static let faultsOfChanges: Set<AutomergeError.Code> = [
    .invalidChange, .corruptData, .unsupportedFormat, .duplicateSequenceNumber,
  ]

  /// Throws if the queue has no room for the changes that wait.
  private func checkRoom(for rest: Rest) throws(AutomergeError) {
    var count = queue.count - rest.dequeued.count
    var bytes = queue.byteCount - rest.dequeuedBytes
    var isLonger = false
    for arrivals in rest.waiting.values {
      for arrival in arrivals where !queue.contains(arrival.change.hash) {
        count += 1
        bytes += arrival.change.body.count
        isLonger = true
      }
    }
    guard
      !isLonger
        || count <= allowance.limits.waitingChanges && bytes <= allowance.limits.waitingBytes
    else {
      throw AutomergeError(
        .queueFull,
        "No room for more waiting changes: \(queue.count) already wait for missing dependencies. "
          + "Apply those dependencies first, or discard the waiting changes.")
    }
  }

  private mutating func apply(
    _ change: DecodedChange, charging budget: inout LoadBudget
  ) throws(AutomergeError) {
    let header = change.header
    let actor = set.actors.index(of: header.actor)
    let sequence = graph.nextSequence(of: actor)
    guard header.sequence == sequence else {
      throw header.sequence < sequence
        ? AutomergeError(
          .duplicateSequenceNumber,
          "The actor \(header.actor) made two different changes with the number "
            + "\(header.sequence); give each replica its own actor.")
        : Self.invalid(change, "skips the change \(sequence) of its actor")
    }
    if let last = graph.lastChange(of: actor),
      graph[last].maximumOperation >= header.firstOperation
    {
      throw Self.invalid(change, "repeats identities of its actor")
    }
    try checkFirstOperation(of: change)
    try claim(change, from: &budget)
    let actors = [actor] + set.actors.indices(of: change.otherActors)
    var reader = OperationReader(change.columns, actors: actors, isDocument: false)
    let bytes = reader.bytes
    var operations = ChangeOperations()
    var decoded = DecodedOperation()
    var counter = UInt64(header.firstOperation)
    var memory = set.memory
    while try reader.next(into: &decoded, charging: &budget) {
      guard let exact = UInt32(exactly: counter) else {
        throw Self.invalid(change, "uses counters beyond 4294967295, the last of the format")
      }
      decoded.id = OpID(counter: exact, actor: actor)
      try perform(decoded, bytes, of: change, into: &operations)
      counter += 1
      try budget.claim(of: set.memory - memory, for: "operations")
      memory = set.memory
    }
    set.useCounters(upTo: UInt32(counter - 1))
    append(change, actor: actor, operations, maximumOperation: UInt32(counter - 1))
  }

  /// Checks that a change begins after the counters of its dependencies, and leaves enough of them.
  private func checkFirstOperation(of change: DecodedChange) throws(AutomergeError) {
    let first = change.header.firstOperation
    let last = graph.lastCounter(of: change.header.dependencies.compactMap { graph.indices[$0] })
    guard ChangeGraph.canBegin(with: first, after: last) else {
      throw Self.invalid(
        change, "begins with the counter \(first), where its dependencies end with \(last)")
    }
  }

  private func claim(
    _ change: DecodedChange, from budget: inout LoadBudget
  ) throws(AutomergeError) {
    try budget.claim(of: ChangeRecord.memory(of: change.header), for: "changes")
    try budget.claim(of: change.body.count, for: "changes")
    for actor in change.otherActors { try budget.claim(of: actor.memory, for: "actors") }
  }

  private mutating func append(
    _ change: DecodedChange, actor: ActorIndex, _ operations: ChangeOperations,
    maximumOperation: UInt32
  ) {
    let encoded = encode(change.header, actor: actor, operations)
    graph.append(
      ChangeRecord(
        actor: actor, sequence: change.header.sequence, maximumOperation: maximumOperation,
        time: change.header.time, message: change.header.message,
        dependencies: change.header.dependencies.compactMap { graph.indices[$0] },
        extra: change.header.extra, firstOperation: change.header.firstOperation,
        hash: change.hash, body: change.body),
      isForeign: encoded != change.body || !hasAscendingPredecessors(operations))
  }

  /// Returns `true` if the predecessors of each operation are in the order in which a document
  /// chunk restores them.
  private func hasAscendingPredecessors(_ operations: ChangeOperations) -> Bool {
    var first = 0
    for operation in operations.operations {
      let end = first + Int(operation.predecessorCount)
      let own = operations.predecessors[first..<end]
      guard zip(own, own.dropFirst()).allSatisfy({ set.actors.precedes($0, $1) }) else {
        return false
      }
      first = end
    }
    return true
  }

  /// Performs one operation of a change, and stores it in the document's form.
  private mutating func perform(
    _ decoded: DecodedOperation, _ bytes: OperationBytes, of change: DecodedChange,
    into operations: inout ChangeOperations
  ) throws(AutomergeError) {
    guard let object = set.objectIndex(of: decoded.object) else {
      throw Self.invalid(change, "changes an object that doesn't exist")
    }
    let key = try set.key(of: decoded, in: object, bytes) { Self.invalid(change, $0) }
    var predecessors: [RowIndex] = []
    for reference in decoded.references {
      guard !decoded.isInsert, let row = set.rowIndices[reference],
        set.rows[row].object == object,
        set.key(of: row) == key
      else { throw Self.invalid(change, "replaces a value that is not at its place") }
      predecessors.append(row)
    }
    guard
      decoded.isAfterItsPlace,
      decoded.references.allSatisfy({ $0.counter < decoded.id.counter })
    else {
      throw Self.invalid(
        change, "has an operation whose counter is not above those of what it refers to")
    }
    if decoded.action == .delete, decoded.isInsert || predecessors.isEmpty {
      throw Self.invalid(change, "deletes nothing")
    }
    let op = try set.newOp(decoded, object: object, key: key, bytes)
    let row = set.perform(op, replacing: predecessors).row
    operations.operations.append(
      ChangeOperation(
        row: row, object: object, key: key, predecessorCount: UInt32(predecessors.count)))
    operations.predecessors += decoded.references
  }

  private static func invalid(_ change: DecodedChange, _ fault: String) -> AutomergeError {
    AutomergeError(
      .invalidChange, "The change \(change.hash) \(fault); the replica that made it is at fault.")
  }
}
