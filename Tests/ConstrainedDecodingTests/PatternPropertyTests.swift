import ConstrainedDecoding
import SchemaConformances
import SchemaEncoding
import SchemaTestSupport
import Testing

/// Properties whose names match patterns.
struct PatternPropertyTests {
  private static func grammar(_ document: String) throws -> TokenGrammar {
    try TokenGrammar(jsonSchema: document, vocabulary: TestVocabulary.bytes())
  }

  @Test(
    arguments: [
      (#"{"aa":1}"#, true), (#"{"aa":true}"#, false), (#"{"bé":true}"#, true), (#"{"b":1}"#, false),
      (#"{"c":null}"#, true), (#"{"c":1}"#, false), (#"{"a.b":"x"}"#, true), (#"{"a.b":1}"#, false),
      (#"{"a.b":"x","aa":1,"b":false,"c":null}"#, true), (#"{}"#, true), (#"{"aa":1,}"#, false),
      (#"{"aa":1,"a.b":"x"}"#, false), (#"{"\"":null}"#, true), (#"{"a\"":2}"#, true),
    ])
  func `K1: the name decides what its value may be`(text: String, isAllowed: Bool) throws {
    let grammar = try Self.grammar(
      """
      {"type": "object", "properties": {"a.b": {"type": "string"}},
       "patternProperties": {"^a[^.]": {"type": "integer"}, "^b": {"type": "boolean"}},
       "additionalProperties": {"type": "null"}}
      """)
    #expect(grammar.accepts(text.utf8, cache: MaskCache(grammar)) == isAllowed)
  }

  @Test func `K1: every mask is what its tokens do, and walks end`() throws {
    let document = """
      {"type": "object", "properties": {"name": {"type": "string"}}, "required": ["name"],
       "patternProperties": {"^[a-c]+$": {"type": "boolean"}, "\\\\d": {"$ref": "#"}},
       "additionalProperties": false, "minProperties": 3}
      """
    let grammar = try TokenGrammar(
      jsonSchema: document, vocabulary: TestVocabulary.mixed(seed: 4),
      options: .init(whitespace: .spaced))
    for seed in 0..<tried(of: 20, oneIn: 10) {
      var walk = RandomWalk(grammar, seed: UInt64(seed))
      for _ in 0..<40 {
        try walk.compareWithSteps()
        if try walk.step() == nil { break }
      }
      if !walk.matcher.isFinished { try walk.finish() }
    }
  }

  @Test func `K1: closed objects have only the names that match`() throws {
    let document = """
      {"type": "object", "patternProperties": {"^a|b$": {"const": 1}},
       "additionalProperties": false, "maxProperties": 1}
      """
    let vocabulary = try TestVocabulary.exhaustive("{}\":ab1")
    let grammar = try TokenGrammar(jsonSchema: document, vocabulary: vocabulary)
    var mask = TokenMask(vocabulary)
    var matcher = TokenMatcher(grammar)
    try matcher.commit(text: "{\"b")
    try matcher.fill(&mask)
    let closing = try #require(
      (0..<vocabulary.count).first { vocabulary.bytes(of: $0) == Array("\":".utf8) })
    #expect(mask.contains(closing))
    try matcher.commit(text: "a")
    try matcher.fill(&mask)
    #expect(!mask.contains(closing))
    try matcher.commit(text: "b\":1")
    #expect(matcher.forcedText == "}")
  }

  @Test func `K2: names that match two patterns are listed, and not written`() throws {
    let grammar = try Self.grammar(
      #"{"type":"object","patternProperties":{"^a":{"type":"integer"},"b$":{"minimum":3}}}"#)
    #expect(grammar.unenforced.contains { $0.problem.contains("^a") && $0.problem.contains("b$") })
    let cache = MaskCache(grammar)
    #expect(grammar.accepts(#"{"a":1,"b":7}"#.utf8, cache: cache))
    #expect(!grammar.accepts(#"{"ab":7}"#.utf8, cache: cache))
  }

  @Test(
    arguments: [
      (#"{"type":"integer"}"#, true), (#"{"type":"integer","minimum":2}"#, false),
      (#"{"type":"number"}"#, false), (#"{"type":["integer","null"]}"#, false),
    ])
  func `K2: what a pattern asks of a declared property is listed unless the property asks it, too`(
    property: String, asks: Bool
  ) throws {
    let grammar = try Self.grammar(
      """
      {"type":"object","properties":{"ax":\(property)},
       "patternProperties":{"^a":{"type":"integer"}}}
      """)
    #expect(
      grammar.unenforced.contains { $0.problem.contains("The schema of the pattern '^a'") } != asks)
  }

  @Test func `K2: a pattern that cannot be read byte by byte is listed`() throws {
    let grammar = try Self.grammar(
      #"{"type":"object","patternProperties":{"^(?=a)":{"type":"integer"}}}"#)
    #expect(grammar.unenforced.map(\.problem).contains { $0.contains("(?=a)") })
    let cache = MaskCache(grammar)
    #expect(grammar.accepts("{}".utf8, cache: cache))
    #expect(!grammar.accepts(#"{"a":1}"#.utf8, cache: cache))
  }

  @Test func `K6: long patterns and formats are shortened in messages`() throws {
    let long = String(repeating: "x", count: tried(of: 100_000))
    let grammar = try Self.grammar(
      """
      {"type":"object","properties":{"a":{"type":"string","format":"\(long)"},
        "b":{"type":"object","patternProperties":{"(?=a)\(long)":{}}},
        "c":{"type":"object","properties":{"ax":{"type":"number"}},
          "patternProperties":{"^a|\(String(long.prefix(500)))":{"type":"integer"}}}}}
      """)
    #expect(grammar.unenforced.count >= 3)
    for finding in grammar.unenforced { #expect(finding.description.utf8.count < 400) }
  }

  @Test(arguments: [64, 65])
  func `K2: more patterns than can be distinguished are listed, and not written`(count: Int) throws
  {
    let patterns = (0..<count).map { #""^p\#($0)$":{"type":"null"}"# }
    let grammar = try Self.grammar(
      #"{"type":"object","patternProperties":{\#(patterns.joined(separator: ","))}}"#)
    let isWritten = count == 64
    #expect(grammar.unenforced.contains { $0.problem.contains("65 patterns") } != isWritten)
    let cache = MaskCache(grammar)
    #expect(grammar.accepts("{}".utf8, cache: cache))
    #expect(grammar.accepts(#"{"p1":null}"#.utf8, cache: cache) == isWritten)
  }
}
