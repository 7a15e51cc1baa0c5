#if Automerge
import Foundation
import Testing

@testable import AutomergeDocument

/// Parts of the format that this version can't read, which it says and doesn't skip.
@Suite struct LaterFormatTests {
  private let document = Document(actor: ActorId(bytes: [1]))

  /// A chunk of any type with a checksum that matches.
  private func chunk(type: UInt8, _ body: [UInt8]) -> [UInt8] {
    var header = [type]
    header.appendULEB(UInt64(body.count))
    let checksum = SHA256Hash.hash(header, body).bytes.prefix(4)
    return Chunk.magic + checksum + header + body
  }

  @Test(arguments: [3, 4, 0x7F, 0xFF] as [UInt8])
  func `a bundle or an unknown chunk is named, wherever it comes`(type: UInt8) throws {
    try document.put(obj: .ROOT, key: "a", value: .Int(1))
    let heads = document.heads()
    let unknown = chunk(type: type, [1, 2, 3])
    let saved = Array(try document.save())
    for bytes in [unknown, saved + unknown] {
      let error = #expect(throws: AutomergeError.self) { try Document(bytes) }
      #expect(error?.code == .unsupportedFormat)
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
    var body = Array(try #require(try document.changes().first).bytes.dropFirst(10))
    // The column of actions is a literal of one: 0x7F, and the action `set`.
    let place = try #require(
      body.indices.last { body[$0...].starts(with: [0x7F, OpAction.set.rawValue]) })
    body[place + 1] = 8
    let error = #expect(throws: AutomergeError.self) {
      try Document(chunk(type: 1, body))
    }
    #expect(error?.code == .unsupportedFormat)
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

  @Test(arguments: [true, false])
  func `a column of a later version in a document is named`(ofOperations: Bool) throws {
    try document.put(obj: .ROOT, key: "a", value: .Int(1))
    let body = Array(try document.save().dropFirst(10))
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
      let error = #expect(throws: AutomergeError.self) {
        try Document(chunk(type: 0, later), verify: verify)
      }
      #expect(error?.code == .unsupportedFormat)
      #expect(error?.message.contains("194") == true)
    }
  }

  @Test func `a column of a later version stays part of its change`() throws {
    try document.put(obj: .ROOT, key: "a", value: .Int(1))
    let body = Array(try #require(try document.changes().first).bytes.dropFirst(10))
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
#endif
