import AutomergeDocument
import Testing

/// The blocks of rich text, and the characters between them.
struct SpanTests {
  private let document = Document()

  private func mark(
    _ text: ObjId, _ range: Range<UInt64>, _ name: String, _ value: ScalarValue
  ) throws {
    try document.mark(
      obj: text, start: range.lowerBound, end: range.upperBound, expand: .none, name: name,
      value: value)
  }

  @Test func `a text is split where marks change`() throws {
    let text = try document.putText("abcd")
    #expect(try document.spans(obj: text) == [.text("abcd", marks: [:])])
    try mark(text, 1..<3, "bold", .Boolean(true))
    try mark(text, 2..<4, "link", .String("x"))
    #expect(
      try document.spans(obj: text) == [
        .text("a", marks: [:]), .text("b", marks: ["bold": .Boolean(true)]),
        .text("c", marks: ["bold": .Boolean(true), "link": .String("x")]),
        .text("d", marks: ["link": .String("x")]),
      ])
    try mark(text, 1..<3, "bold", .Null)
    try mark(text, 2..<4, "link", .Null)
    #expect(try document.spans(obj: text) == [.text("abcd", marks: [:])])
    try document.spliceText(obj: text, start: 0, delete: 4)
    #expect(try document.spans(obj: text).isEmpty)
  }

  @Test func `a block is a map within a text, and a mark goes on after it`() throws {
    let text = try document.putText("ab")
    try mark(text, 0..<2, "bold", .Int(1))
    let block = try document.insertObject(obj: text, index: 1, ty: .Map)
    try document.put(obj: block, key: "type", value: .String("heading"))
    let parents = try document.putObject(obj: block, key: "parents", ty: .List)
    try document.insert(obj: parents, index: 0, value: .String("quote"))
    let content: [String: AutomergeValue] = [
      "type": .scalar(.String("heading")), "parents": .array([.scalar(.String("quote"))]),
    ]
    #expect(
      try document.spans(obj: text) == [
        .text("a", marks: ["bold": .Int(1)]), .block(content), .text("b", marks: ["bold": .Int(1)]),
      ])
    #expect(try document.text(obj: text) == "a\u{FFFC}b")
    try document.delete(obj: text, index: 1)
    #expect(try document.spans(obj: text) == [.text("ab", marks: ["bold": .Int(1)])])
  }

  @Test func `another object within a text is a character`() throws {
    let text = try document.putText("a")
    try document.insertObject(obj: text, index: 1, ty: .List)
    #expect(try document.spans(obj: text) == [.text("a\u{FFFC}", marks: [:])])
  }

  @Test func `names of marks that a Swift dictionary cannot tell apart are an error`() throws {
    let text = try document.putText("a")
    try mark(text, 0..<1, "\u{E9}", .Int(1))
    #expect(try document.spans(obj: text) == [.text("a", marks: ["\u{E9}": .Int(1)])])
    try mark(text, 0..<1, "e\u{301}", .Int(2))
    expectError(.limitExceeded) { try document.spans(obj: text) }
    expectError(.wrongObjectType) { try document.spans(obj: .ROOT) }
  }

  @Test func `the spans that a text had are there`() throws {
    let text = try document.putText("abc")
    let block = try document.insertObject(obj: text, index: 1, ty: .Map)
    try document.put(obj: block, key: "type", value: .String("heading"))
    try mark(text, 2..<4, "bold", .Boolean(true))
    let heads = document.heads()
    let spans = try document.spans(obj: text)
    #expect(
      spans == [
        .text("a", marks: [:]), .block(["type": .scalar(.String("heading"))]),
        .text("bc", marks: ["bold": .Boolean(true)]),
      ])
    try document.put(obj: block, key: "type", value: .String("item"))
    try mark(text, 0..<4, "bold", .Null)
    try document.spliceText(obj: text, start: 0, delete: 2, value: "x")
    #expect(try document.spans(obj: text) == [.text("xbc", marks: [:])])
    #expect(try document.spansAt(obj: text, heads: heads) == spans)
    #expect(try document.spansAt(obj: text, heads: []).isEmpty)
    let unknown = try #require(ChangeHash(String(repeating: "ab", count: 32)))
    expectError(.changeNotFound) { try document.spansAt(obj: text, heads: [unknown]) }
  }
}
