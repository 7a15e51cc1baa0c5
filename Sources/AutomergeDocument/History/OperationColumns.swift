/// The columns of operations while they are written, for changes and for documents.
struct OperationColumns {
  private typealias Column = ColumnSpecification.Operation

  private var objectActor = RunEncoder<UInt64>()
  private var objectCounter = RunEncoder<UInt64>()
  private var keyActor = RunEncoder<UInt64>()
  private var keyCounter = DeltaEncoder()
  private var keyString = RunEncoder<RunString>()
  private var idActor = RunEncoder<UInt64>()
  private var idCounter = DeltaEncoder()
  private var insert = BooleanEncoder()
  private var action = RunEncoder<UInt64>()
  private var valueMetadata = RunEncoder<UInt64>()
  private var value: [UInt8] = []
  private var group = RunEncoder<UInt64>()
  private var referenceActor = RunEncoder<UInt64>()
  private var referenceCounter = DeltaEncoder()
  private var expand = BooleanEncoder()
  private var markName = RunEncoder<RunString>()

  /// Appends the parts of an operation except its identity and its references.
  ///
  /// `actorIndices`: The index within the chunk, plus `offset`, for each actor of the document.
  mutating func append(
    _ operation: ChangeOperation, in set: OpSet, actorIndices: [UInt64], offset: UInt64
  ) {
    let object = set.objects[operation.object].id
    if object.isNone {
      objectActor.append(nil)
      objectCounter.append(nil)
    } else {
      objectActor.append(actorIndices[of: object.actor] - offset)
      objectCounter.append(UInt64(object.counter))
    }
    if set.isMap(operation.object) {
      keyActor.append(nil)
      keyCounter.append(nil)
      keyString.append(RunString(bytes: Array(set.strings[operation.key.string].utf8)))
    } else {
      keyString.append(nil)
      if let element = operation.key.element {
        let id = set.rows[element].id
        keyActor.append(actorIndices[of: id.actor] - offset)
        keyCounter.append(Int64(id.counter))
      } else {
        keyActor.append(nil)
        keyCounter.append(0)
      }
    }
    guard let index = operation.row else {
      insert.append(false)
      action.append(UInt64(OpAction.delete.rawValue))
      valueMetadata.append(0)
      expand.append(false)
      markName.append(nil)
      return
    }
    let row = set.rows[index]
    insert.append(row.isInsert)
    action.append(UInt64(row.action.rawValue))
    valueMetadata.append(UInt64(row.value.metadata))
    set.values.append(row.value, to: &value)
    expand.append(row.expand)
    markName.append(
      set.markNames.isEmpty
        ? nil
        : set.markNames[index].map { RunString(bytes: Array(set.strings[$0].utf8)) })
  }

  /// Appends an identity, which only documents have.
  mutating func appendID(_ id: OpID, _ actorIndices: [UInt64]) {
    idActor.append(actorIndices[of: id.actor])
    idCounter.append(Int64(id.counter))
  }

  /// Appends the predecessors or successors of an operation.
  mutating func appendReferences(
    _ references: ArraySlice<OpID>, _ actorIndices: [UInt64], offset: UInt64
  ) {
    group.append(UInt64(references.count))
    for reference in references {
      referenceActor.append(actorIndices[of: reference.actor] - offset)
      referenceCounter.append(Int64(reference.counter))
    }
  }

  /// Returns the columns, with the given specifications for the references.
  func finish(group: UInt64, actor: UInt64, counter: UInt64) -> ColumnWriter {
    var columns = self
    var writer = ColumnWriter()
    writer.add(Column.objectActor, columns.objectActor.finish())
    writer.add(Column.objectCounter, columns.objectCounter.finish())
    writer.add(Column.keyActor, columns.keyActor.finish())
    writer.add(Column.keyCounter, columns.keyCounter.finish())
    writer.add(Column.keyString, columns.keyString.finish())
    writer.add(Column.idActor, columns.idActor.finish())
    writer.add(Column.idCounter, columns.idCounter.finish())
    writer.add(Column.insert, columns.insert.finish())
    writer.add(Column.action, columns.action.finish())
    writer.add(Column.valueMetadata, columns.valueMetadata.finish())
    writer.add(Column.value, columns.value)
    writer.add(group, columns.group.finish())
    writer.add(actor, columns.referenceActor.finish())
    writer.add(counter, columns.referenceCounter.finish())
    // Without an expanding mark, the format omits this column. An empty column would change the
    // hash.
    if columns.expand.containsTrue { writer.add(Column.expand, columns.expand.finish()) }
    writer.add(Column.markName, columns.markName.finish())
    return writer
  }
}

/// One operation of a change.
///
/// Its row, object and predecessors are in the tables of the document.
struct ChangeOperation {
  /// The row; `nil` for a deletion.
  @OptionalIndex private(set) var row: RowIndex? = nil
  let object: ObjectIndex
  let key: ObjectKey
  /// The number of this operation's predecessors in ``ChangeOperations/predecessors``.
  var predecessorCount: UInt32

  /// `true` if the operation has no row and deletes no row.
  ///
  /// Such an operation is invalid.
  var isEmpty: Bool { row == nil && predecessorCount == 0 }
}

/// The operations of one change, in the order of their counters.
struct ChangeOperations {
  var operations: [ChangeOperation] = []
  /// The predecessors of all operations, one after the other.
  var predecessors: [OpID] = []

  /// Returns `true` if the predecessors of each operation are in the order in which a document
  /// chunk restores them.
  func haveAscendingPredecessors(by actors: ActorTable) -> Bool {
    var first = 0
    for operation in operations {
      let end = first + Int(operation.predecessorCount)
      let own = predecessors[first..<end]
      guard zip(own, own.dropFirst()).allSatisfy({ actors.precedes($0, $1) }) else {
        return false
      }
      first = end
    }
    return true
  }
}
