import AutomergeDocument
import Testing

/// Marks at places where an insertion could go to several sides of them.
struct MarkTests {
  private let document = Document(actor: ActorId(bytes: [1]))

  private func mark(
    _ name: String, _ start: UInt64, _ end: UInt64, _ expand: ExpandMark, in text: ObjId
  ) throws {
    try document.mark(
      obj: text, start: start, end: end, expand: expand, name: name, value: .Boolean(true))
  }

  private func mark(_ name: String, _ start: UInt64, _ end: UInt64) -> Mark {
    Mark(start: start, end: end, name: name, value: .Scalar(.Boolean(true)))
  }

  private static let wide: [(TextEncoding, [String], ClosedRange<UInt64>)] = [
    (.unicodeScalar, ["hello world"], 1...10), (.utf16, ["a", "😀", "b"], 2...2),
    (.utf8, ["a", "é", "b"], 2...2), (.utf8, ["a", "😀", "b"], 2...4),
  ]

  // Known from: automerge 3 rejects documents in which a mark ends before it begins.
  @Test(arguments: wide, [ExpandMark.none, .before, .after, .both])
  func `a range within one element is empty, and makes no edit`(
    wide: (encoding: TextEncoding, elements: [String], indices: ClosedRange<UInt64>),
    expand: ExpandMark
  ) throws {
    let document = Document(textEncoding: wide.encoding)
    let text = try document.putObject(obj: .ROOT, key: "t", ty: .Text)
    for element in wide.elements {
      let end = try document.length(obj: text)
      try document.insert(obj: text, index: end, value: .String(element))
    }
    let length = try document.length(obj: text)
    let edits = document.pendingEdits
    let (first, last) = (wide.indices.lowerBound, wide.indices.upperBound)
    for start in wide.indices {
      // The place after the element is the same one.
      for end in start...(last + 1) {
        try document.mark(
          obj: text, start: start, end: end, expand: expand, name: "bold", value: .Boolean(true))
      }
    }
    #expect(document.pendingEdits == edits)
    #expect(try document.marks(obj: text).isEmpty)
    try document.mark(
      obj: text, start: first - 1, end: first, expand: expand, name: "bold", value: .Boolean(true))
    #expect(try document.marks(obj: text) == [mark("bold", first - 1, last + 1)])
    #expect(try document.length(obj: text) == length)
    #expect(try Document(document.save()).text(obj: text) == wide.elements.joined())
  }
}
