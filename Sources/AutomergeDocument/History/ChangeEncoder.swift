/// Writes changes in the only form that gives equal hashes.
struct ChangeEncoder {
  private typealias Column = ColumnSpecification.Operation

  /// The index of each actor in the written change, plus one; 0 for actors that are not in it.
  ///
  /// After each change all are 0 again: a history is encoded by one encoder, and most changes have
  /// few of its actors.
  private var actorIndices: [UInt64] = []

  /// Returns the body of a change.
  ///
  /// `actor`: The index of the change's actor in the document. `predecessors`: The predecessors of
  /// all operations, for each operation in the order of identities.
  mutating func encode(
    _ header: ChangeHeader, actor: ActorIndex, _ operations: ArraySlice<ChangeOperation>,
    _ predecessors: ArraySlice<OpID>, in set: OpSet
  ) -> [UInt8] {
    let others = collectActors(besides: actor, operations, predecessors, in: set)
    defer {
      actorIndices[of: actor] = 0
      for other in others { actorIndices[of: other] = 0 }
    }
    var body: [UInt8] = []
    body.appendHashes(header.dependencies.sorted())
    body.appendPrefixed(header.actor.bytes)
    body.appendULEB(header.sequence)
    body.appendULEB(UInt64(header.firstOperation))
    body.appendSLEB(header.time)
    body.appendPrefixed(Array((header.message ?? "").utf8))
    body.appendULEB(UInt64(others.count))
    for other in others { body.appendPrefixed(set.actors[other].bytes) }
    let (metadata, data) = columns(operations, predecessors, in: set).finish(deflating: false)
    body += metadata
    body += data
    body += header.extra
    return body
  }

  /// Numbers the actors of a change: its own first, the others in the order of bytes.
  private mutating func collectActors(
    besides actor: ActorIndex, _ operations: ArraySlice<ChangeOperation>,
    _ predecessors: ArraySlice<OpID>, in set: OpSet
  ) -> [ActorIndex] {
    if actorIndices.count < set.actors.actors.count {
      let missing = set.actors.actors.count - actorIndices.count
      actorIndices.append(contentsOf: repeatElement(0, count: missing))
    }
    var others: [ActorIndex] = []
    actorIndices[of: actor] = 1
    func note(_ id: OpID) {
      guard !id.isNone, actorIndices[of: id.actor] == 0 else { return }
      // Any number marks the actor as found; its index follows when all are sorted.
      actorIndices[of: id.actor] = 1
      others.append(id.actor)
    }
    for operation in operations {
      note(set.objects[operation.object].id)
      if !set.isMap(operation.object), let element = operation.key.element {
        note(set.rows[element].id)
      }
    }
    for predecessor in predecessors { note(predecessor) }
    others.sort(by: set.actors.precedes)
    for (place, other) in others.enumerated() { actorIndices[of: other] = UInt64(place) + 2 }
    return others
  }

  /// Returns the columns of operations, with the numbers that `collectActors` gave the actors.
  ///
  /// `predecessors` has those of each operation, one operation after the other.
  private func columns(
    _ operations: ArraySlice<ChangeOperation>, _ predecessors: ArraySlice<OpID>, in set: OpSet
  ) -> ColumnWriter {
    var columns = OperationColumns()
    var predecessor = predecessors.startIndex
    for operation in operations {
      let end = predecessor + Int(operation.predecessorCount)
      columns.append(operation, in: set, actorIndices: actorIndices, offset: 1)
      columns.appendReferences(predecessors[predecessor..<end], actorIndices, offset: 1)
      predecessor = end
    }
    return columns.finish(
      group: Column.predecessorGroup, actor: Column.predecessorActor,
      counter: Column.predecessorCounter)
  }
}
