import Foundation
import SchemaTestSupport
import Testing

@testable import AutomergeDocument

struct DocumentTests {
  let document = Document(actor: ActorId(bytes: [1]))

  @Test func `an equal put makes no change, but ends a conflict`() throws {
    try document.put(obj: .ROOT, key: "k", value: .String("same"))
    let heads = document.heads()
    try document.put(obj: .ROOT, key: "k", value: .String("same"))
    #expect(document.heads() == heads)
    let other = try document.fork(actor: ActorId(bytes: [2]))
    try document.put(obj: .ROOT, key: "k", value: .Int(1))
    try other.put(obj: .ROOT, key: "k", value: .Int(2))
    try document.merge(other: other)
    #expect(try document.getAll(obj: .ROOT, key: "k") == [.Scalar(.Int(1)), .Scalar(.Int(2))])
    try document.put(obj: .ROOT, key: "k", value: .Int(2))
    #expect(try document.getAll(obj: .ROOT, key: "k") == [.Scalar(.Int(2))])
  }

  @Test func `errors say what is wrong`() throws {
    let list = try document.putObject(obj: .ROOT, key: "list", ty: .List)
    let codes: [AutomergeError.Code: () throws -> Void] = [
      .indexOutOfBounds: { try document.insert(obj: list, index: 1, value: .Null) },
      .wrongObjectType: { try document.put(obj: list, key: "a", value: .Null) },
      .notACounter: { try document.increment(obj: .ROOT, key: "list", by: 1) },
      .objectNotFound: { _ = try document.values(obj: #require(ObjId("9@ff"))) },
      .invalidCursor: { _ = try document.position(obj: list, cursor: Cursor("9@ff")) },
    ]
    for (code, call) in codes { expectError(code) { try call() } }
    let hash = try #require(ChangeHash(String(repeating: "ab", count: 32)))
    expectError(.changeNotFound) { try document.getAt(obj: .ROOT, key: "a", heads: [hash]) }
  }

  @Test func `calls that would commit are errors in a transaction`() throws {
    try document.put(obj: .ROOT, key: "a", value: .Int(1))
    document.transaction {
      #expect(throws: AutomergeError.self) { try document.save() }
      #expect(throws: AutomergeError.self) { try document.commitWith() }
      #expect(document.heads().isEmpty)
    }
    #expect(document.heads().count == 1)
  }

  @Test func `two changes with the same number are an error, and neither is applied`() throws {
    try document.put(obj: .ROOT, key: "a", value: .Int(1))
    let twin = Document(actor: document.actor)
    try twin.put(obj: .ROOT, key: "b", value: .Int(2))
    let heads = document.heads()
    expectError(.duplicateSequenceNumber) { try document.merge(other: twin) }
    #expect(document.heads() == heads)
    #expect(document.keys(obj: .ROOT) == ["a"])
  }

  @Test func `incremental saves can be appended`() throws {
    try document.put(obj: .ROOT, key: "a", value: .Int(1))
    var file = try document.save()
    for number in 0..<3 {
      try document.put(
        obj: .ROOT, key: "b\(number)", value: .String(String(repeating: "x", count: 400)))
      file += try document.encodeNewChanges()
    }
    #expect(try document.encodeNewChanges().isEmpty)
    let loaded = try Document(file)
    #expect(loaded.heads() == document.heads())
    #expect(try loaded.json() == document.json())
  }

  @Test(arguments: [
    (ScalarValue.F64(2), "2"), (.F64(-0.5), "-0.5"), (.F64(1e21), "1e21"),
    (.F64(1e300), "1e300"), (.F64(2.5e-7), "2.5e-7"), (.F64(.infinity), "null"),
    (.Int(.min), "-9223372036854775808"), (.Uint(.max), "18446744073709551615"),
    (.Counter(-7), "-7"),
  ])
  func `JSON has numbers as all other JSON of the package`(
    value: ScalarValue, text: String
  ) throws {
    try document.put(obj: .ROOT, key: "n", value: value)
    #expect(try document.json() == #"{"n":\#(text)}"#)
  }

  @Test(arguments: [
    (TextEncoding.unicodeScalar, 7 as UInt64), (.utf8, 20), (.utf16, 10), (.graphemeCluster, 3),
  ])
  func `positions in text count in the document's units`(
    encoding: TextEncoding, length: UInt64
  ) throws {
    let document = Document(textEncoding: encoding)
    let text = try document.putText("a\u{1F469}\u{200D}\u{1F469}\u{200D}\u{1F467}b", key: "t")
    #expect(document.length(obj: text) == length)
    try document.spliceText(obj: text, start: length - 1, delete: 1, value: "c")
    #expect(try document.text(obj: text).last == "c")
    try document.updateText(obj: text, value: "a\u{1F469}\u{200D}\u{1F467}c")
    #expect(try document.text(obj: text) == "a\u{1F469}\u{200D}\u{1F467}c")
  }

  @Test(arguments: 1...30 as ClosedRange<UInt64>)
  func `a text becomes any other by an update`(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let text = try document.putObject(obj: .ROOT, key: "t", ty: .Text)
    func next() -> String {
      String(
        (0..<random.below(60)).map { _ in
          random.pick(["a", "b", "c", "é", "\u{1F600}"] as [Character])
        })
    }
    var old = ""
    for _ in 0..<6 {
      let new = next()
      let before = document.pendingEdits
      try document.updateText(obj: text, value: new)
      #expect(try document.text(obj: text) == new)
      #expect(document.pendingEdits - before <= old.count + new.count)
      old = new
    }
    let edits = document.pendingEdits
    try document.updateText(obj: text, value: old + "!")
    #expect(document.pendingEdits == edits + 1)
  }

  @Test(
    arguments: 1...10 as ClosedRange<UInt64>,
    [TextEncoding.unicodeScalar, .utf8, .utf16, .graphemeCluster])
  func `a text becomes any other, also where its characters were typed in parts`(
    seed: UInt64, encoding: TextEncoding
  ) throws {
    var random = SplitMix64(seed: seed)
    let document = Document(textEncoding: encoding)
    let text = try document.putObject(obj: .ROOT, key: "t", ty: .Text)
    func part() -> String {
      random.pick(["e", "\u{301}", "x", "\r", "\n", "\u{1F469}", "\u{200D}", "\u{1F467}"])
    }
    for _ in 0..<6 {
      for _ in 0..<random.below(8) {
        // Each part is an element of its own, although it may belong to the character before.
        let end = document.length(obj: text)
        try document.spliceText(obj: text, start: end, delete: 0, value: part())
      }
      let typed = try document.text(obj: text)
      let edits = document.pendingEdits
      try document.updateText(obj: text, value: typed)
      #expect(document.pendingEdits == edits)
      let new = (0..<random.below(8)).map { _ in part() }.joined()
      try document.updateText(obj: text, value: new)
      // Strings are equal also where their scalars are not.
      #expect(try Array(document.text(obj: text).unicodeScalars) == Array(new.unicodeScalars))
    }
  }

  @Test func `an update finds the place behind an accent that was typed by itself`() throws {
    let document = Document(textEncoding: .graphemeCluster)
    let text = try document.putObject(obj: .ROOT, key: "t", ty: .Text)
    for (index, part) in ["e", "\u{301}", "x"].enumerated() {
      try document.spliceText(obj: text, start: UInt64(index), delete: 0, value: part)
    }
    try document.updateText(obj: text, value: "e\u{301}y")
    #expect(try document.text(obj: text) == "e\u{301}y")
  }

  @Test func `a cursor stays with its element`() throws {
    let text = try document.putText("Hello world", key: "t")
    let heads = document.heads()
    let cursor = try document.cursor(obj: text, position: 6)
    let before = try document.cursor(obj: text, position: 6, movement: .before)
    let end = try document.cursor(obj: text, position: 11)
    try document.spliceText(obj: text, start: 0, delete: 5, value: "Good day")
    #expect(try document.position(obj: text, cursor: cursor) == 9)
    #expect(try document.position(obj: text, cursor: end) == 14)
    try document.spliceText(obj: text, start: 9, delete: 1)
    #expect(try document.position(obj: text, cursor: cursor) == 9)
    #expect(try document.position(obj: text, cursor: before) == 8)
    #expect(try document.position(obj: text, cursor: cursor, heads: heads) == 6)
    for cursor in [cursor, before, end] { #expect(try Cursor(cursor.description) == cursor) }
  }

  @Test func `marks cover their ranges, and expand as requested`() throws {
    let text = try document.putText("The quick fox", key: "t")
    try document.mark(
      obj: text, start: 4, end: 9, expand: .after, name: "bold", value: .Boolean(true))
    try document.mark(obj: text, start: 4, end: 9, expand: .none, name: "link", value: .String("x"))
    try document.spliceText(obj: text, start: 9, delete: 0, value: "er")
    #expect(
      try document.marks(obj: text) == [
        Mark(start: 4, end: 11, name: "bold", value: .Scalar(.Boolean(true))),
        Mark(start: 4, end: 9, name: "link", value: .Scalar(.String("x"))),
      ])
    try document.mark(obj: text, start: 5, end: 6, expand: .both, name: "bold", value: .Null)
    let bold = try document.marks(obj: text).filter { $0.name == "bold" }
    #expect(bold.map(\.start) == [4, 6])
    #expect(try Document(document.save()).marks(obj: text) == document.marks(obj: text))
  }

  @Test(.timeLimit(.minutes(2)))
  func `threads that begin with the same document can edit two together`() async throws {
    let other = Document()
    await withTaskGroup(of: Void.self) { group in
      for number in 0..<8 {
        group.addTask { [document] in
          for step in 0..<50 {
            try? document.transaction {
              try document.put(obj: .ROOT, key: "k\(number)", value: .Int(Int64(step)))
              try other.transaction {
                try other.put(obj: .ROOT, key: "k\(number)", value: .Int(Int64(step)))
              }
            }
            // Reading outside of a transaction holds one lock at a time.
            _ = (other.heads(), document.heads())
          }
        }
      }
    }
    for number in 0..<8 {
      let values = try [document, other].map { try $0.get(obj: .ROOT, key: "k\(number)") }
      #expect(values == Array(repeating: .Scalar(.Int(49)), count: 2))
    }
  }

  @Test func `threads can use one document`() async throws {
    let text = try document.putObject(obj: .ROOT, key: "t", ty: .Text)
    await withTaskGroup(of: Void.self) { group in
      for number in 0..<4 {
        group.addTask { [document] in
          for step in 0..<50 {
            try? document.transaction {
              try document.spliceText(obj: text, start: 0, delete: 0, value: "ab")
              try document.put(obj: .ROOT, key: "k\(number)", value: .Int(Int64(step)))
            }
            _ = document.heads()
          }
        }
      }
    }
    #expect(document.length(obj: text) == 400)
    #expect(try document.text(obj: text) == String(repeating: "ab", count: 200))
  }
}
