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
    #expect(try document.positionAt(obj: list, cursor: Cursor("5@01"), heads: heads) == 1)
  }
}
