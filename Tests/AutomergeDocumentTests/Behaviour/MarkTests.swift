import SchemaTestSupport
import Testing

@testable import AutomergeDocument

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
      let end = document.length(obj: text)
      try document.insert(obj: text, index: end, value: .String(element))
    }
    let length = document.length(obj: text)
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
    #expect(document.length(obj: text) == length)
    #expect(try Document(document.save()).text(obj: text) == wide.elements.joined())
  }

  @Test func `text that replaces all text of an expanding mark gets the mark`() throws {
    for (expand, isMarked) in [(ExpandMark.both, true), (.before, true), (.none, false)] {
      let document = Document(actor: ActorId(bytes: [1]))
      let text = try document.putText("one two three")
      try document.mark(
        obj: text, start: 4, end: 7, expand: expand, name: "bold", value: .Boolean(true))
      try document.spliceText(obj: text, start: 4, delete: 3, value: "2")
      #expect(try document.text(obj: text) == "one 2 three")
      #expect(try document.marks(obj: text) == (isMarked ? [mark("bold", 4, 5)] : []))
    }
  }

  // Known from: automerge-swift 0.6.
  @Test func `a negative count deletes what is before the index`() throws {
    let text = try document.putText("one two three")
    try document.spliceText(obj: text, start: 7, delete: -3, value: "2")
    #expect(try document.text(obj: text) == "one 2 three")
    try document.spliceText(obj: text, start: 11, delete: -11)
    #expect(try document.text(obj: text).isEmpty)
    let list = try document.putObject(obj: .ROOT, key: "list", ty: .List)
    try document.splice(obj: list, start: 0, delete: 0, values: [.Int(1), .Int(2), .Int(3)])
    try document.splice(obj: list, start: 2, delete: -1, values: [.Int(7), .Int(8)])
    #expect(
      try document.values(obj: list)
        == [1, 7, 8, 3].map { .Scalar(.Int($0)) })
  }

  // Known from: automerge 0.5.7.
  @Test(arguments: [ExpandMark.none, .before, .after, .both])
  func `text that is typed where a marked word was deleted is not marked`(
    expand: ExpandMark
  ) throws {
    let text = try document.putText("abc", key: "t")
    try mark("bold", 1, 2, expand, in: text)
    try document.spliceText(obj: text, start: 1, delete: 1)
    try document.spliceText(obj: text, start: 1, delete: 0, value: "x")
    #expect(try document.text(obj: text) == "axc")
    #expect(try document.marks(obj: text).isEmpty)
    #expect(try Document(document.save()).marks(obj: text).isEmpty)
  }

  // Known from: automerge 0.5.7.
  @Test func `text that is typed where a marked word was deleted keeps the marks around it`() throws
  {
    let text = try document.putText("abcd", key: "t")
    try mark("bold", 1, 3, .both, in: text)
    try mark("link", 2, 3, .both, in: text)
    try document.spliceText(obj: text, start: 2, delete: 1)
    try document.spliceText(obj: text, start: 2, delete: 0, value: "x")
    #expect(try document.text(obj: text) == "abxd")
    #expect(try document.marks(obj: text) == [mark("bold", 1, 3)])
  }

  @Test(arguments: [(ExpandMark.both, UInt64(100)), (.none, 101)])
  func `an insertion finds the edge of a mark behind many deleted values`(
    expand: ExpandMark, start: UInt64
  ) throws {
    let text = try document.putObject(obj: .ROOT, key: "t", ty: .Text)
    let letters = String(repeating: "a", count: 1000)
    try document.spliceText(obj: text, start: 0, delete: 0, value: letters)
    try mark("bold", 500, 600, expand, in: text)
    try document.spliceText(obj: text, start: 100, delete: 400)
    try document.spliceText(obj: text, start: 100, delete: 0, value: "x")
    #expect(try document.marks(obj: text) == [mark("bold", start, 201)])
  }

  @Test(.timeLimit(.minutes(10)))
  func `H3: typing before deleted text that had a mark takes time in proportion to it`() throws {
    let growth = try growthOfTime(from: 2_000) { count in
      let document = Document(actor: ActorId(bytes: [1]))
      let text = try document.putObject(obj: .ROOT, key: "t", ty: .Text)
      let letters = String(repeating: "a", count: count)
      try document.spliceText(obj: text, start: 0, delete: 0, value: letters)
      try document.mark(
        obj: text, start: 0, end: 1, expand: .none, name: "bold", value: .Boolean(true))
      try document.spliceText(obj: text, start: 1, delete: Int64(count - 1))
      try document.commitWith()
      return (document, text, count)
    } work: { (document: Document, text: ObjId, count: Int) in
      for index in 1...UInt64(count) {
        try document.spliceText(obj: text, start: index, delete: 0, value: "x")
      }
      try document.rollback()
    }
    #expect(growth < proportionalGrowth)
  }

  @Test(
    .withOptimizer, .timeLimit(.minutes(10)))
  func `H3: an insertion among many marks of deleted text takes time in proportion to them`() throws
  {
    let growth = try growthOfTime(from: 500) { count in
      let document = Document(actor: ActorId(bytes: [1]))
      let text = try document.putText("a", key: "t")
      for _ in 0..<count {
        try document.mark(
          obj: text, start: 0, end: 1, expand: .before, name: "bold", value: .Boolean(true))
      }
      try document.spliceText(obj: text, start: 0, delete: 1)
      try document.commitWith()
      return (document, text)
    } work: { (document: Document, text: ObjId) in
      try document.spliceText(obj: text, start: 0, delete: 0, value: "x")
      #expect(try document.marks(obj: text).isEmpty)
      try document.rollback()
    }
    #expect(growth < proportionalGrowth)
  }
}
