/// Writes changes in the one form that gives equal hashes in all implementations.
struct ChangeEncoder {
  /// The actors of the written change; empty between changes.
  ///
  /// One encoder encodes a whole history, and most changes have few of its actors, so emptying this
  /// table is faster than making a new table.
  private var actors = ChunkActors()

  /// Returns the body of a change, in the one form that gives equal hashes in all implementations.
  ///
  /// `actor`: The index of the change's actor.
  mutating func encode(
    _ header: ChangeHeader, actor: ActorIndex, _ change: ChangeOperations, in set: OpSet
  ) -> [UInt8] {
    encode(header, actor: actor, change.operations[...], change.predecessors[...], in: set)
  }

  /// Returns the body of a change whose operations are part of an array.
  ///
  /// `actor`: The index of the change's actor in the document. `predecessors`: The predecessors of
  /// all operations. The predecessors of each operation are in the order of identities.
  mutating func encode(
    _ header: ChangeHeader, actor: ActorIndex, _ operations: ArraySlice<ChangeOperation>,
    _ predecessors: ArraySlice<OpID>, in set: OpSet
  ) -> [UInt8] {
    collectActors(besides: actor, operations, predecessors, in: set)
    defer { actors.removeAll() }
    let others = actors.list.dropFirst()
    var body: [UInt8] = []
    body.appendHashes(header.dependencies.sorted())
    body.appendPrefixed(header.actor.bytes)
    body.appendULEB(header.sequence)
    body.appendULEB(UInt64(header.firstOperation))
    body.appendSLEB(header.note.time)
    body.appendPrefixed(Array((header.note.message ?? "").utf8))
    body.appendULEB(UInt64(others.count))
    for other in others { body.appendPrefixed(set.actors[other].bytes) }
    let (metadata, data) = columns(operations, predecessors, in: set)
      .finish(deflating: false)
    body += metadata
    body += data
    body += header.note.extra
    return body
  }

  /// Numbers the actors of a change: the change's actor is first, and the others follow in the
  /// order of their bytes.
  private mutating func collectActors(
    besides actor: ActorIndex, _ operations: ArraySlice<ChangeOperation>,
    _ predecessors: ArraySlice<OpID>, in set: OpSet
  ) {
    actors.insert(actor)
    for operation in operations {
      let object = set.objects[operation.object].id
      if !object.isNone { actors.insert(object.actor) }
      if !set.isMap(operation.object), let element = operation.key.element {
        actors.insert(set.rows[element].id.actor)
      }
    }
    for predecessor in predecessors { actors.insert(predecessor.actor) }
    actors.sort(from: 1, by: set.actors)
  }

  /// Returns the columns of operations, with the numbers that `collectActors` gave the actors.
  ///
  /// `predecessors` has the predecessors of all operations, one operation after the other.
  private func columns(
    _ operations: ArraySlice<ChangeOperation>, _ predecessors: ArraySlice<OpID>, in set: OpSet
  ) -> ColumnWriter {
    var writer = OperationWriter()
    var first = predecessors.startIndex
    for operation in operations {
      let end = first + Int(operation.predecessorCount)
      writer.append(operation, references: predecessors[first..<end], in: set, actors)
      first = end
    }
    return writer.finish(references: .predecessors)
  }
}
