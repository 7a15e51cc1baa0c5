import AutomergeDocument
import Foundation
import Testing

/// An invalid argument is an error that names it, and changes nothing.
struct ArgumentErrorTests {
  private let document = Document(actor: ActorId(bytes: [1]))

  private func expect(
    _ code: AutomergeError.Code, _ problem: String, _ call: (Document) throws -> Void
  ) throws {
    let before = try document.save()
    let error = expectError(code) { try call(document) }
    #expect("\(try #require(error))".contains(problem), "\(String(describing: error))")
    #expect(try document.save() == before)
  }

  @Test func `a place of another kind, and a range outside, are errors`() throws {
    let text = try document.putText("soup")
    let list = try document.putObject(obj: .ROOT, key: "list", ty: .List)
    try expect(.wrongObjectType, "is a map; use a key") {
      try $0.insert(obj: .ROOT, index: 0, value: .Null)
    }
    try expect(.wrongObjectType, "is not a text") {
      try $0.spliceText(obj: list, start: 0, delete: 0, value: "a")
    }
    for (start, delete) in [(0, -1), (3, -4), (4, .min)] as [(UInt64, Int64)] {
      try expect(.indexOutOfBounds, "There are \(start) elements before the index") {
        try $0.splice(obj: text, start: start, delete: delete, values: [])
      }
    }
    try expect(.indexOutOfBounds, "5") {
      try $0.spliceText(obj: text, start: 5, delete: 0, value: "a")
    }
    try expect(.indexOutOfBounds, "7") { try $0.splice(obj: list, start: 7, delete: 1, values: []) }
    for (start, end) in [(3, 1), (2, 9)] as [(UInt64, UInt64)] {
      try expect(.indexOutOfBounds, "The range \(start) to \(end) is outside") {
        try $0.mark(
          obj: text, start: start, end: end, expand: .none, name: "bold", value: .Boolean(true))
      }
    }
    #expect(try document.text(obj: text) == "soup")
  }

  @Test func `a value of an unknown type whose code is a known one is an error`() throws {
    for code in [0, 9, 16, 255] as [UInt8] {
      try expect(.limitExceeded, "The type code \(code) of an unknown value") {
        try $0.put(obj: .ROOT, key: "a", value: .Unknown(typeCode: code, data: Data([1])))
      }
    }
    try document.put(obj: .ROOT, key: "a", value: .Unknown(typeCode: 10, data: Data([1])))
  }

  @Test(arguments: [
    "", "x", "1", "0@ff", "-0@ff", "1@f", "1@ff@ff", "4294967296@ff", "1@xy", "--1@ff",
  ])
  func `a text that is not a cursor is an error`(text: String) throws {
    let error = expectError(.invalidCursor) { try Cursor(text) }
    #expect("\(try #require(error))".contains("The text '\(text)' is not a cursor."))
  }

  @Test func `a cursor whose element is not in the object is an error`() throws {
    let list = try document.putObject(obj: .ROOT, key: "list", ty: .List)
    try document.insert(obj: list, index: 0, value: .Int(1))
    try document.put(obj: list, index: 0, value: .Int(2))
    let other = try document.putObject(obj: .ROOT, key: "other", ty: .List)
    for cursor in ["2@01", "3@01"] {
      #expect(try document.position(obj: list, cursor: Cursor(cursor)) == 0)
    }
    for (object, cursor) in [
      (other, "2@01"), (other, "3@01"), (list, "1@01"), (list, "9@01"), (list, "2@02"),
    ] {
      try expect(.invalidCursor, "The element of the cursor \(cursor) is not in the object.") {
        _ = try $0.position(obj: object, cursor: Cursor(cursor))
      }
    }
  }

  @Test func `a stored sync state that is invalid, cut off or too long is an error`() throws {
    try document.put(obj: .ROOT, key: "a", value: .Int(1))
    let state = SyncState()
    _ = try document.generateSyncMessage(state: state)
    let bytes = state.encode()
    #expect(try SyncState(bytes: bytes).encode() == bytes)
    let damaged: [Data] = [Data(), Data([0x42]) + bytes.dropFirst(), bytes + [0], Data([0x43, 1])]
    for bytes in damaged { expectError(.corruptData) { try SyncState(bytes: bytes) } }
  }
}
