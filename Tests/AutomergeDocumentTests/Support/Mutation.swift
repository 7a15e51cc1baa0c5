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
        var budget = LoadBudget(LoadLimits(), inputBytes: bytes.count)
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
      guard receiver.heads() == before, try receiver.keys(obj: .ROOT) == ["kept"] else {
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

  struct Trace: Error {
    let message: String
  }
}
