/// Writes changes in the one form that gives equal hashes in all implementations.
struct ChangeEncoder {
  private typealias Column = ColumnSpecification.Operation

  /// The index of each actor in the written change, plus one; 0 for actors that are not in it.
  ///
  /// After each change, all entries are reset to 0. One encoder encodes a whole history, and most
  /// changes have few of its actors, so resetting is faster than a new array.
  private var actorIndices: [UInt64] = []

  /// Returns the body of a change.
  ///
  /// `actor`: The index of the change's actor in the document. `predecessors`: The predecessors of
  /// all operations. The predecessors of each operation are in the order of identities.
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

  /// Numbers the actors of a change: the change's actor is first, and the others follow in the
  /// order of their bytes.
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
      // Any nonzero number marks the actor as found. Its index is set after sorting.
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
  /// `predecessors` has the predecessors of all operations, one operation after the other.
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
