/// Writes a document chunk.
struct DocumentWriter {
  private typealias Column = ColumnSpecification.Change

  private let set: OpSet
  private let graph: ChangeGraph
  /// The actors with changes, in the order of their bytes.
  private var actors = ChunkActors()

  init(_ set: OpSet, _ graph: ChangeGraph) {
    self.set = set
    self.graph = graph
    for (actor, changes) in graph.byActor.enumerated() where !changes.isEmpty {
      actors.insert(ActorIndex(actor))
    }
    actors.sort(from: 0, by: set.actors)
  }

  /// Returns the body of the chunk.
  ///
  /// `deflating`: `true` to compress long columns.
  func body(deflating: Bool = true) -> [UInt8] {
    var body: [UInt8] = []
    body.appendULEB(UInt64(actors.list.count))
    for actor in actors.list { body.appendPrefixed(set.actors[actor].bytes) }
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
      actor.append(actors[record.actor])
      sequence.append(Int64(record.sequence))
      maximum.append(Int64(record.maximumOperation))
      time.append(record.note.time)
      message.append(record.note.message.map { RunString(bytes: Array($0.utf8)) })
      group.append(UInt64(record.dependencies.count))
      for index in record.dependencies { dependency.append(Int64(index.value)) }
      extraMetadata.append(UInt64(record.note.extra.count) << 4 | UInt64(StoredValue.Code.bytes))
      extra += record.note.extra
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
    var writer = OperationWriter()
    for object in objectsInOrder() {
      if set.isMap(object) {
        for key in set.sortedKeys(of: object) {
          append(set.registers.head(set.registerKey(object, ObjectKey(key))), to: &writer)
        }
      } else {
        set.objects[object].sequence?.forEach { element, _ in
          append(element, to: &writer)
          return true
        }
      }
    }
    return writer.finish(references: .successors)
  }

  private func objectsInOrder() -> [ObjectIndex] {
    let objects = (0..<set.objects.count).map { ObjectIndex($0) }
    return [.root]
      + objects.dropFirst().sorted {
        set.actors.precedes(set.objects[$0].id, set.objects[$1].id)
      }
  }

  private func append(_ head: RowIndex?, to writer: inout OperationWriter) {
    var next = head
    while let row = next {
      let op = set.rows[row]
      let operation = ChangeOperation(
        row: row, object: op.object, key: op.key, predecessorCount: 0)
      var successors = set.rows.successors(of: row)
      if successors.count > 1 { successors.sort(by: set.actors.precedes) }
      writer.append(operation, id: op.id, references: successors[...], in: set, actors)
      next = op.next
    }
  }
}
