import Foundation
import SystemDigest
import Testing

@testable import AutomergeDocument

/// Parts of the format that this version can't read, which it says and doesn't skip.
struct LaterFormatTests {
  private let document = Document(actor: ActorId(bytes: [1]))

  /// A chunk of any type with a checksum that matches.
  private func chunk(type: UInt8, _ body: some Sequence<UInt8>) -> [UInt8] {
    let body = Array(body)
    var header = [type]
    header.appendULEB(UInt64(body.count))
    let checksum = ChangeHash(digest: SystemDigest.sha256([header, body])).bytes.prefix(4)
    return Chunk.magic + checksum + header + body
  }

  /// The body of a chunk.
  private func content(of bytes: some Sequence<UInt8>) throws -> [UInt8] {
    var reader = ByteReader(Array(bytes))
    var budget = LoadBudget(LoadLimits())
    return try Chunk(&reader, inflating: &budget).body
  }

  @Test(arguments: [3, 4, 0x7F, 0xFF] as [UInt8])
  func `a bundle or an unknown chunk is named, wherever it comes`(type: UInt8) throws {
    try document.put(obj: .ROOT, key: "a", value: .Int(1))
    let heads = document.heads()
    let unknown = chunk(type: type, [1, 2, 3])
    let saved = Array(try document.save())
    for bytes in [unknown, saved + unknown] {
      let error = expectError(.unsupportedFormat) { try Document(bytes) }
      #expect(error?.message.contains("chunk of type \(type)") == true)
      #expect(error?.offset == bytes.count - unknown.count)
    }
    #expect(throws: AutomergeError.self) {
      try document.applyEncodedChanges(encoded: saved + unknown)
    }
    #expect(document.heads() == heads)
  }

  @Test func `an operation of an unknown kind is named`() throws {
    try document.put(obj: .ROOT, key: "a", value: .Int(1))
    var body = try content(of: #require(document.changes().first).bytes)
    // The column of actions is a literal of one: 0x7F, and the action `set`.
    let place = try #require(
      body.indices.last { body[$0...].starts(with: [0x7F, OpAction.set.rawValue]) })
    body[place + 1] = 8
    let error = expectError(.unsupportedFormat) { try Document(chunk(type: 1, body)) }
    #expect(error?.message.contains("unknown kind 8") == true)
  }

  /// The columns again, with one that this version doesn't know.
  private func writer(_ columns: ColumnReader, isLater: Bool) throws -> ColumnWriter {
    var writer = ColumnWriter()
    for specification in columns.specifications {
      var column = columns[specification]
      writer.add(specification, try column.array(UInt64(column.remaining)))
    }
    if isLater { writer.add(12 << 4 | 2, [0x7F, 5]) }
    return writer
  }

  @Test func `a change that is made on an old file names all of its heads`() throws {
    let other = try document.fork(actor: ActorId(bytes: [2]))
    try document.put(obj: .ROOT, key: "a", value: .Int(1))
    try other.put(obj: .ROOT, key: "b", value: .Int(2))
    try document.merge(other: other)
    // Old files don't end with the places of the heads.
    let old = try chunk(type: 0, content(of: document.save()).dropLast(2))
    let loaded = try Document(old, actor: ActorId(bytes: [3]), verify: false)
    #expect(loaded.heads() == document.heads())
    try loaded.put(obj: .ROOT, key: "c", value: .Int(3))
    let change = try #require(try loaded.changes().last)
    #expect(change.deps == document.sortedHeads)
    #expect(loaded.heads() == [change.hash])
  }

  @Test(arguments: [true, false])
  func `a column of a later version in a document is named`(ofOperations: Bool) throws {
    try document.put(obj: .ROOT, key: "a", value: .Int(1))
    let body = try content(of: document.save())
    var reader = ByteReader(body)
    _ = try (reader.actors(), reader.hashes())
    let head = Array(body[..<reader.offset])
    var changes = try ColumnReader(metadata: &reader)
    var operations = try ColumnReader(metadata: &reader)
    try changes.readPlainData(&reader)
    try operations.readPlainData(&reader)
    let tail = try reader.array(UInt64(reader.remaining))
    let first = try writer(changes, isLater: !ofOperations).finish(deflating: false)
    let second = try writer(operations, isLater: ofOperations).finish(deflating: false)
    let columns = first.metadata + second.metadata + first.data + second.data
    let later: [UInt8] = head + columns + tail
    for verify in [true, false] {
      let error = expectError(.unsupportedFormat) {
        try Document(chunk(type: 0, later), verify: verify)
      }
      #expect(error?.message.contains("194") == true)
    }
  }

  @Test func `a column of a later version stays part of its change`() throws {
    try document.put(obj: .ROOT, key: "a", value: .Int(1))
    let body = try content(of: #require(document.changes().first).bytes)
    var reader = ByteReader(body)
    _ = try (reader.hashes(), reader.prefixedArray(), reader.uleb(), reader.uleb())
    _ = try (reader.sleb(), reader.string(), reader.actors())
    let head = Array(body[..<reader.offset])
    var columns = try ColumnReader(metadata: &reader)
    try columns.readPlainData(&reader)
    let written = try writer(columns, isLater: true).finish(deflating: false)
    let later = chunk(type: 1, head + written.metadata + written.data)
    let loaded = try Document(later)
    #expect(try loaded.get(obj: .ROOT, key: "a") == .Scalar(.Int(1)))
    let again = try Document(loaded.save())
    #expect(try again.changes().map { Array($0.bytes) } == [later])
    #expect(again.heads() != document.heads())
  }
}
