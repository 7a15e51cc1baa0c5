@testable import AutomergeDocument

/// Damaged files, and what has to hold for each of them.
enum Mutation {
  /// A file with one byte changed, and the checksums made right again.
  static func change(_ bytes: [UInt8], at place: Int, to byte: UInt8) -> [UInt8] {
    var changed = bytes
    changed[place] = byte
    return repaired(changed)
  }

  /// A file whose checksums match its chunks, as far as it has chunks.
  static func repaired(_ bytes: [UInt8]) -> [UInt8] {
    var bytes = bytes
    var reader = ByteReader(bytes)
    while !reader.isAtEnd {
      let start = reader.offset
      guard (try? reader.range(8)) != nil, let kind = try? reader.byte(),
        let body = try? reader.prefixed()
      else { return bytes }
      var content = Array(bytes[body])
      if kind == 2 {
        var budget = LoadBudget(LoadLimits())
        content = (try? budget.inflate(bytes, body)) ?? content
      }
      let hash = Chunk.hash(kind == 0 ? .document : .change, content)
      bytes.replaceSubrange(start + 4..<start + 8, with: hash.bytes.prefix(4))
    }
    return bytes
  }

  /// Reads damaged bytes in every way: each gives a document or an error.
  ///
  /// Returns whether the bytes are a document.
  @discardableResult
  static func survive(_ bytes: [UInt8]) throws -> Bool {
    if let unverified = try? Document(bytes, verify: false) {
      _ = try TypedValue(unverified)
      _ = try? unverified.changes()
      _ = try? unverified.save()
    }
    let receiver = Document()
    try receiver.put(obj: .ROOT, key: "kept", value: .Int(1))
    let before = receiver.heads()
    do {
      try receiver.applyEncodedChanges(encoded: bytes)
      _ = try TypedValue(receiver)
    } catch {
      guard receiver.heads() == before, receiver.keys(obj: .ROOT) == ["kept"] else {
        throw Trace(message: "A rejected change left a trace: \(error)")
      }
    }
    guard let document = try? Document(bytes) else { return false }
    let again = try Document(try document.save())
    guard again.heads() == document.heads(), try TypedValue(again) == TypedValue(document) else {
      throw Trace(message: "What was saved reads back as something else.")
    }
    return true
  }

  /// Applies damaged bytes to a document that has content: they change nothing, or the result can
  /// be saved, loaded and edited.
  static func apply(_ bytes: [UInt8], to document: Document) throws {
    let before = try State(document)
    do {
      try document.applyEncodedChanges(encoded: bytes)
    } catch {
      try before.expectSame(document, after: error)
      return
    }
    try expectUsable(document)
  }

  /// Receives a damaged message in a document that has content: it changes nothing, or the document
  /// answers, and comes to an end with that.
  static func receive(_ message: [UInt8], in document: Document) throws {
    let state = SyncState()
    let before = try State(document)
    do {
      try document.receiveSyncMessage(state: state, message: message)
    } catch {
      try before.expectSame(document, after: error)
      guard state.theirHeads == nil, state.encode() == SyncState().encode() else {
        throw Trace(message: "A rejected message left a trace in the state: \(error)")
      }
      return
    }
    var answers = 0
    while try document.generateSyncMessage(state: state) != nil {
      answers += 1
      guard answers < 3 else { throw Trace(message: "A message is answered without an end.") }
    }
    try expectUsable(document)
  }

  /// A message whose chunks have checksums that match, as far as it is one.
  static func repairedMessage(_ bytes: [UInt8]) -> [UInt8] {
    guard let message = try? SyncMessage(bytes) else { return bytes }
    return SyncMessage(
      heads: message.heads, need: message.need, have: message.have,
      chunks: message.chunks.map { repaired($0) }
    ).bytes
  }

  private static func expectUsable(_ document: Document) throws {
    let value = try TypedValue(document)
    let again = try Document(try document.save())
    guard again.heads() == document.heads(), try TypedValue(again) == value,
      again.queuedChangeCount == document.queuedChangeCount
    else { throw Trace(message: "What was saved reads back as something else.") }
    for used in [document, again] {
      try used.put(obj: .ROOT, key: "later", value: .Int(1))
      guard used.heads().count == 1, try used.get(obj: .ROOT, key: "later") == .Scalar(.Int(1))
      else { throw Trace(message: "A later edit is lost.") }
    }
  }

  /// What a document consists of, the sizes of its tables included.
  private struct State: Equatable {
    let heads: [ChangeHash]
    let value: TypedValue
    let sizes: [Int]

    init(_ document: Document) throws {
      heads = document.sortedHeads
      value = try TypedValue(document)
      sizes = document.tableSizes
    }

    func expectSame(_ document: Document, after error: any Error) throws {
      guard try State(document) == self else {
        throw Trace(message: "A rejected change left a trace: \(error)")
      }
    }
  }

  struct Trace: Error {
    let message: String
  }
}

extension Document {
  /// The sizes of all that the document keeps, which a rejected change leaves as they are.
  var tableSizes: [Int] {
    withCore { core in
      [
        core.history.count, core.history.waitingCount, core.history.allowance.received.memory,
        core.set.rows.count, core.set.rows.memory, Int(core.set.rows.maximumCounter),
        core.set.actors.actors.count, core.set.strings.count, core.set.values.bytes.count,
        core.set.objects.count, core.set.registers.conflicts.count, core.set.counters.memory,
      ]
    }
  }
}
