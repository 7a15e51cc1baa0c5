import SchemaContent
import Testing

struct ParserSnapshotTests {
  /// What a text shows that has arrived so far.
  private func shown(
    _ text: String, options: GeneratedContentParser.Options = .strict
  ) throws -> String {
    var parser = GeneratedContentParser(options: options)
    try parser.append(text)
    return parser.snapshot().debugDescription
  }

  @Test(arguments: [
    (#""#, "…"), (#" "#, "…"), (#"""#, #"""…"#), (#""A st"#, #""A st"…"#), (#""A st""#, #""A st""#),
    (#""a\"#, #""a"…"#), (#""a\n"#, #""a\n"…"#), (#""a\u00e"#, #""a"…"#), (#""a\u00e9"#, #""aé"…"#),
    (#""a\ud83d"#, #""a"…"#), (#""a\ud83d\ude0"#, #""a"…"#), (#""a\ud83d\ude00"#, #""a😀"…"#),
  ])
  func `C2: a string has its text so far, in complete characters`(text: String, shown: String)
    throws
  {
    #expect(try self.shown(text) == shown)
  }

  @Test(arguments: [
    ("[1", "[…]"), ("[12", "[…]"), ("[12.", "[…]"), ("[12.5", "[…]"), ("[12.5e", "[…]"),
    ("[12 ", "[12, …]"), ("[12,", "[12, …]"), ("[-0.5e+3]", "[-0.5e+3]"), ("12", "…"),
  ])
  func `C2: a number appears once it cannot change`(text: String, shown: String) throws {
    #expect(try self.shown(text) == shown)
  }

  @Test(arguments: [
    ("[t", "[…]"), ("[tru", "[…]"), ("[true", "[true, …]"), ("[nul", "[…]"), ("[null", "[null, …]"),
    ("[fals", "[…]"), ("[false", "[false, …]"), ("true", "true"),
  ])
  func `C2: a literal appears once it cannot change`(text: String, shown: String) throws {
    #expect(try self.shown(text) == shown)
  }

  @Test(arguments: [
    ("{", "{…}"), (#"{"na"#, "{…}"), (#"{"name""#, "{…}"), (#"{"name" :"#, "{…}"),
    (#"{"name": ""#, #"{"name": ""…, …}"#), (#"{"name": 1"#, "{…}"),
    (#"{"name": 1,"#, #"{"name": 1, …}"#),
    (#"{"name": {"#, #"{"name": {…}, …}"#), (#"{"name": 1}"#, #"{"name": 1}"#),
  ])
  func `C2: a key appears with its value`(text: String, shown: String) throws {
    #expect(try self.shown(text) == shown)
  }

  @Test func `C2: a character that a chunk cuts off is not shown`() throws {
    var parser = GeneratedContentParser()
    var shown: [String] = []
    for byte in Array(#""é😀""#.utf8) {
      try parser.append([byte])
      shown.append(try parser.snapshot().partialValue(String.self))
    }
    #expect(shown == ["", "", "é", "é", "é", "é", "é😀", "é😀"])
  }

  @Test func `C1: a snapshot stays as it is while parsing goes on`() throws {
    var parser = GeneratedContentParser()
    try parser.append(#"{"title": "A st"#)
    let early = parser.snapshot()
    try parser.append(#"ory", "pages": [1, 2"#)
    let later = parser.snapshot()
    try parser.append("]}")
    let whole = try parser.finish()
    #expect(early.debugDescription == #"{"title": "A st"…, …}"#)
    #expect(later.debugDescription == #"{"title": "A story", "pages": [1, …], …}"#)
    #expect(whole.debugDescription == #"{"title": "A story", "pages": [1, 2]}"#)
    #expect(whole.isComplete && !later.isComplete)
  }

  @Test func `C1: ids stay the same from snapshot to snapshot`() throws {
    let id = GenerationID()
    var parser = GeneratedContentParser(id: id)
    try parser.append(#"{"steps": [{"name": "#)
    let early = parser.snapshot()
    try parser.append(#""x"}, {}]}"#)
    let late = try parser.finish()
    let step = { (content: GeneratedContent) throws -> GenerationID? in
      try content.value([GeneratedContent]?.self, forProperty: "steps")?.first?.id
    }
    #expect(early.id == id && late.id == id)
    #expect(try step(early) != nil)
    #expect(try step(early) == step(late))
  }

  @Test func `text can be appended in every form`() throws {
    var parser = GeneratedContentParser()
    try parser.append("[1, ")
    try parser.append("xx\"a".dropFirst(2))
    try parser.append(Array(#"b", "#.utf8))
    for byte in "true".utf8 { try parser.append(byte) }
    try parser.append(ContiguousArray(" ]".utf8))
    #expect(try parser.finish().jsonString == #"[1, "ab", true]"#)
    let isFinished = parser.isFinished
    #expect(isFinished)
  }

  @Test func `C3: the error for a text that stops early names the missing parts`() throws {
    var parser = GeneratedContentParser()
    try parser.append(#"{"steps": [{"name": "x"}, {"name": "A st"#)
    let error = try #require(syntaxError { _ = try parser.finish() })
    #expect(error.code == .unexpectedEnd)
    #expect(error.expected == "the rest of a string, and then \"}]}\"")
    #expect(error.found == "the end of the text in /steps/1/name")
    #expect(error.position.offset == 40)
    #expect(parser.snapshot().jsonString == #"{"steps": [{"name": "x"}, {"name": "A st"}]}"#)
  }
}

/// The error that a function throws, if it is one of syntax.
func syntaxError(_ body: () throws -> Void) -> GeneratedContentParser.SyntaxError? {
  do {
    try body()
    return nil
  } catch {
    if let error = error as? GeneratedContentParser.SyntaxError { return error }
    return (error as? GeneratedContent.ParsingError)?.underlyingError
      as? GeneratedContentParser.SyntaxError
  }
}
