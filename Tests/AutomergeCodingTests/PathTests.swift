import AutomergeCoding
import AutomergeDocument
import SchemaTestSupport
import Testing

struct PathTests {
  @Test(
    arguments: [
      ("", []), (".", []), ("a.", ["a"]), ("a..b", ["a", "b"]),
      (".list.[45].notes", ["list", 45, "notes"]),
      ("[1]", [1]), ("list[0]", ["list", 0]), ("list[0][12].x", ["list", 0, 12, "x"]),
      (#"["any.key"].x"#, ["any.key", "x"]), (#"a["q\"]"]"#, ["a", "q\"]"]), ("a[b", ["a[b"]),
      ("a-b c", ["a-b c"]), ("a[0][1]x", ["a[0][1]x"]), ("a[0]x[1].y", ["a[0]x", 1, "y"]),
    ] as [(String, [Step])])
  func `a path is read as in jq`(text: String, expected: [Step]) throws {
    #expect(try AnyCodingKey.parsePath(text) == expected.map(\.key))
  }

  @Test(arguments: [
    ("/", "invalidPathElement"), ("1", "invalidPathElement"),
    ("[]", "emptyListIndex"), ("[foo]", "emptyListIndex"), ("[1", "emptyListIndex"),
    ("[18446744073709551616]", "emptyListIndex"), (#"["a"#, "invalidPathElement"),
    ("a.é", "invalidPathElement"),
  ])
  func `a malformed path is an error`(text: String, code: String) {
    let error = #expect(throws: PathParseError.self) { try AnyCodingKey.parsePath(text) }
    #expect(error?.description.hasSuffix("[\(code)]") == true)
  }

  @Test(arguments: ["[0]", "[", #"["k"]"#])
  func `H3: brackets inside a name take time in proportion to the path`(bracket: String) throws {
    let growth = try growthOfTime(from: 400) { count in
      "a" + String(repeating: bracket, count: count) + "x"
    } work: { path in
      let keys = try AnyCodingKey.parsePath(path)
      #expect(keys == [AnyCodingKey(path)])
    }
    #expect(growth < proportionalGrowth, "\(bracket)")
  }

  @Test(
    arguments: [
      ["list", 3, "name"], ["a.b", "[0]", "", "é", "e\u{301}", "q\"\\\n", "bell\u{7}"], [],
    ] as [[Step]])
  func `the text of a path reads back as the path`(steps: [Step]) throws {
    let path = steps.map(\.key)
    #expect(try AnyCodingKey.parsePath(path.stringPath()) == path)
  }

  @Test func `keys that differ only in normalization are different`() {
    #expect(AnyCodingKey("é") != AnyCodingKey("e\u{301}"))
    #expect(Set([AnyCodingKey("é"), AnyCodingKey("e\u{301}")]).count == 2)
  }

  @Test func `an index has its digits as string value`() {
    #expect(AnyCodingKey(7 as UInt64).stringValue == "7")
    #expect(AnyCodingKey(7 as UInt64).intValue == 7)
    #expect(AnyCodingKey(intValue: -1) == nil)
    #expect(AnyCodingKey("7").intValue == nil)
  }

  @Test func `the path of an object has a text`() throws {
    let document = Document()
    let list = try document.putObject(obj: .ROOT, key: "list", ty: .List)
    let item = try document.insertObject(obj: list, index: 0, ty: .Map)
    let notes = try document.putObject(obj: item, key: "notes", ty: .Text)
    #expect(try document.path(obj: notes).stringPath() == ".list.[0].notes")
    #expect(try document.lookupPath(path: ".list.[0].notes") == notes)
  }
}

/// A step of a path, written as a literal.
enum Step: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, Sendable {
  case name(String)
  case index(UInt64)

  init(stringLiteral value: String) { self = .name(value) }
  init(integerLiteral value: UInt64) { self = .index(value) }

  var key: AnyCodingKey {
    switch self {
    case .name(let name): AnyCodingKey(name)
    case .index(let index): AnyCodingKey(index)
    }
  }
}
