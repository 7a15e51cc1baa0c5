#if Automerge
/// Finds the operations of each change of a loaded document.
///
/// A document stores operations by place, and deletions only as successors of what they delete.
/// The identities of a change are successive and end with its last counter, so each operation has a
/// slot, and the slots must all be filled.
struct HistoryRebuilder {
  private let set: OpSet
  private let graph: ChangeGraph
  /// For each change its first counter.
  private(set) var firstOperations: [UInt32]
  /// For each change its first slot, and behind the last the number of slots.
  private(set) var slotStarts: [Int] = []
  private(set) var operations: [ChangeOperation] = []
  /// For each slot where its predecessors begin, and behind the last their number.
  private(set) var predecessorStarts: [Int] = []
  private(set) var predecessors: [OpID] = []

  init(_ set: OpSet, _ graph: ChangeGraph) throws(AutomergeError) {
    self.set = set
    self.graph = graph
    firstOperations = graph.records.map { $0.maximumOperation &+ 1 }
    try findFirstOperations()
    try fillSlots()
    try fillPredecessors()
  }

  /// The change that an identity belongs to.
  private func change(of id: OpID) throws(AutomergeError) -> Int {
    guard Int(id.actor) < graph.byActor.count else { throw Self.mismatch }
    let changes = graph.byActor[Int(id.actor)]
    var low = 0
    var high = changes.count
    while low < high {
      let middle = (low + high) / 2
      if graph.records[Int(changes[middle])].maximumOperation < id.counter {
        low = middle + 1
      } else {
        high = middle
      }
    }
    guard low < changes.count else { throw Self.mismatch }
    return Int(changes[low])
  }

  private mutating func findFirstOperations() throws(AutomergeError) {
    var references = 0
    for row in set.rows.indices {
      try note(set.rows[row].id)
      references += 1
      try forEachSuccessor(of: UInt32(row)) { id throws(AutomergeError) in
        references += 1
        try note(id)
      }
    }
    var count = 0
    for (index, record) in graph.records.enumerated() {
      slotStarts.append(count)
      let operations = Int64(record.maximumOperation) - Int64(firstOperations[index]) + 1
      // Each slot has to be filled by a row or a successor, so more slots cannot be right.
      guard operations <= Int64(references) - Int64(count) else { throw Self.mismatch }
      count += Int(operations)
    }
    slotStarts.append(count)
  }

  private mutating func note(_ id: OpID) throws(AutomergeError) {
    let change = try change(of: id)
    firstOperations[change] = min(firstOperations[change], id.counter)
  }

  private func forEachSuccessor(
    of row: UInt32, _ body: (OpID) throws(AutomergeError) -> Void
  ) throws(AutomergeError) {
    let first = set.rows[Int(row)].successor
    guard !first.isNone else { return }
    try body(first)
    for id in set.successorLists[row] ?? [] { try body(id) }
  }

  private func slot(of id: OpID) throws(AutomergeError) -> Int {
    let change = try change(of: id)
    return slotStarts[change] + Int(id.counter - firstOperations[change])
  }

  private mutating func fillSlots() throws(AutomergeError) {
    let slotCount = slotStarts.last ?? 0
    let empty = ChangeOperation(
      row: OpRow.none, object: OpRow.none, key: OpRow.none, predecessorCount: 0)
    var filled = Array(repeating: empty, count: slotCount)
    var counts = Array(repeating: UInt32(0), count: slotCount)
    for row in set.rows.indices {
      let op = set.rows[row]
      filled[try slot(of: op.id)] = ChangeOperation(
        row: UInt32(row), object: op.object, key: op.key, predecessorCount: 0)
    }
    for row in set.rows.indices where !set.rows[row].successor.isNone {
      let op = set.rows[row]
      let key = set.isMap(op.object) ? op.key : set.element(of: UInt32(row))
      try forEachSuccessor(of: UInt32(row)) { id throws(AutomergeError) in
        let slot = try slot(of: id)
        counts[slot] += 1
        if filled[slot].object == OpRow.none {
          filled[slot] = ChangeOperation(
            row: OpRow.none, object: op.object, key: key, predecessorCount: 0)
        } else if filled[slot].object != op.object || filled[slot].key != key {
          throw Self.mismatch
        }
      }
    }
    operations.reserveCapacity(slotCount)
    for (slot, operation) in filled.enumerated() {
      guard operation.object != OpRow.none else { throw Self.mismatch }
      operations.append(
        ChangeOperation(
          row: operation.row, object: operation.object, key: operation.key,
          predecessorCount: counts[slot]))
    }
  }

  private mutating func fillPredecessors() throws(AutomergeError) {
    var count = 0
    for operation in operations {
      predecessorStarts.append(count)
      count += Int(operation.predecessorCount)
    }
    predecessorStarts.append(count)
    predecessors = Array(repeating: .none, count: count)
    var next = predecessorStarts
    for row in set.rows.indices where !set.rows[row].successor.isNone {
      try forEachSuccessor(of: UInt32(row)) { id throws(AutomergeError) in
        let slot = try slot(of: id)
        predecessors[next[slot]] = set.rows[row].id
        next[slot] += 1
      }
    }
    for slot in operations.indices where operations[slot].predecessorCount > 1 {
      predecessors[predecessorStarts[slot]..<predecessorStarts[slot + 1]]
        .sort(by: set.actors.precedes)
    }
  }

  private static let mismatch = AutomergeError(
    .corruptData, "The operations of the document don't match its changes; the data are damaged.")
}

extension DocumentCore {
  /// Computes the bodies and hashes of the changes that were loaded in a document chunk, and
  /// compares the heads.
  mutating func completeHistory() throws(AutomergeError) {
    guard graph.isIncomplete else { return }
    let rebuilt = try HistoryRebuilder(set, graph)
    var completed = graph
    let heads = completed.heads
    var encoder = ChangeEncoder(actorCount: set.actors.actors.count)
    for index in completed.records.indices {
      let record = completed.records[index]
      if record.body != nil { continue }
      let slots = rebuilt.slotStarts[index]..<rebuilt.slotStarts[index + 1]
      let predecessors =
        rebuilt.predecessorStarts[slots.lowerBound]..<rebuilt.predecessorStarts[slots.upperBound]
      let header = ChangeHeader(
        dependencies: record.dependencies.compactMap { completed.records[Int($0)].hash },
        actor: set.actors[record.actor], sequence: record.sequence,
        firstOperation: rebuilt.firstOperations[index], time: record.time,
        message: record.message, extra: record.extra)
      let body = encoder.encode(
        header, actor: record.actor, rebuilt.operations[slots],
        rebuilt.predecessors[predecessors], in: set)
      let hash = Chunk.hash(.change, body)
      if let stated = record.hash, stated != hash { throw Self.wrongHeads }
      completed.complete(
        index, firstOperation: rebuilt.firstOperations[index], hash: hash, body: body)
    }
    completed.finishCompleting()
    guard completed.heads == heads else { throw Self.wrongHeads }
    graph = completed
  }

  private static let wrongHeads = AutomergeError(
    .corruptData,
    "The hashes of the document's changes don't match its heads; the data are damaged.")
}
#endif
