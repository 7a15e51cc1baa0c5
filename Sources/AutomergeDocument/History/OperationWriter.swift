/// Writes the columns of operations, row by row.
///
/// The columns of one part of an operation are written together, by one of the nested types.
struct OperationWriter {
  private typealias Column = ColumnSpecification.Operation

  private var object = ObjectColumns()
  private var key = KeyColumns()
  /// The identities of the operations, which only document chunks have.
  private var id = IdentityColumns()
  private var insert = BooleanEncoder()
  private var action = RunEncoder<UInt64>()
  private var value = ValueColumns()
  private var references = ReferenceColumns()
  private var mark = MarkColumns()

  /// Appends an operation.
  ///
  /// `id`: The identity, in a document chunk. `references`: The predecessors of an operation of a
  /// change, or the successors of an operation of a document. `actors`: The actors of the chunk.
  mutating func append(
    _ operation: ChangeOperation, id: OpID? = nil, references: ArraySlice<OpID>, in set: OpSet,
    _ actors: ChunkActors
  ) {
    object.append(set.objects[operation.object].id, actors)
    if set.isMap(operation.object) {
      key.append(set.strings[operation.key.string])
    } else if let element = operation.key.element {
      key.append(set.rows[element].id, actors)
    } else {
      key.appendHead()
    }
    if let id { self.id.append(id, actors) }
    self.references.append(references, actors)
    if let row = operation.row {
      append(row, in: set)
    } else {
      appendDeletion()
    }
  }

  /// Appends the parts that are only in the row of an operation.
  private mutating func append(_ index: RowIndex, in set: OpSet) {
    let row = set.rows[index]
    insert.append(row.isInsert)
    action.append(UInt64(row.action.rawValue))
    value.append(row.value, in: set.values)
    mark.append(expands: row.expand, name: set.rows.markName(of: index).map { set.strings[$0] })
  }

  /// Appends the parts that other operations have in their rows.
  private mutating func appendDeletion() {
    insert.append(false)
    action.append(UInt64(OpAction.delete.rawValue))
    value.appendNull()
    mark.append(expands: false, name: nil)
  }

  /// Returns the columns.
  ///
  /// `specification`: The specification of the columns of references.
  mutating func finish(
    references specification: ColumnSpecification.Operation.References
  ) -> ColumnWriter {
    var writer = ColumnWriter()
    object.finish(into: &writer)
    key.finish(into: &writer)
    id.finish(into: &writer, actor: Column.idActor, counter: Column.idCounter)
    writer.add(Column.insert, insert.finish())
    writer.add(Column.action, action.finish())
    value.finish(into: &writer)
    references.finish(into: &writer, specification)
    mark.finish(into: &writer)
    return writer
  }
}

// The columns of one part of an operation.
extension OperationWriter {
  /// The identities of operations; each has a counter and an actor.
  private struct IdentityColumns {
    private var actor = RunEncoder<UInt64>()
    private var counter = DeltaEncoder()

    mutating func append(_ id: OpID, _ actors: ChunkActors) {
      actor.append(actors[id.actor])
      counter.append(Int64(id.counter))
    }

    mutating func finish(into writer: inout ColumnWriter, actor: UInt64, counter: UInt64) {
      writer.add(actor, self.actor.finish())
      writer.add(counter, self.counter.finish())
    }
  }

  /// The objects that the operations change; the root has neither a counter nor an actor.
  private struct ObjectColumns {
    private var actor = RunEncoder<UInt64>()
    private var counter = RunEncoder<UInt64>()

    mutating func append(_ id: OpID, _ actors: ChunkActors) {
      actor.append(id.isNone ? nil : actors[id.actor])
      counter.append(id.isNone ? nil : UInt64(id.counter))
    }

    mutating func finish(into writer: inout ColumnWriter) {
      writer.add(Column.objectActor, actor.finish())
      writer.add(Column.objectCounter, counter.finish())
    }
  }

  /// The keys of maps and the elements of sequences.
  ///
  /// A key is a string. An element has a counter and an actor, and the beginning of a sequence has
  /// the counter 0 and no actor.
  private struct KeyColumns {
    private var actor = RunEncoder<UInt64>()
    private var counter = DeltaEncoder()
    private var string = RunEncoder<RunString>()

    mutating func append(_ key: String) {
      actor.append(nil)
      counter.append(nil)
      string.append(RunString(bytes: Array(key.utf8)))
    }

    mutating func append(_ element: OpID, _ actors: ChunkActors) {
      actor.append(actors[element.actor])
      counter.append(Int64(element.counter))
      string.append(nil)
    }

    mutating func appendHead() {
      actor.append(nil)
      counter.append(0)
      string.append(nil)
    }

    mutating func finish(into writer: inout ColumnWriter) {
      writer.add(Column.keyActor, actor.finish())
      writer.add(Column.keyCounter, counter.finish())
      writer.add(Column.keyString, string.finish())
    }
  }

  /// The values; the metadata of a value are its length and its type code.
  private struct ValueColumns {
    private var metadata = RunEncoder<UInt64>()
    private var bytes: [UInt8] = []

    mutating func append(_ value: StoredValue, in arena: ValueArena) {
      metadata.append(UInt64(value.metadata))
      arena.append(value, to: &bytes)
    }

    mutating func appendNull() { metadata.append(UInt64(StoredValue.null.metadata)) }

    mutating func finish(into writer: inout ColumnWriter) {
      writer.add(Column.valueMetadata, metadata.finish())
      writer.add(Column.value, bytes)
    }
  }

  /// The parts of marks.
  private struct MarkColumns {
    private var expand = BooleanEncoder()
    private var name = RunEncoder<RunString>()

    mutating func append(expands: Bool, name: String?) {
      expand.append(expands)
      self.name.append(name.map { RunString(bytes: Array($0.utf8)) })
    }

    mutating func finish(into writer: inout ColumnWriter) {
      // Without an expanding mark, the format omits this column. An empty column would change the
      // hash.
      if expand.containsTrue { writer.add(Column.expand, expand.finish()) }
      writer.add(Column.markName, name.finish())
    }
  }

  /// The predecessors or successors of the operations.
  private struct ReferenceColumns {
    /// The number of references of each operation.
    private var count = RunEncoder<UInt64>()
    private var references = IdentityColumns()

    mutating func append(_ ids: ArraySlice<OpID>, _ actors: ChunkActors) {
      count.append(UInt64(ids.count))
      for id in ids { references.append(id, actors) }
    }

    mutating func finish(into writer: inout ColumnWriter, _ specification: Column.References) {
      writer.add(specification.group, count.finish())
      references.finish(
        into: &writer, actor: specification.actor, counter: specification.counter)
    }
  }
}
