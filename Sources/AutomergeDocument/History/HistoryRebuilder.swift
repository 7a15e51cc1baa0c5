/// Finds the operations of each change of a loaded document.
///
/// A document chunk has the operations in the order of their places, and deletions only as
/// successors of the operations that they delete. The counters of a change's operations are
/// successive and end with the change's last counter, so each operation has a slot, and all slots
/// must be filled. Pending edits don't belong to a change yet and are ignored.
struct HistoryRebuilder {
  private let set: OpSet
  private let graph: ChangeGraph
  /// The number of rows that belong to changes; the rows of pending edits come after them.
  private let rowCount: Int
  private let lastCounters: [[UInt32]]
  /// The result of the last look-up: a change and its range of counters.
  private var found: (actor: ActorIndex, counters: ClosedRange<UInt32>, change: ChangeIndex)?
  private(set) var slots: OperationSlots

  init(
    _ set: OpSet, _ graph: ChangeGraph, without pending: PendingChange.Edits?
  ) throws(AutomergeError) {
    self.set = set
    self.graph = graph
    var successors = Self.successors(in: set)
    var rowCount = set.rows.count
    if let pending {
      successors.removeAll { pending.contains($0.id) }
      while rowCount > 0, pending.contains(set.rows[RowIndex(rowCount - 1)].id) { rowCount -= 1 }
    }
    self.rowCount = rowCount
    lastCounters = graph.byActor.map { changes in changes.map { graph[$0].maximumOperation } }
    slots = OperationSlots(firstOperations: graph.records.map { $0.maximumOperation &+ 1 })
    try findFirstOperations(successors)
    let filled = try fillSlots(successors)
    fillPredecessors(successors, filled)
  }

  private static func successors(in set: OpSet) -> [(row: RowIndex, id: OpID)] {
    var successors: [(row: RowIndex, id: OpID)] = []
    for place in 0..<set.rows.count {
      let row = RowIndex(place)
      let first = set.rows[row].successor
      guard !first.isNone else { continue }
      successors.append((row, first))
      for id in set.rows.laterSuccessors[row] { successors.append((row, id)) }
    }
    return successors
  }

  /// Returns the change that an identity belongs to.
  private mutating func change(of id: OpID) throws(AutomergeError) -> ChangeIndex {
    if let found, found.actor == id.actor, found.counters.contains(id.counter) {
      return found.change
    }
    guard id.actor.value < lastCounters.count else { throw Self.mismatch }
    let lastCounters = lastCounters[of: id.actor]
    let position = lastCounters.firstPosition { $0 >= id.counter }
    guard position < lastCounters.count else { throw Self.mismatch }
    let change = graph.byActor[of: id.actor][position]
    found = (id.actor, id.counter...lastCounters[position], change)
    return change
  }

  private mutating func findFirstOperations(
    _ successors: [(row: RowIndex, id: OpID)]
  ) throws(AutomergeError) {
    for row in 0..<rowCount { try note(set.rows[RowIndex(row)].id) }
    for successor in successors { try note(successor.id) }
    let references = rowCount + successors.count
    var count = 0
    for change in graph.records.indices {
      slots.starts.append(count)
      let last = graph.records[change].maximumOperation
      let operations = Int64(last) - Int64(slots.firstOperations[change]) + 1
      // Each slot is filled by a row or a successor, so more slots than rows and successors are an
      // error.
      guard operations <= Int64(references - count) else { throw Self.mismatch }
      count += Int(operations)
    }
    slots.starts.append(count)
  }

  private mutating func note(_ id: OpID) throws(AutomergeError) {
    let change = try change(of: id)
    slots.firstOperations[of: change] = min(slots.firstOperations[of: change], id.counter)
  }

  private mutating func slot(of id: OpID) throws(AutomergeError) -> Int {
    let change = try change(of: id)
    return slots.starts[of: change] + Int(id.counter - slots.firstOperations[of: change])
  }

  /// Enters the operations, and returns the slot of each successor.
  private mutating func fillSlots(
    _ successors: [(row: RowIndex, id: OpID)]
  ) throws(AutomergeError) -> [Int] {
    let empty = ChangeOperation(
      row: nil, object: .root, key: ObjectKey(nil), predecessorCount: 0)
    slots.operations = Array(repeating: empty, count: slots.starts.last ?? 0)
    for place in 0..<rowCount {
      let row = RowIndex(place)
      slots.operations[try slot(of: set.rows[row].id)] = ChangeOperation(
        row: row, object: set.rows[row].object, key: set.rows[row].key, predecessorCount: 0)
    }
    var filled: [Int] = []
    filled.reserveCapacity(successors.count)
    for (row, id) in successors {
      let object = set.rows[row].object
      let key = set.key(of: row)
      let slot = try slot(of: id)
      filled.append(slot)
      if slots.operations[slot].isEmpty {
        slots.operations[slot] = ChangeOperation(
          row: nil, object: object, key: key, predecessorCount: 1)
      } else {
        guard slots.operations[slot].object == object, slots.operations[slot].key == key else {
          throw Self.mismatch
        }
        slots.operations[slot].predecessorCount += 1
      }
    }
    guard !slots.operations.contains(where: \.isEmpty) else { throw Self.mismatch }
    return filled
  }

  /// Enters the predecessors.
  ///
  /// `filled`: The slot of each successor.
  private mutating func fillPredecessors(
    _ successors: [(row: RowIndex, id: OpID)], _ filled: [Int]
  ) {
    var count = 0
    for operation in slots.operations {
      slots.predecessorStarts.append(count)
      count += Int(operation.predecessorCount)
    }
    slots.predecessorStarts.append(count)
    slots.predecessors = Array(repeating: .none, count: count)
    var next = slots.predecessorStarts
    for (place, slot) in filled.enumerated() {
      slots.predecessors[next[slot]] = set.rows[successors[place].row].id
      next[slot] += 1
    }
    for slot in slots.operations.indices where slots.operations[slot].predecessorCount > 1 {
      slots.predecessors[slots.predecessorStarts[slot]..<slots.predecessorStarts[slot + 1]]
        .sort(by: set.actors.precedes)
    }
  }

  private static let mismatch = AutomergeError(
    .corruptData, "The operations of the document don't match its changes; the data are damaged.")
}

/// The operations of all changes: a slot for each counter of a change, one change after the other.
struct OperationSlots {
  /// The first counter of each change.
  fileprivate(set) var firstOperations: [UInt32]
  /// The index of the first slot of each change; the last entry is the total number of slots.
  fileprivate var starts: [Int] = []
  fileprivate var operations: [ChangeOperation] = []
  /// The index of the first predecessor of each slot.
  ///
  /// The last entry is the total number of predecessors.
  fileprivate var predecessorStarts: [Int] = []
  fileprivate var predecessors: [OpID] = []

  fileprivate init(firstOperations: [UInt32]) { self.firstOperations = firstOperations }

  /// Returns the operations of a change and all their predecessors.
  func content(
    ofChange index: Int
  ) -> (operations: ArraySlice<ChangeOperation>, predecessors: ArraySlice<OpID>) {
    let slots = starts[index]..<starts[index + 1]
    let own = predecessorStarts[slots.lowerBound]..<predecessorStarts[slots.upperBound]
    return (operations[slots], predecessors[own])
  }
}

extension ChangeGraph {
  /// Computes the bodies and hashes of the changes from a document chunk, claims the memory of the
  /// bodies, compares the heads, and returns the complete graph.
  func completed(
    with set: OpSet, without pending: PendingChange.Edits?, charging budget: inout LoadBudget
  ) throws(AutomergeError) -> ChangeGraph {
    let slots = try HistoryRebuilder(set, self, without: pending).slots
    for (record, first) in zip(records, slots.firstOperations) {
      let last = lastCounter(of: record.dependencies)
      guard Self.canBegin(with: first, after: last) else {
        throw AutomergeError(
          .corruptData,
          "A change of the document begins with the counter \(first), where its dependencies end "
            + "with \(last); the data are damaged.")
      }
    }
    var completed = self
    var encoder = ChangeEncoder()
    for index in completed.records.indices {
      let record = completed.records[index]
      if record.body != nil { continue }
      let (operations, predecessors) = slots.content(ofChange: index)
      let header = ChangeHeader(
        dependencies: record.dependencies.compactMap { completed[$0].hash },
        actor: set.actors[record.actor], sequence: record.sequence,
        firstOperation: slots.firstOperations[index], note: record.note)
      let body = encoder.encode(
        header, actor: record.actor, operations, predecessors, in: set)
      try budget.claim(of: body.count + 48, for: "changes")
      let hash = Chunk.hash(.change, body)
      if let stated = record.hash, stated != hash { throw Self.wrongHeads }
      completed.complete(
        ChangeIndex(index), hash: hash,
        body: ChangeBody(firstOperation: slots.firstOperations[index], bytes: body))
    }
    completed.finishCompleting()
    guard completed.heads == heads else { throw Self.wrongHeads }
    return completed
  }

  private static let wrongHeads = AutomergeError(
    .corruptData,
    "The hashes of the document's changes don't match its heads; the data are damaged.")
}
