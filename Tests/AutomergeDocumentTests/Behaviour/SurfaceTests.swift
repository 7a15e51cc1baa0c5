import AutomergeDocument
import Foundation
import Testing

/// What callers of automerge-swift know besides editing, reading and syncing.
struct SurfaceTests {
  private let document = Document()

  @Test func `there is no value beyond the end of a list`() throws {
    let list = try document.putObject(obj: .ROOT, key: "list", ty: .List)
    #expect(try document.get(obj: list, index: 0) == nil)
    try document.insert(obj: list, index: 0, value: .Int(1))
    let heads = document.heads()
    for index in [1, 2, UInt64.max] {
      #expect(try document.get(obj: list, index: index) == nil)
      #expect(try document.getAll(obj: list, index: index).isEmpty)
      #expect(try document.getAt(obj: list, index: index, heads: heads) == nil)
      #expect(try document.getAllAt(obj: list, index: index, heads: heads).isEmpty)
    }
    expectError(.wrongObjectType) { try document.get(obj: .ROOT, index: 0) }
  }

  @Test func `an object that the document does not have is empty`() throws {
    let list = try document.putObject(obj: .ROOT, key: "list", ty: .List)
    try document.insert(obj: list, index: 0, value: .Int(1))
    let heads = document.heads()
    let unknown = try #require(ObjId("9@ff"))
    let hash = try #require(ChangeHash(String(repeating: "ab", count: 32)))
    #expect(document.length(obj: list) == 1 && document.lengthAt(obj: list, heads: heads) == 1)
    #expect(document.length(obj: unknown) == 0)
    #expect(document.lengthAt(obj: unknown, heads: heads) == 0)
    #expect(document.lengthAt(obj: list, heads: [hash]) == 0)
    #expect(document.keysAt(obj: .ROOT, heads: heads) == ["list"])
    #expect(document.keysAt(obj: .ROOT, heads: [hash]).isEmpty)
    for object in [unknown, list] { #expect(document.keys(obj: object).isEmpty) }
    expectError(.objectNotFound) { try document.mapEntries(obj: unknown) }
    expectError(.wrongObjectType) { try document.mapEntries(obj: list) }
    expectError(.objectNotFound) { try document.objectType(obj: unknown) }
  }

  @Test func `the history is read within a transaction, without its edits`() throws {
    try document.put(obj: .ROOT, key: "a", value: .Int(1))
    let before = document.getHistory()
    let first = try #require(before.first)
    try document.transaction {
      try document.put(obj: .ROOT, key: "b", value: .Int(2))
      #expect(document.getHistory() == before)
      #expect(document.change(hash: first)?.hash == first)
      #expect(document.pendingEdits == 1)
    }
    #expect(document.getHistory().count == 2)
    let head = try #require(document.heads().first)
    #expect(document.change(hash: head)?.deps == before)
    let unknown = try #require(ChangeHash(String(repeating: "ab", count: 32)))
    #expect(document.change(hash: unknown) == nil)
  }

  @Test func `an identity that a caller makes has at most 128 bytes`() {
    #expect(ActorId(data: Data(count: 128))?.bytes.count == 128)
    #expect(ActorId(data: Data(count: 129)) == nil)
    #expect(ActorId(data: Data())?.description == "")
    #expect(ActorId(String(repeating: "0a", count: 128)) != nil)
    #expect(ActorId(String(repeating: "0a", count: 129)) == nil)
  }

  @Test func `an identity is printed in upper case, and read in both`() throws {
    let actor = try #require(ActorId(data: Data([0x0A, 0xBC])))
    #expect(actor.description == "0ABC")
    #expect(ActorId("0aBc") == actor)
    // The text forms that other implementations read are in lower case.
    let document = Document(actor: actor)
    let object = try document.putObject(obj: .ROOT, key: "k", ty: .List)
    #expect(object.description == "1@0abc")
    #expect(object.debugDescription == "ObjId(1@0abc)")
    #expect(ObjId.ROOT.debugDescription == "ObjId.ROOT")
    try document.insert(obj: object, index: 0, value: .Null)
    #expect(try document.cursor(obj: object, position: 0).description == "2@0abc")
  }

  @Test func `a document with a longer identity is read`() throws {
    let actor = ActorId(bytes: Array(repeating: 1, count: 200))
    let document = Document(actor: actor)
    let object = try document.putObject(obj: .ROOT, key: "k", ty: .Map)
    let loaded = try Document(document.save())
    #expect(try loaded.changes().map(\.actorId) == [actor])
    #expect(try loaded.objectType(obj: #require(ObjId(object.description))) == .Map)
  }

  @Test func `hashes are bytes in a row, in the order of automerge-swift`() throws {
    let one = try #require(ChangeHash(bytes: Array(repeating: 9, count: 32)))
    let ten = try #require(ChangeHash(bytes: Array(repeating: 10, count: 32)))
    let raw = Set([ten, one]).raw()
    #expect(raw == Data(one.bytes + ten.bytes))
    #expect([one, ten].raw() == raw)
    #expect(raw.heads() == [one, ten])
    #expect((Data([1]) + raw).dropFirst().heads() == [one, ten])
    #expect(Data().heads() == [])
    #expect(Data(count: 33).heads() == nil)
    #expect(one.debugDescription == one.description)
    try document.put(obj: .ROOT, key: "k", value: .Int(1))
    #expect(document.heads().raw().heads() == Set(document.heads()))
  }

  @Test func `a cursor beyond the end stays at the end`() throws {
    let text = try document.putText("ab")
    let heads = document.heads()
    for position in [2, 3, UInt64.max] {
      let cursor = try document.cursor(obj: text, position: position)
      #expect(try document.cursor(obj: text, position: position, heads: heads) == cursor)
      try document.spliceText(obj: text, start: 0, delete: 0, value: "x")
      #expect(try document.position(obj: text, cursor: cursor) == document.length(obj: text))
      #expect(try document.position(obj: text, cursor: cursor, heads: heads) == 2)
    }
    expectError(.wrongObjectType) { try document.cursor(obj: .ROOT, position: 0) }
  }

  @Test func `the marks of a position are those of its character`() throws {
    let text = try document.putText("abc")
    try document.mark(
      obj: text, start: 1, end: 3, expand: .both, name: "italic", value: .Boolean(true))
    try document.mark(obj: text, start: 0, end: 2, expand: .both, name: "bold", value: .Int(1))
    let heads = document.heads()
    try document.mark(obj: text, start: 0, end: 2, expand: .both, name: "bold", value: .Null)
    let bold = { Mark(start: $0, end: $0, name: "bold", value: .Scalar(.Int(1))) }
    let italic = { Mark(start: $0, end: $0, name: "italic", value: .Scalar(.Boolean(true))) }
    for (index, marks) in [[bold(0)], [bold(1), italic(1)], [italic(2)], []].enumerated() {
      let position = Position.index(UInt64(index))
      #expect(try document.marksAt(obj: text, position: position, heads: heads) == marks)
      #expect(
        try document.marksAt(obj: text, position: position) == marks.filter { $0.name != "bold" })
    }
    expectError(.indexOutOfBounds) { try document.marksAt(obj: text, position: .index(4)) }
    let cursor = Position.cursor(try document.cursor(obj: text, position: 2))
    try document.spliceText(obj: text, start: 0, delete: 0, value: "xy")
    #expect(try document.marksAt(obj: text, position: cursor) == [italic(4)])
    #expect(try document.marksAt(obj: text, position: cursor, heads: heads) == [italic(2)])
  }

  @Test func `a document knows what it lacks`() throws {
    let other = Document(actor: ActorId(bytes: [2]))
    var parts: [Data] = []
    var hashes: [ChangeHash] = []
    for number in 0..<3 {
      try other.put(obj: .ROOT, key: "k", value: .Int(Int64(number)))
      parts.append(try other.encodeNewChanges())
      hashes += other.heads()
    }
    #expect(try document.hasHeads([ChangeHash]()))
    #expect(try !document.hasHeads([hashes[0]]))
    #expect(try document.missingDependencies().isEmpty)
    #expect(try document.missingDependencies(heads: [hashes[2]]) == [hashes[2]])
    try document.applyEncodedChanges(encoded: parts[2])
    try document.applyEncodedChanges(encoded: parts[1])
    #expect(try document.missingDependencies() == [hashes[0]])
    #expect(try document.missingDependencies(heads: [hashes[2]]) == [hashes[0]])
    try document.applyEncodedChanges(encoded: parts[0])
    #expect(try document.missingDependencies(heads: hashes).isEmpty)
    #expect(try document.hasHeads(Set(hashes)))
  }

  @Test func `the content of a document is a tree`() throws {
    #expect(document.isEmpty())
    #expect(try document.schema() == .dict([:]))
    _ = try document.putText("T")
    let list = try document.putObject(obj: .ROOT, key: "list", ty: .List)
    try document.insert(obj: list, index: 0, value: .Int(1))
    let map = try document.insertObject(obj: list, index: 1, ty: .Map)
    try document.insertObject(obj: list, index: 2, ty: .List)
    try document.put(obj: map, key: "k", value: .Null)
    #expect(!document.isEmpty())
    let content = AutomergeValue.array([
      .scalar(.Int(1)), .dict(["k": .scalar(.Null)]), .array([]),
    ])
    #expect(try document.schema() == .dict(["text": .text("T"), "list": content]))
    #expect(try Document().parseToSchema(document, from: list) == content)
    #expect(AutomergeValue.array([.text("T")]).description == "[[T{T}]]")
    expectError(.objectNotFound) { try document.parseToSchema(Document(), from: list) }
    try document.delete(obj: .ROOT, key: "text")
    try document.delete(obj: .ROOT, key: "list")
    #expect(document.isEmpty())
  }

  @Test func `keys that a Swift dictionary cannot tell apart are an error`() throws {
    try document.put(obj: .ROOT, key: "\u{E9}", value: .Int(1))
    #expect(try document.schema() == .dict(["\u{E9}": .scalar(.Int(1))]))
    try document.put(obj: .ROOT, key: "e\u{301}", value: .Int(2))
    expectError(.limitExceeded) { try document.schema() }
    #expect(document.equivalentContents(document))
  }

  @Test func `H1: content that nests deep is an error, and is compared and printed`() throws {
    var list = try document.putObject(obj: .ROOT, key: "list", ty: .List)
    for _ in 2..<512 { list = try document.insertObject(obj: list, index: 0, ty: .List) }
    #expect(try document.schema() != .dict([:]))
    for _ in 0..<20_000 { list = try document.insertObject(obj: list, index: 0, ty: .List) }
    expectError(.limitExceeded) { try document.schema() }
    let copy = try document.fork()
    #expect(document.equivalentContents(copy))
    try copy.insert(obj: list, index: 0, value: .Null)
    #expect(!document.equivalentContents(copy))
  }

  @Test func `documents are compared by their content alone`() throws {
    let other = Document()
    for (document, values) in [(document, [2, 1]), (other, [1])] {
      for value in values {
        try document.put(obj: .ROOT, key: "k", value: .Int(Int64(value)))
        try document.putObject(obj: .ROOT, key: "text", ty: .Text)
      }
    }
    #expect(document.equivalentContents(other))
    #expect(document.heads() != other.heads())
    try other.put(obj: .ROOT, key: "k", value: .Uint(1))
    #expect(!document.equivalentContents(other))
    try other.put(obj: .ROOT, key: "k", value: .Int(1))
    try other.putObject(obj: .ROOT, key: "text", ty: .List)
    #expect(!document.equivalentContents(other))
    try other.delete(obj: .ROOT, key: "text")
    #expect(!document.equivalentContents(other))
  }

  @Test(arguments: [
    (ScalarValue.Bytes(Data([0, 0xFF])), "Data(00ff)"), (.String("x"), "String(x)"),
    (.Uint(1), "UInt(1)"), (.Int(-1), "Int(-1)"), (.F64(0.5), "Double(0.5)"),
    (.Counter(2), "Counter(2)"), (.Boolean(true), "Boolean(true)"), (.Null, "Null()"),
    (.Timestamp(Date(timeIntervalSince1970: 0)), "Timestamp(1970-01-01T00:00:00.000Z)"),
    (.Timestamp(Date(timeIntervalSince1970: .nan)), "Timestamp(nan)"),
    (.Unknown(typeCode: 11, data: Data([1])), "Unknown(type: 11, data: 01)"),
    (.Bytes(Data(repeating: 1, count: 17)), "Data(\(String(repeating: "01", count: 16)))"),
  ])
  func `a plain value is described with its type`(value: ScalarValue, text: String) {
    #expect(value.description == text)
    #expect(Value.Scalar(value).debugDescription == "ScalarValue<\(text)>")
  }
}
