#if Automerge
@testable import AutomergeDocument

/// A document chunk of one change, whose operations are runs in every column.
struct CraftedDocument {
  typealias Column = ColumnSpecification.Operation
  typealias ChangeColumn = ColumnSpecification.Change

  var operationCount = 1
  /// How far the counters of two operations are from each other.
  var distance: Int64 = 1
  var action = OpAction.set
  var key = "k"
  var actor: [UInt8] = [1]
  /// The counter that the change states as its last one; that of its last operation if `nil`.
  var maximumOperation: Int64?

  /// The file.
  ///
  /// Its head is the hash that the change has if its operations are successive and set a key to
  /// null; each but the last is replaced by the next one.
  var bytes: [UInt8] {
    let changes = writer([
      ChangeColumn.actor: CraftedChange.run(0, 1),
      ChangeColumn.sequence: CraftedChange.run(difference: 1, 1),
      ChangeColumn.maximumOperation: CraftedChange.run(
        difference: maximumOperation ?? Int64(operationCount) * distance, 1),
      ChangeColumn.extraMetadata: CraftedChange.run(UInt64(StoredValue.Code.bytes), 1),
    ])
    var keys: [UInt8] = []
    keys.appendSLEB(operationCount == 1 ? -1 : Int64(operationCount))
    keys.appendPrefixed(Array(key.utf8))
    let operations =
      operationCount == 0
      ? writer([:])
      : writer([
        Column.keyString: keys, Column.idActor: CraftedChange.run(0, operationCount),
        Column.idCounter: CraftedChange.run(difference: distance, operationCount),
        Column.insert: CraftedChange.booleans(false, operationCount),
        Column.action: CraftedChange.run(action, operationCount),
        Column.valueMetadata: CraftedChange.run(0, operationCount),
        Column.successorGroup: CraftedChange.run(0, operationCount),
      ])
    var body: [UInt8] = [1]
    body.appendPrefixed(actor)
    body.appendHashes([head])
    body += changes.metadata + operations.metadata + changes.data + operations.data
    body.append(0)
    var bytes: [UInt8] = []
    Chunk.write(.document, body, to: &bytes)
    return bytes
  }

  private var head: ChangeHash {
    // Such a document isn't read as far as its head.
    guard operationCount < 1 << 16 else { return CraftedChange().hash }
    var change =
      operationCount == 0
      ? CraftedChange()
      : CraftedChange(settingKeys: Array(repeating: key, count: operationCount))
    change.actor = actor
    change.columns[Column.action] =
      operationCount == 0 ? nil : CraftedChange.run(action, operationCount)
    if let maximumOperation, operationCount == 0 {
      change.firstOperation = UInt64(maximumOperation) + 1
    }
    return change.hash
  }

  private func writer(_ columns: [UInt64: [UInt8]]) -> (metadata: [UInt8], data: [UInt8]) {
    var writer = ColumnWriter()
    for (specification, bytes) in columns { writer.add(specification, bytes) }
    return writer.finish(deflating: false)
  }
}
#endif
