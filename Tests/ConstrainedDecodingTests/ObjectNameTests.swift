import ConstrainedDecoding
import SchemaContent
import SchemaTestSupport
import Testing

/// The names of properties: prefixes of each other, with escapes, and very many.
struct ObjectNameTests {
  private static func document(_ names: [String], isOpen: Bool) -> String {
    let properties = names.map { ($0, GeneratedContent(properties: ["type": "null"])) }
    return GeneratedContent(properties: [
      "type": "object", "additionalProperties": isOpen,
      "properties": GeneratedContent(
        properties: properties, uniquingKeysWith: { first, _ in first }),
    ]).jsonString
  }

  @Test(arguments: [true, false], [0, 1, 2])
  func `K1: names may be prefixes of each other, and have escapes`(
    isOpen: Bool, seed: Int
  ) throws {
    let names = ["a", "ab", "a\"b", "é", "éa", "\n", "", "日", "日本", "name", "name\u{1F}"]
    let grammar = try TokenGrammar(
      jsonSchema: Self.document(names, isOpen: isOpen),
      vocabulary: TestVocabulary.mixed(seed: UInt64(seed)))
    var walk = RandomWalk(grammar, seed: UInt64(seed))
    for _ in 0..<tried(of: 60) {
      try walk.compareWithSteps()
      if try walk.step() == nil { break }
    }
  }

  @Test(
    arguments: [
      ("\u{1F}", #"\u001f"#, #"\u001F"#), ("a\u{B}", #"a\u000b"#, #"a\u000B"#),
      ("\u{7F}", #"\u007f"#, #"\u007F"#), ("\n", #"\n"#, #"\u000a"#), ("é", "é", #"\u00e9"#),
    ])
  func `K1: a declared name has one spelling, so no value gets around its schema`(
    name: String, spelling: String, other: String
  ) throws {
    let document = GeneratedContent(properties: [
      "type": "object", "additionalProperties": GeneratedContent(properties: ["type": "string"]),
      "properties": GeneratedContent(properties: [
        name: GeneratedContent(properties: ["type": "integer"])
      ]),
    ])
    let grammar = try TokenGrammar(
      jsonSchema: document.jsonString, vocabulary: TestVocabulary.bytes())
    let cache = MaskCache(grammar)
    #expect(grammar.accepts("{\"\(spelling)\":1}".utf8, cache: cache))
    #expect(!grammar.accepts("{\"\(spelling)\":\"x\"}".utf8, cache: cache))
    #expect(!grammar.accepts("{\"\(other)\":\"x\"}".utf8, cache: cache))
    #expect(!grammar.accepts("{\"\(spelling)\":1,\"\(other)\":\"x\"}".utf8, cache: cache))
  }

  @Test(arguments: [1, 63, 64, 65, 128, 1_000])
  func `K1: each of many optional properties may come, and only in order`(count: Int) throws {
    let names = (0..<count).map { "n\($0)" }
    let grammar = try TokenGrammar(
      jsonSchema: Self.document(names, isOpen: false), vocabulary: TestVocabulary.bytes())
    let cache = MaskCache(grammar)
    func text(_ names: [String]) -> [UInt8] {
      Array("{\(names.map { "\"\($0)\":null" }.joined(separator: ","))}".utf8)
    }
    #expect(grammar.accepts(text(names), cache: cache))
    #expect(grammar.accepts(text([]), cache: cache))
    for name in names { #expect(grammar.accepts(text([name]), cache: cache)) }
    #expect(!grammar.accepts(text(["n\(count)"]), cache: cache))
    #expect(!grammar.accepts(text([names[0], names[0]]), cache: cache))
    guard let last = names.dropFirst().last else { return }
    #expect(grammar.accepts(text([names[0], last]), cache: cache))
    #expect(!grammar.accepts(text([last, names[0]]), cache: cache))
  }
}
