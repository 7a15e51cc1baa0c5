/// A change as its chunk states it, not yet applied.
struct DecodedChange {
  let header: ChangeHeader
  let hash: ChangeHash
  let body: [UInt8]
  /// The actors that the operations mention besides the change's own.
  let otherActors: [ActorId]
  let columns: ColumnReader

  /// Reads the body of a change.
  init(body: [UInt8], hash: ChangeHash) throws(AutomergeError) {
    var reader = ByteReader(body)
    let dependencies = try reader.hashes()
    let actor = ActorId(bytes: try reader.prefixedArray())
    let sequence = try reader.uleb()
    let first = try reader.uleb()
    guard first > 0, let firstOperation = UInt32(exactly: first) else {
      throw reader.corrupt("a change that begins with the operation \(first)")
    }
    let time = try reader.sleb()
    let message = try reader.string()
    otherActors = try reader.actors()
    var columns = try ColumnReader(metadata: &reader)
    try columns.readPlainData(&reader)
    let extra = try reader.array(UInt64(reader.remaining))
    header = ChangeHeader(
      dependencies: dependencies, actor: actor, sequence: sequence,
      firstOperation: firstOperation, time: time, message: message.isEmpty ? nil : message,
      extra: extra)
    self.columns = columns
    self.hash = hash
    self.body = body
  }
}
