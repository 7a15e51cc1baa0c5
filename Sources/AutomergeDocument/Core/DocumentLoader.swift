/// Reads a document chunk into empty structures.
///
/// A document chunk has the operations in the order of its objects and elements, so elements are
/// appended to their sequences without a search.
struct DocumentLoader {
  private typealias Column = ColumnSpecification.Change

  private(set) var set: OpSet
  private(set) var graph = ChangeGraph()
  /// The counters with successors; some successors may be increments.
  private var replacedCounters: [RowIndex] = []
  /// The greatest counter of each actor's operations.
  private var greatestCounters: [UInt32] = []
  private var successorCount = 0
  private var lastObject: (id: OpID, index: ObjectIndex) = (.none, .root)
  /// The elements after which the next element may be inserted: the last element of ``lastObject``,
  /// the element that precedes it by the insertion, and so on up to the first.
  private var openElements: [RowIndex] = []

  /// Creates a loader.
  ///
  /// `set`: An empty set, to which the operations are added.
  init(set: OpSet) { self.set = set }

  /// Reads the body of the chunk.
  mutating func load(
    _ body: [UInt8], charging budget: inout LoadBudget
  ) throws(AutomergeError) {
    var reader = ByteReader(body)
    let identities = try reader.actors()
    for actor in identities { try budget.claim(of: actor.memory, for: "actors") }
    let actors = set.indices(of: identities)
    greatestCounters = Array(repeating: 0, count: set.actors.actors.count)
    let heads = try reader.hashes()
    var changeColumns = try ColumnReader(metadata: &reader)
    var operationColumns = try ColumnReader(metadata: &reader)
    try changeColumns.readData(&reader, inflating: &budget)
    try operationColumns.readData(&reader, inflating: &budget)
    try changeColumns.check(known: Column.all)
    try operationColumns.check(known: ColumnSpecification.Operation.ofDocuments)
    try loadChanges(changeColumns, actors: actors, charging: &budget)
    try loadHeads(heads, &reader)
    try loadOperations(operationColumns, actors: actors, charging: &budget)
    try checkCounters()
  }

  /// Sets the hashes of the head changes to the hashes in the file.
  ///
  /// `completeHistory()` compares them later.
  ///
  /// The changes are already loaded, and the reader is behind the last column. There, new files
  /// have the index of each head's change, in the order of `heads`.
  private mutating func loadHeads(
    _ heads: [ChangeHash], _ reader: inout ByteReader
  ) throws(AutomergeError) {
    guard heads.count == graph.headIndices.count else {
      throw AutomergeError(
        .corruptData, "The heads of the document don't match its changes.", offset: reader.offset)
    }
    // Old files don't have these indices. They are not needed if there is only one head.
    guard !reader.isAtEnd else {
      if let head = heads.first, heads.count == 1, let index = graph.headIndices.first {
        graph.setHeads([(index, head)])
      } else {
        graph.setHeads(unplaced: heads)
      }
      return
    }
    var places: [(index: ChangeIndex, hash: ChangeHash)] = []
    for hash in heads {
      let index = try reader.uleb()
      guard index < UInt64(graph.count), graph.headIndices.contains(ChangeIndex(Int(index))) else {
        throw reader.corrupt("an unknown head")
      }
      places.append((ChangeIndex(Int(index)), hash))
    }
    guard Set(places.map(\.index)).count == places.count else {
      throw reader.corrupt("a head twice")
    }
    guard reader.isAtEnd else { throw reader.corrupt("bytes after the last column") }
    graph.setHeads(places)
  }

  // MARK: Changes

  private mutating func loadChanges(
    _ columns: ColumnReader, actors: [ActorIndex], charging budget: inout LoadBudget
  ) throws(AutomergeError) {
    var actor = UnsignedDecoder(columns[Column.actor])
    var sequence = DeltaDecoder(columns[Column.sequence])
    var maximum = DeltaDecoder(columns[Column.maximumOperation])
    var time = DeltaDecoder(columns[Column.time])
    var message = StringDecoder(columns[Column.message])
    var group = UnsignedDecoder(columns[Column.dependencyGroup])
    var dependency = DeltaDecoder(columns[Column.dependencyIndex])
    var extraMetadata = UnsignedDecoder(columns[Column.extraMetadata])
    var extra = columns[Column.extra]
    while !actor.isAtEnd {
      guard let place = try actor.next(), place < UInt64(actors.count) else {
        throw Self.corruptChange("names an actor that is not listed")
      }
      let index = actors[Int(place)]
      let stated = try sequence.next()
      guard let stated, stated > 0, UInt64(stated) == graph.nextSequence(of: index) else {
        throw Self.corruptChange("is out of its actor's sequence")
      }
      guard let value = try maximum.next(), let maximumOperation = UInt32(exactly: value) else {
        throw Self.corruptChange("has a last counter outside 0...4294967295")
      }
      if let last = graph.lastChange(of: index),
        graph[last].maximumOperation > maximumOperation
      {
        throw Self.corruptChange("ends before the change that its actor made earlier")
      }
      let text = try message.next(charging: &budget)
      let count = try group.next() ?? 0
      try budget.claim(count, of: 4, for: "references between changes")
      var dependencies: [ChangeIndex] = []
      for _ in 0..<count {
        guard let value = try dependency.next(), value >= 0, value < Int64(graph.count) else {
          throw Self.corruptChange("depends on a change that doesn't precede it")
        }
        dependencies.append(ChangeIndex(Int(value)))
      }
      guard graph.lastCounter(of: dependencies) <= maximumOperation else {
        throw Self.corruptChange("ends before a change that it depends on")
      }
      let extraLength = (try extraMetadata.next() ?? 0) >> 4
      let extraBytes = try extra.array(extraLength)
      try budget.claim(
        of: ChangeRecord.memory(
          dependencyCount: 0, textLength: (text?.count ?? 0) + extraBytes.count), for: "changes")
      graph.append(
        ChangeRecord(
          actor: index, sequence: UInt64(stated), maximumOperation: maximumOperation,
          note: ChangeNote(
            time: try time.next() ?? 0,
            message: text.map { String(decoding: message.bytes[$0], as: UTF8.self) },
            extra: extraBytes), dependencies: dependencies))
    }
    guard
      sequence.isAtEnd, maximum.isAtEnd, time.isAtEnd, message.isAtEnd, group.isAtEnd,
      dependency.isAtEnd, extraMetadata.isAtEnd, extra.isAtEnd
    else { throw Self.corruptChange("has columns of different lengths") }
  }

  // MARK: Operations

  private mutating func loadOperations(
    _ columns: ColumnReader, actors: [ActorIndex], charging budget: inout LoadBudget
  ) throws(AutomergeError) {
    var reader = OperationReader(columns, actors: actors, of: .document)
    let bytes = reader.bytes
    var decoded = DecodedOperation()
    let count = try reader.operationCount()
    // Throws before reading if the operations exceed the budget, or if the changes have fewer
    // counters than operations. Each operation is claimed when it is read.
    var wholeBudget = budget
    try wholeBudget.claim(count, of: RowTable.operationMemory, for: "operations")
    guard count <= graph.counterCount else { throw Self.corrupt("doesn't belong to any change") }
    // Reserves at most a million rows in advance, independent of the limits.
    set.reserveRows(Int(min(count, 1 << 20)))
    var memory = set.memory
    while try reader.next(into: &decoded, charging: &budget) {
      guard set.rows.index(of: decoded.id) == nil else { throw Self.corrupt("repeats an identity") }
      guard decoded.action != .delete else { throw Self.corrupt("is a deletion with a row") }
      let object = try object(decoded.object)
      let key = try set.key(of: decoded, in: object, bytes, fault: Self.corrupt)
      guard
        decoded.isAfterItsPlace,
        decoded.references.allSatisfy({ $0.counter > decoded.id.counter })
      else { throw Self.corrupt("comes before one of its references") }
      if decoded.isInsert { try closeElements(after: key.element, before: decoded.id) }
      let op = try set.newOp(decoded, object: object, key: key, bytes)
      let row = set.load(op, successors: decoded.references)
      if decoded.isInsert { openElements.append(row) }
      noteCounter(decoded.id)
      successorCount += decoded.references.count
      for reference in decoded.references { noteCounter(reference) }
      if !decoded.references.isEmpty, set.rows[row].isCounter { replacedCounters.append(row) }
      try budget.claim(of: set.memory - memory, for: "operations")
      memory = set.memory
    }
    for counter in replacedCounters { set.settleCounter(counter) }
  }

  /// Checks that each operation belongs to a change of its actor.
  private mutating func checkCounters() throws(AutomergeError) {
    for (actor, greatest) in greatestCounters.enumerated() where greatest > 0 {
      let last = graph.lastChange(of: ActorIndex(actor)).map { graph[$0] }
      guard let last, greatest <= last.maximumOperation else {
        throw Self.corrupt("doesn't belong to any change")
      }
    }
    // The last counter of a change is at most the number of skippable counters plus the number of
    // operations.
    let last = Int64(ChangeGraph.lastSkippedCounter) + Int64(set.rows.count + successorCount)
    for record in graph.records {
      guard Int64(record.maximumOperation) <= last else {
        throw Self.corruptChange("has a last counter that its operations don't reach")
      }
      set.useCounters(upTo: record.maximumOperation)
    }
  }

  private mutating func noteCounter(_ id: OpID) {
    greatestCounters[of: id.actor] = max(greatestCounters[of: id.actor], id.counter)
  }

  private mutating func object(_ id: OpID) throws(AutomergeError) -> ObjectIndex {
    if id == lastObject.id { return lastObject.index }
    guard let index = set.objects.index(of: id) else {
      throw Self.corrupt("changes an object that doesn't exist")
    }
    // The operations of a sequence follow each other, so a sequence with elements is already
    // complete.
    guard set.objects[index].sequence?.normalized(SequenceTree.start) == nil else {
      throw Self.misplaced
    }
    openElements.removeAll(keepingCapacity: true)
    lastObject = (id, index)
    return index
  }

  /// Closes the open elements that follow the element after which a new element was inserted.
  ///
  /// Throws an error if the new element is not at its place: right after that element, or after the
  /// subtree of a later insertion at the same place.
  ///
  /// `element`: The element after which the new one was inserted; `nil` for the beginning.
  /// `id`: The new element.
  private mutating func closeElements(
    after element: RowIndex?, before id: OpID
  ) throws(AutomergeError) {
    var laterSibling: RowIndex?
    while let last = openElements.last, last != element { laterSibling = openElements.popLast() }
    guard openElements.last == element,
      laterSibling.map({ set.actors.precedes(id, set.rows[$0].id) }) ?? true
    else { throw Self.misplaced }
  }

  private static let misplaced = corrupt("is not at its place in the sequence")

  private static func corrupt(_ fault: String) -> AutomergeError {
    AutomergeError(.corruptData, "An operation of the document \(fault).")
  }

  private static func corruptChange(_ fault: String) -> AutomergeError {
    AutomergeError(.corruptData, "A change of the document \(fault).")
  }
}
