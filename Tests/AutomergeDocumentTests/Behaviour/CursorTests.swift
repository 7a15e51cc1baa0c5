import AutomergeDocument
import Testing

/// Cursors whose elements were set or deleted.
struct CursorTests {
  private let document = Document(actor: ActorId(bytes: [1]))

  // Known from: automerge names an element by the operation that set it last.
  @Test func `a cursor that names the operation by which an element was set is resolved`() throws {
    let list = try document.putObject(obj: .ROOT, key: "list", ty: .List)
    for index in 0..<3 { try document.insert(obj: list, index: 0, value: .Int(Int64(index))) }
    try document.put(obj: list, index: 1, value: .Counter(7))
    try document.increment(obj: list, index: 1, by: 1)
    for operation in [3, 5, 6] {
      let cursor = try Cursor("\(operation)@01")
      #expect(try document.position(obj: list, cursor: cursor) == 1)
    }
    #expect(try document.cursor(obj: list, position: 1) == Cursor("3@01"))
    let heads = document.heads()
    try document.delete(obj: list, index: 0)
    try document.delete(obj: list, index: 0)
    #expect(try document.position(obj: list, cursor: Cursor("5@01")) == 0)
    #expect(try document.position(obj: list, cursor: Cursor("5@01"), heads: heads) == 1)
  }

  // Known from: automerge follows the elements after which the deleted ones were inserted.
  @Test func `a cursor moves before to the element after which its own was inserted`() throws {
    let text = try document.putText("ac", key: "t")
    let cursor = try document.cursor(obj: text, position: 1, movement: .before)
    try document.spliceText(obj: text, start: 1, delete: 0, value: "b")
    #expect(try document.position(obj: text, cursor: cursor) == 2)
    try document.spliceText(obj: text, start: 2, delete: 1)
    #expect(try document.text(obj: text) == "ab")
    #expect(try document.position(obj: text, cursor: cursor) == 0)
    let heads = document.heads()
    try document.spliceText(obj: text, start: 0, delete: 1)
    #expect(try document.position(obj: text, cursor: cursor) == 0)
    try document.spliceText(obj: text, start: 0, delete: 0, value: "yz")
    #expect(try document.position(obj: text, cursor: cursor) == 0)
    #expect(try document.position(obj: text, cursor: cursor, heads: heads) == 0)
  }

  @Test func `H3: a cursor moves before along many deleted elements`() throws {
    let count = 20_000
    let text = try document.putText("x" + String(repeating: "a", count: count) + "b", key: "t")
    let heads = document.heads()
    let end = UInt64(count) + 1
    let cursor = try document.cursor(obj: text, position: end, movement: .before)
    try document.spliceText(obj: text, start: 0, delete: 0, value: "w")
    try document.spliceText(obj: text, start: 2, delete: Int64(count) + 1)
    #expect(try document.text(obj: text) == "wx")
    #expect(try document.position(obj: text, cursor: cursor) == 1)
    #expect(try document.position(obj: text, cursor: cursor, heads: document.heads()) == 1)
    #expect(try document.position(obj: text, cursor: cursor, heads: heads) == end)
  }
}
