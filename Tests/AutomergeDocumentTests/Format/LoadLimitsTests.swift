import Foundation
import Testing

@testable import AutomergeDocument

@Suite struct LoadLimitsTests {
  @Test(arguments: [true, false])
  func `a few bytes that claim many operations are an error`(verify: Bool) throws {
    // A document chunk with one actor, no heads, and a column of 2^40 actions in a run.
    var body: [UInt8] = [1, 1, 9, 0, 0]
    var column: [UInt8] = []
    column.appendSLEB(1 << 40)
    column.append(1)
    body += [1, 66]
    body.appendULEB(UInt64(column.count))
    body += column
    var bytes: [UInt8] = []
    Chunk.write(.document, body, to: &bytes)
    #expect(throws: AutomergeError.self) { try Document(bytes, verify: verify) }
  }

  @Test func `operations are limited, and the references between them as much again`() throws {
    let document = Document()
    let limits = LoadLimits(operations: 100, operationsPerByte: 0)
    for number in 0..<100 {
      try document.put(obj: .ROOT, key: "key", value: .Int(Int64(number)))
    }
    #expect(try Document(document.save(), limits: limits).heads() == document.heads())
    try document.put(obj: .ROOT, key: "key", value: .Null)
    let error = #expect(throws: AutomergeError.self) {
      try Document(document.save(), limits: limits)
    }
    #expect(error?.code == .limitExceeded)
  }

  @Test(arguments: [-1, Int.min])
  func `a negative limit counts as 0`(negative: Int) throws {
    let document = Document()
    try document.put(obj: .ROOT, key: "key", value: .Null)
    let bytes = try document.save()
    let none = LoadLimits(
      operations: negative, operationsPerByte: negative, inflatedBytes: negative,
      inflatedBytesPerByte: negative)
    let error = #expect(throws: AutomergeError.self) { try Document(bytes, limits: none) }
    #expect(error?.code == .limitExceeded)
    let perByte = LoadLimits(operations: negative, inflatedBytes: negative)
    #expect(try Document(bytes, limits: perByte).heads() == document.heads())
  }

  @Test func `changes are limited together`() throws {
    let document = Document()
    for key in ["a", "b"] {
      for number in 0..<60 {
        try document.put(obj: .ROOT, key: key, value: .Int(Int64(number)))
      }
      try document.commitWith()
    }
    let changes = try document.changes().map(\.bytes)
    let limits = LoadLimits(operations: 100, operationsPerByte: 0)
    let receiver = try Document([], limits: limits)
    let error = #expect(throws: AutomergeError.self) {
      try receiver.applyEncodedChanges(encoded: changes[0] + changes[1])
    }
    #expect(error?.code == .limitExceeded)
    #expect(receiver.heads().isEmpty)
    for change in changes { try receiver.applyEncodedChanges(encoded: change) }
    #expect(receiver.heads() == document.heads())
  }

  /// A column of strings.
  enum StringColumn: CaseIterable {
    case messages
    case keys
    case markNames

    /// A document in which the column is a run of 200 equal strings.
    func document(_ string: String) throws -> Document {
      let document = Document()
      let text = try document.putObject(obj: .ROOT, key: "text", ty: .Text)
      try document.spliceText(obj: text, start: 0, delete: 0, value: "marked")
      try document.commitWith(timestamp: Date(timeIntervalSince1970: 0))
      for number in 0..<200 {
        switch self {
        case .messages:
          try document.put(obj: .ROOT, key: "n", value: .Int(Int64(number)))
          try document.commitWith(message: string, timestamp: Date(timeIntervalSince1970: 0))
        case .keys: try document.put(obj: .ROOT, key: string, value: .Int(Int64(number)))
        case .markNames:
          try document.mark(
            obj: text, start: 0, end: 6, expand: .both, name: string, value: .Int(Int64(number)))
        }
      }
      return document
    }
  }

  static let limits = LoadLimits(inflatedBytes: 10_000, inflatedBytesPerByte: 0)

  @Test(arguments: StringColumn.allCases, [true, false])
  func `a run of equal strings counts as the bytes that it stands for`(
    column: StringColumn, verify: Bool
  ) throws {
    let short = try column.document("s").save()
    #expect(throws: Never.self) { try Document(short, verify: verify, limits: Self.limits) }
    let long = try column.document(String(repeating: "s", count: 100)).save()
    #expect(throws: Never.self) { try Document(long, verify: verify) }
    let error = #expect(throws: AutomergeError.self) {
      try Document(long, verify: verify, limits: Self.limits)
    }
    #expect(error?.code == .limitExceeded)
    #expect(error?.message.contains("repeated text") == true)
  }

  @Test func `a run of equal strings in a change counts as well`() throws {
    func apply(_ string: String) throws {
      let receiver = try Document([], limits: Self.limits)
      for change in try StringColumn.keys.document(string).changes() {
        try receiver.applyEncodedChanges(encoded: change.bytes)
      }
    }
    #expect(throws: Never.self) { try apply("s") }
    let error = #expect(throws: AutomergeError.self) {
      try apply(String(repeating: "s", count: 100))
    }
    #expect(error?.code == .limitExceeded)
  }
}
