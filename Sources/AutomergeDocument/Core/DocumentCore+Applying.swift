/// Changes of other replicas.
extension DocumentCore {
  /// Applies changes whose dependencies are there, and keeps the others for later.
  ///
  /// If one of them is invalid, none is applied.
  mutating func apply(_ changes: [DecodedChange]) throws(AutomergeError) {
    let checkpoint = graph.checkpoint()
    let maximumCounter = set.maximumCounter
    let earlierQueue = queue
    set.undoSteps = []
    do {
      try applyReady(changes)
      set.undoSteps = nil
    } catch {
      set.undo(to: 0)
      set.undoSteps = nil
      set.maximumCounter = maximumCounter
      graph.restore(checkpoint)
      queue = earlierQueue
      throw error
    }
    if graph.count > checkpoint.count {
      graph.updateHeads()
      set.structureEpoch += 1
    }
  }

  private mutating func applyReady(_ changes: [DecodedChange]) throws(AutomergeError) {
    let candidates = queue + changes
    queue = []
    var budget = LoadBudget(limits, inputBytes: candidates.reduce(0) { $0 + $1.body.count })
    var seen: Set<ChangeHash> = []
    // The changes that wait, by the first dependency that each lacks.
    var waiting: [ChangeHash: [Int]] = [:]
    for first in candidates.indices {
      guard graph.indices[candidates[first].hash] == nil,
        seen.insert(candidates[first].hash).inserted
      else { continue }
      var ready = [first]
      var next = 0
      while next < ready.count {
        let place = ready[next]
        next += 1
        let change = candidates[place]
        if let missing = change.header.dependencies.first(where: { graph.indices[$0] == nil }) {
          waiting[missing, default: []].append(place)
        } else {
          try apply(change, charging: &budget)
          ready += waiting.removeValue(forKey: change.hash) ?? []
        }
      }
    }
    queue = waiting.values.joined().sorted().map { candidates[$0] }
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
            + "\(header.sequence); give each replica an actor of its own.")
        : Self.invalid(change, "skips the change \(sequence) of its actor")
    }
    if let last = graph.lastChange(of: actor),
      graph.records[Int(last)].maximumOperation >= header.firstOperation
    {
      throw Self.invalid(change, "repeats identities of its actor")
    }
    let actors = [actor] + change.otherActors.map { set.actors.index(of: $0) }
    var reader = OperationReader(change.columns, actors: actors, isDocument: false)
    let bytes = reader.bytes
    var operations = ChangeOperations()
    var decoded = DecodedOperation()
    var counter = UInt64(header.firstOperation)
    while try reader.next(into: &decoded, charging: &budget) {
      guard let exact = UInt32(exactly: counter) else {
        throw AutomergeError(
          .limitExceeded, "A change uses counters beyond 4294967295, the last of the format.")
      }
      decoded.id = OpID(counter: exact, actor: actor)
      try perform(decoded, bytes, of: change, into: &operations)
      counter += 1
    }
    set.maximumCounter = max(set.maximumCounter, UInt32(counter - 1))
    append(change, actor: actor, operations, maximumOperation: UInt32(counter - 1))
  }

  private mutating func append(
    _ change: DecodedChange, actor: UInt32, _ operations: ChangeOperations,
    maximumOperation: UInt32
  ) {
    var encoder = ChangeEncoder(actorCount: set.actors.actors.count)
    let encoded = encoder.encode(
      change.header, actor: actor, operations.operations[...], operations.predecessors[...],
      in: set)
    graph.append(
      ChangeRecord(
        actor: actor, sequence: change.header.sequence, maximumOperation: maximumOperation,
        time: change.header.time, message: change.header.message,
        dependencies: change.header.dependencies.compactMap { graph.indices[$0] },
        extra: change.header.extra, firstOperation: change.header.firstOperation,
        hash: change.hash, body: change.body),
      isForeign: encoded != change.body)
  }

  /// Performs one operation of a change, and notes it as the document keeps it.
  private mutating func perform(
    _ decoded: DecodedOperation, _ bytes: OperationBytes, of change: DecodedChange,
    into operations: inout ChangeOperations
  ) throws(AutomergeError) {
    guard let object = set.objectIndex(of: decoded.object) else {
      throw Self.invalid(change, "changes an object that doesn't exist")
    }
    guard set.index[decoded.id] == nil else {
      throw Self.invalid(change, "repeats an identity")
    }
    let key = try key(of: decoded, in: object, bytes, of: change)
    var predecessors: [UInt32] = []
    for reference in decoded.references {
      guard !decoded.isInsert, let row = set.index[reference],
        set.rows[Int(row)].object == object,
        (set.isMap(object) ? set.rows[Int(row)].key : set.element(of: row)) == key
      else { throw Self.invalid(change, "replaces a value that is not at its place") }
      predecessors.append(row)
    }
    if decoded.action == .delete, decoded.isInsert || predecessors.isEmpty {
      throw Self.invalid(change, "deletes nothing")
    }
    var op = OpSet.NewOp(id: decoded.id, object: object, key: key, action: decoded.action)
    if decoded.action != .delete {
      op.value = try set.values.store(
        code: decoded.valueCode, bytes.values, decoded.value)
    }
    op.isInsert = decoded.isInsert
    op.expand = decoded.expand
    op.markName = decoded.markName.map { set.strings.index(of: bytes.mark($0)) }
    let row = set.perform(op, replacing: predecessors).row
    operations.operations.append(
      ChangeOperation(
        row: row, object: object, key: key, predecessorCount: UInt32(predecessors.count)))
    operations.predecessors += decoded.references
  }

  /// Where an operation applies: the index of a key, or the row of an element.
  private mutating func key(
    of decoded: DecodedOperation, in object: UInt32, _ bytes: OperationBytes,
    of change: DecodedChange
  ) throws(AutomergeError) -> UInt32 {
    switch decoded.key {
    case .string(let range):
      guard set.isMap(object), !decoded.isInsert else {
        throw Self.invalid(change, "uses a key in a sequence")
      }
      return set.strings.index(of: bytes.key(range))
    case .head:
      guard !set.isMap(object), decoded.isInsert else {
        throw Self.invalid(change, "has no key")
      }
      return OpRow.none
    case .element(let id):
      guard !set.isMap(object), let row = set.index[id], set.rows[Int(row)].object == object,
        set.rows[Int(row)].isInsert
      else { throw Self.invalid(change, "names an element that doesn't exist") }
      return row
    }
  }

  private static func invalid(_ change: DecodedChange, _ fault: String) -> AutomergeError {
    AutomergeError(
      .invalidChange, "The change \(change.hash) \(fault); the replica that made it is at fault.")
  }
}
