/// Writes a document chunk.
struct DocumentWriter {
  private typealias Column = ColumnSpecification.Change

  private let set: OpSet
  private let graph: ChangeGraph
  /// The actors with changes, in the order of their bytes.
  private let actors: [ActorIndex]
  /// The index within the chunk, for each actor of the document.
  private let actorIndices: [UInt64]

  init(_ set: OpSet, _ graph: ChangeGraph) {
    self.set = set
    self.graph = graph
    var actors = graph.byActor.indices.filter { !graph.byActor[$0].isEmpty }.map { ActorIndex($0) }
    actors.sort(by: set.actors.precedes)
    var indices = Array(repeating: UInt64(0), count: set.actors.actors.count)
    for (index, actor) in actors.enumerated() { indices[of: actor] = UInt64(index) }
    self.actors = actors
    actorIndices = indices
  }

  /// Returns the body of the chunk.
  ///
  /// `deflating`: `true` to compress long columns.
  func body(deflating: Bool = true) -> [UInt8] {
    var body: [UInt8] = []
    body.appendULEB(UInt64(actors.count))
    for actor in actors { body.appendPrefixed(set.actors[actor].bytes) }
    body.appendHashes(graph.heads)
    let changes = changeColumns().finish(deflating: deflating)
    let operations = operationColumns().finish(deflating: deflating)
    body += changes.metadata
    body += operations.metadata
    body += changes.data
    body += operations.data
    for head in graph.heads {
      guard let index = graph.indices[head] else { continue }
      body.appendULEB(UInt64(index.value))
    }
    return body
  }

  private func changeColumns() -> ColumnWriter {
    var actor = RunEncoder<UInt64>()
    var sequence = DeltaEncoder()
    var maximum = DeltaEncoder()
    var time = DeltaEncoder()
    var message = RunEncoder<RunString>()
    var group = RunEncoder<UInt64>()
    var dependency = DeltaEncoder()
    var extraMetadata = RunEncoder<UInt64>()
    var extra: [UInt8] = []
    for record in graph.records {
      actor.append(actorIndices[of: record.actor])
      sequence.append(Int64(record.sequence))
      maximum.append(Int64(record.maximumOperation))
      time.append(record.time)
      message.append(record.message.map { RunString(bytes: Array($0.utf8)) })
      group.append(UInt64(record.dependencies.count))
      for index in record.dependencies { dependency.append(Int64(index.value)) }
      extraMetadata.append(UInt64(record.extra.count) << 4 | UInt64(StoredValue.Code.bytes))
      extra += record.extra
    }
    var writer = ColumnWriter()
    writer.add(Column.actor, actor.finish())
    writer.add(Column.sequence, sequence.finish())
    writer.add(Column.maximumOperation, maximum.finish())
    writer.add(Column.time, time.finish())
    writer.add(Column.message, message.finish())
    writer.add(Column.dependencyGroup, group.finish())
    writer.add(Column.dependencyIndex, dependency.finish())
    writer.add(Column.extraMetadata, extraMetadata.finish())
    writer.add(Column.extra, extra)
    return writer
  }

  private func operationColumns() -> ColumnWriter {
    var columns = OperationColumns()
    for object in objectsInOrder() {
      if set.isMap(object) {
        for key in set.sortedKeys(of: object) {
          append(set.registers.head(set.registerKey(object, ObjectKey(key))), to: &columns)
        }
      } else {
        set.objects[object].sequence?.forEach { element, _ in
          append(element, to: &columns)
          return true
        }
      }
    }
    typealias Column = ColumnSpecification.Operation
    return columns.finish(
      group: Column.successorGroup, actor: Column.successorActor,
      counter: Column.successorCounter)
  }

  private func objectsInOrder() -> [ObjectIndex] {
    let objects = set.objects.indices.map { ObjectIndex($0) }
    return [.root]
      + objects.dropFirst().sorted {
        set.actors.precedes(set.objects[$0].id, set.objects[$1].id)
      }
  }

  /// Appends the rows of a register.
  private func append(_ head: RowIndex?, to columns: inout OperationColumns) {
    var next = head
    while let row = next {
      let op = set.rows[row]
      let operation = ChangeOperation(
        row: row, object: op.object, key: op.key, predecessorCount: 0)
      columns.append(operation, in: set, actorIndices: actorIndices, offset: 0)
      columns.appendID(op.id, actorIndices)
      var successors = set.successors(of: row)
      if successors.count > 1 { successors.sort(by: set.actors.precedes) }
      columns.appendReferences(successors[...], actorIndices, offset: 0)
      next = op.next
    }
  }
}
