import Testing

@testable import AutomergeDocument

struct PastTests {
  let document = Document()

  @Test func `the values that a map and a list had are there`() throws {
    let list = try document.putObject(obj: .ROOT, key: "list", ty: .List)
    try document.insert(obj: list, index: 0, value: .Int(1))
    try document.insert(obj: list, index: 1, value: .Int(2))
    let heads = document.heads()
    try document.delete(obj: list, index: 0)
    try document.put(obj: .ROOT, key: "key", value: .Null)
    #expect(try document.valuesAt(obj: list, heads: heads) == [.Scalar(.Int(1)), .Scalar(.Int(2))])
    #expect(try document.valuesAt(obj: list, heads: document.heads()) == [.Scalar(.Int(2))])
    #expect(try document.valuesAt(obj: .ROOT, heads: heads) == [.Object(list, .List)])
    #expect(try document.valuesAt(obj: .ROOT, heads: []).isEmpty)
  }

  @Test func `a cursor stands where its element was, and moves with it`() throws {
    let text = try document.putText("abc")
    let heads = document.heads()
    try document.spliceText(obj: text, start: 0, delete: 0, value: "xy")
    let cursor = try document.cursor(obj: text, position: 1, heads: heads)
    #expect(try document.position(obj: text, cursor: cursor) == 3)
    #expect(try document.position(obj: text, cursor: cursor, heads: heads) == 1)
    #expect(try document.cursor(obj: text, position: 4, heads: heads) == Cursor("e"))
  }

  @Test func `the past of an unverified file is there while edits are pending`() throws {
    let text = try document.putText("abc")
    try document.put(obj: .ROOT, key: "n", value: .Counter(1))
    try document.commitWith()
    try document.increment(obj: .ROOT, key: "n", by: 2)
    try document.spliceText(obj: text, start: 0, delete: 1)
    let bytes = try document.save()
    // Of the actor of the file, and of another one.
    for actor in [document.actor, ActorId(bytes: [7])] {
      let loaded = try Document(bytes, actor: actor, verify: false)
      let heads = loaded.heads()
      try loaded.put(obj: .ROOT, key: "k", value: .Int(1))
      try loaded.increment(obj: .ROOT, key: "n", by: 4)
      try loaded.spliceText(obj: text, start: 0, delete: 1, value: "x")
      try loaded.putObject(obj: .ROOT, key: "text", ty: .List)
      let edits = loaded.pendingEdits
      #expect(try loaded.textAt(obj: text, heads: heads) == "bc")
      #expect(try loaded.getAt(obj: .ROOT, key: "n", heads: heads) == .Scalar(.Counter(3)))
      #expect(loaded.pendingEdits == edits)
      #expect(try loaded.text(obj: text) == "xc")
      #expect(try loaded.changes().count == document.changes().count + 1)
      #expect(try loaded.changes().prefix(2) == document.changes()[...])
      #expect(try Document(loaded.save()).json() == loaded.json())
    }
    let rolledBack = try Document(bytes, verify: false)
    let heads = rolledBack.heads()
    try rolledBack.put(obj: .ROOT, key: "k", value: .Int(1))
    #expect(try rolledBack.textAt(obj: text, heads: heads) == "bc")
    try rolledBack.rollback()
    #expect(try rolledBack.save() == bytes)
  }

  @Test func `H1: a lazy sequence of heads can ask the document`() throws {
    let text = try document.putText("abc")
    let first = document.heads()
    try document.spliceText(obj: text, start: 0, delete: 1)
    let unknown = try #require(ChangeHash(String(repeating: "ab", count: 32)))
    let known = (first + [unknown]).lazy.filter { [document] hash in
      document.change(hash: hash) != nil
    }
    #expect(
      try document.encodeChangesSince(heads: known) == document.encodeChangesSince(heads: first))
    #expect(try document.changes(since: known).count == 1)
    #expect(try document.textAt(obj: text, heads: known) == "abc")
    let cursor = try document.cursor(obj: text, position: 2, heads: known)
    #expect(try document.position(obj: text, cursor: cursor, heads: known) == 2)
    #expect(try document.forkAt(heads: known).text(obj: text) == "abc")
    let bytes = try document.save().lazy.map { [document] byte in
      _ = document.heads()
      return byte
    }
    try document.applyEncodedChanges(encoded: bytes)
    #expect(try Document(bytes).text(obj: text) == "bc")
    #expect(try document.changes().count == 2)
  }

  @Test func `the marks that a text had are there`() throws {
    let text = try document.putText("abcdef")
    try document.mark(
      obj: text, start: 1, end: 3, expand: .none, name: "bold", value: .Boolean(true))
    let heads = document.heads()
    try document.spliceText(obj: text, start: 0, delete: 0, value: "x")
    try document.mark(obj: text, start: 0, end: 7, expand: .none, name: "bold", value: .Null)
    #expect(
      try document.marksAt(obj: text, heads: heads)
        == [Mark(start: 1, end: 3, name: "bold", value: .Scalar(.Boolean(true)))])
    #expect(try document.marksAt(obj: text, heads: document.heads()).isEmpty)
  }
}
