import ConstrainedDecoding
import SchemaContent
import SchemaTestSupport
import SchemaValidation
import Testing

/// Schemas without `type`, whose keywords constrain only values of some types.
struct UntypedSchemaTests {
  static let documents = [
    #"{"minLength":2}"#, #"{"maximum":3,"pattern":"^a"}"#, #"{"items":{"type":"null"}}"#,
    #"{"minItems":1,"maxItems":1}"#, #"{"properties":{"a":{"minLength":2}},"required":["a"]}"#,
    #"{"required":["a"],"additionalProperties":{"type":"null"}}"#,
    #"{"properties":{"a":{"type":"null"}},"maxLength":1}"#, #"{"multipleOf":2}"#,
    #"{"anyOf":[{"minLength":2,"minimum":3},{"minLength":3,"minimum":4}]}"#,
    #"{"anyOf":[{"type":"string","minLength":2},{"required":["a"]}]}"#,
    #"{"allOf":[{"minLength":2},{"type":["string","array"]}]}"#,
    #"{"allOf":[{"minLength":1},{"minimum":2}]}"#,
    ##"{"properties":{"a":{"$ref":"#"}},"required":["a"]}"##,
    #"{"patternProperties":{"^a":{"maximum":1}},"additionalProperties":false}"#,
    #"{"enum":["aa","b",1,null],"minLength":2}"#,
  ]

  private static let texts = [
    #""""#, #""a""#, #""aa""#, #""ab""#, #""b""#, "1", "2", "3", "4", "5.5", "true", "null", "[]",
    "[null]", "[1]", "[null,null]", "{}", #"{"a":null}"#, #"{"a":"b"}"#, #"{"a":"bb"}"#,
    #"{"a":{"a":1}}"#, #"{"a":{}}"#, #"{"b":null}"#, #"{"a":null,"b":null}"#, #"{"a":2}"#,
  ]

  @Test(arguments: documents)
  func `K1: masks allow the values of other types, as the document does`(document: String) throws {
    let grammar = try TokenGrammar(jsonSchema: document, vocabulary: TestVocabulary.bytes())
    try grammar.expectValidTexts(of: Self.texts, by: document)
    #expect(grammar.unenforced.allSatisfy { $0.problem.contains("occur twice") })
  }

  @Test(arguments: documents)
  func `K1: every mask is what its tokens do, and walks end`(document: String) throws {
    let grammar = try TokenGrammar(
      jsonSchema: document, vocabulary: TestVocabulary.mixed(seed: 9))
    for seed in 0..<tried(of: 8, oneIn: 4) {
      var walk = RandomWalk(grammar, seed: UInt64(seed))
      for _ in 0..<30 {
        try walk.compareWithSteps()
        if try walk.step() == nil { break }
      }
      if !walk.matcher.isFinished { try walk.finish() }
    }
  }

  @Test func `K1: masks that close open objects allow only the types that keywords constrain`()
    throws
  {
    let grammar = try TokenGrammar(
      jsonSchema: #"{"properties":{"a":{"minLength":2}}}"#, vocabulary: TestVocabulary.bytes(),
      options: .init(openObjects: .closed))
    let cache = MaskCache(grammar)
    let accepted = [#""a""#, "1", "{}", #"{"a":"bb"}"#, #"{"a":1}"#].filter {
      grammar.accepts($0.utf8, cache: cache)
    }
    #expect(accepted == ["{}", #"{"a":"bb"}"#])
    #expect(
      grammar.unenforced.map(\.problem) == [
        "There is no 'type', so the schema is read as a schema of an object.",
        "There is no 'type', so the schema is read as a schema of a string.",
      ])
  }

  @Test(
    arguments: [
      #"{"properties":{"a":{},"b":{}},"dependentRequired":{"a":["b"]}}"#,
      #"""
      {"properties":{"a":{"enum":[1,2]}},"if":{"properties":{"a":{"const":1}}},"then":
        {"required":["b"]}}
      """#,
    ])
  func `K1: a rule about properties makes a schema without a type one of objects, and says so`(
    document: String
  ) throws {
    let grammar = try TokenGrammar(jsonSchema: document, vocabulary: TestVocabulary.bytes())
    let cache = MaskCache(grammar)
    #expect(grammar.accepts("{}".utf8, cache: cache) && !grammar.accepts("1".utf8, cache: cache))
    #expect(grammar.unenforced.contains { $0.problem.hasSuffix("a schema of an object.") })
  }

  @Test func `K1: alternatives without a type share the values of other types`() throws {
    let parts = (0..<200).map {
      #"{"properties":{"p\#($0)":{"type":"null"}},"required":["p\#($0)"]}"#
    }
    let document = #"{"anyOf":[\#(parts.joined(separator: ","))]}"#
    let grammar = try TokenGrammar(jsonSchema: document, vocabulary: TestVocabulary.bytes())
    try grammar.expectValidTexts(
      of: ["1", "[1]", #"{"p7":null}"#, #"{"p7":1}"#, "{}", #"[{"p7":1}]"#], by: document)
  }
}
