/// A change that was read from its chunk, but not applied.
struct DecodedChange {
  let header: ChangeHeader
  let hash: ChangeHash
  let body: [UInt8]
  /// The actors that the operations refer to, without the change's actor.
  let otherActors: [ActorId]
  let columns: ColumnReader
  /// The number of leading dependencies that are known to be in the document.
  private var metDependencies = 0

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
      firstOperation: firstOperation,
      note: ChangeNote(time: time, message: message.isEmpty ? nil : message, extra: extra))
    self.columns = columns
    self.hash = hash
    self.body = body
  }

  /// Claims the memory of the change without its operations.
  func claimMemory(from budget: inout LoadBudget) throws(AutomergeError) {
    try budget.claim(of: ChangeRecord.memory(of: header), for: "changes")
    try budget.claim(of: body.count, for: "changes")
    for actor in otherActors { try budget.claim(of: actor.memory, for: "actors") }
  }

  /// Returns the error of an invalid change.
  ///
  /// `fault` is the predicate of the error's sentence.
  func invalid(_ fault: String) -> AutomergeError {
    AutomergeError(
      .invalidChange, "The change \(hash) \(fault); it was made by a faulty replica.")
  }

  /// Returns the first dependency that a document lacks; `nil` if no dependency is missing.
  ///
  /// A document keeps its changes, so dependencies that were found are not searched again.
  mutating func missingDependency(in history: History) -> ChangeHash? {
    while metDependencies < header.dependencies.count {
      let dependency = header.dependencies[metDependencies]
      guard history.contains(dependency) else { return dependency }
      metDependencies += 1
    }
    return nil
  }
}
