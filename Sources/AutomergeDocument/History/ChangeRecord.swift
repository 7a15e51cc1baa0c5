/// The record of one change in the history.
struct ChangeRecord {
  let actor: ActorIndex
  let sequence: UInt64
  /// The counter of the last operation.
  ///
  /// For a change without operations, it is the counter before the change.
  let maximumOperation: UInt32
  let note: ChangeNote
  /// The changes that this one directly depends on.
  let dependencies: [ChangeIndex]
  /// The hash, which a loaded document states only for its heads; `nil` for other changes until the
  /// history is rebuilt.
  var hash: ChangeHash?
  /// The body; `nil` until the history of a loaded document is rebuilt.
  var body: ChangeBody?
}

extension ChangeRecord {
  /// Appends the chunk of the change, if its body and its hash are known.
  func write(to bytes: inout [UInt8]) {
    guard let body, let hash else { return }
    Chunk.writeChange(body.bytes, hash: hash, to: &bytes)
  }

  /// Returns the memory of a change without its operations and its body, in bytes.
  static func memory(of header: ChangeHeader) -> Int {
    memory(
      dependencyCount: header.dependencies.count,
      textLength: (header.note.message?.utf8.count ?? 0) + header.note.extra.count)
      + header.actor.memory
  }

  /// Returns the memory of a change without its operations, its body and its actor, in bytes.
  ///
  /// This includes the record, its entries in the graph, and the arrays of its references.
  static func memory(dependencyCount: Int, textLength: Int) -> Int {
    MemoryLayout<ChangeRecord>.stride + 160 + dependencyCount * 4 + textLength
  }
}

/// The parts of a change that a document chunk leaves out.
struct ChangeBody {
  /// The counter of the first operation.
  let firstOperation: UInt32
  /// The body of the change's chunk.
  let bytes: [UInt8]
}

/// The parts of a change except its operations.
struct ChangeHeader {
  let dependencies: [ChangeHash]
  let actor: ActorId
  let sequence: UInt64
  let firstOperation: UInt32
  let note: ChangeNote
}

/// The parts of a change that say nothing of its operations.
struct ChangeNote {
  /// Seconds since 1970.
  let time: Int64
  let message: String?
  /// Bytes that a later version of the format may have appended.
  var extra: [UInt8] = []
}
