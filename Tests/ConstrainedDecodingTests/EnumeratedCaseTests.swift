import ConstrainedDecoding
import SchemaContent
import SchemaImport
import SchemaTestSupport
import SchemaValidation
import Testing

/// Rules of documents that become unions: which properties occur together, and lists of objects and
/// arrays.
struct EnumeratedCaseTests {
  /// Rules on which of the properties a, b, c and d an object has.
  static let rules = [
    #""dependentRequired": {"a": ["b"]}"#,
    #""dependentRequired": {"a": ["b", "c"], "b": ["a"]}"#,
    ##""$schema": "http://json-schema.org/draft-04/schema#", "dependencies": {"a": ["b"]}"##,
    ##""$schema": "http://json-schema.org/draft-07/schema#", "##
      + #""dependencies": {"a": {"required": ["b"]}, "c": ["d"], "#
      + #""d": {"not": {"required": ["a"]}}}"#,
    #""not": {"required": ["a"]}"#,
    #""not": {"required": ["a", "b"]}"#,
    #""required": ["b"], "not": {"required": ["a", "b"]}"#,
    #""not": {"allOf": [{"required": ["a"]}, {"required": ["b"]}]}"#,
    #""not": {"anyOf": [{"required": ["a", "b"]}, {"required": ["c"]}]}"#,
    #""not": {"type": "object", "title": "Both", "required": ["a", "c"]}"#,
    #""not": {"oneOf": [{"required": ["a"]}, {"required": ["b"]}]}"#,
    #""oneOf": [{"required": ["a"]}, {"required": ["b"]}]"#,
    #""oneOf": [{"required": ["a", "b"]}, {"required": ["c"]}]"#,
    #"""
    "oneOf": [{"required": ["a"]}, {"required": ["b"]}, {"required": ["c"]}, {"required": ["d"]}]
    """#,
    #""oneOf": [{"required": ["a"]}, {"not": {"required": ["b"]}}]"#,
    #""oneOf": [{"required": ["a"]}, {"required": ["b"]}], "not": {"required": ["c", "d"]}"#,
    #""oneOf": [{"required": ["a"]}, {"required": ["b"]}], "#
      + #""anyOf": [{"required": ["c"]}, {"required": ["d"]}]"#,
    #""allOf": [{"oneOf": [{"required": ["a"]}, {"required": ["b"]}]}, "#
      + #"{"not": {"required": ["c"]}}], "minProperties": 2"#,
    #""dependentRequired": {"a": ["b"]}, "#
      + #""anyOf": [{"properties": {"c": {"const": 1}}, "required": ["c"]}, {"required": ["d"]}]"#,
    #""not": {"required": ["a", "b"]}, "required": ["c"], "#
      + #""if": {"properties": {"c": {"const": 1}}}, "then": {"required": ["a"]}, "#
      + #""else": {"required": ["b"]}"#,
    #""if": {"required": ["a"]}, "then": {"required": ["b"]}, "else": {"required": ["c"]}"#,
    #""if": {"required": ["a"]}, "then": {"properties": {"c": {"const": 1}}}, "#
      + #""not": {"required": ["a", "b"]}"#,
  ]

  private static let properties =
    #""properties": {"a": {"type": "integer"}, "b": {}, "c": {"enum": [1, "s"]}}"#

  private static var documents: [String] {
    rules.flatMap { rule in
      [
        #"{"type": "object", \#(properties), \#(rule)}"#,
        #"{"type": "object", "additionalProperties": false, "#
          + #""properties": {"d": {"type": "string"}, "c": {"enum": [1, "s"]}, "b": {}, "a": {}}, "#
          + #"\#(rule)}"#,
        ##"{"type": "array", "items": {"$ref": "#/$defs/x"}, "##
          + #""$defs": {"x": {"type": "object", \#(properties), \#(rule)}}}"#,
      ]
    }
  }

  /// The objects with some of the names, in the order of these.
  private static func objects(of names: [String], _ values: [String]) -> [String] {
    var texts = [""]
    for name in names {
      texts += texts.flatMap { text in
        values.map { text.isEmpty ? "\"\(name)\":\($0)" : "\(text),\"\(name)\":\($0)" }
      }
    }
    return texts.map { "{\($0)}" }
  }

  private static func check(_ document: String, _ instances: [String]) throws {
    let grammar = try TokenGrammar(
      jsonSchema: document, vocabulary: TestVocabulary.bytes(),
      options: .init(propertyOrder: .any))
    #expect(grammar.unenforced.allSatisfy { $0.problem.contains("occur twice") })
    try grammar.expectValidTexts(of: instances, by: document)
  }

  @Test(arguments: documents)
  func `K1: the objects that a rule on their properties allows are the texts`(
    document: String
  ) throws {
    let objects = Self.objects(of: ["a", "b", "c", "d"], ["1", "\"s\""])
    try Self.check(
      document,
      objects + objects.map { "[\($0)]" } + ["[]", "[{\"c\":1,\"b\":2},{\"c\":1,\"b\":2,\"a\":3}]"])
  }

  // MARK: Listed values

  static let lists = [
    #""const": {"a": 1, "b": "s"}"#,
    #""const": {"b": {"a": 1}, "a": []}"#,
    #""const": [1, "s", {"a": 1}]"#,
    #""const": {}"#,
    #""const": []"#,
    #""enum": [{"a": 1}, {"a": "s"}, [1], [], {}, 1, "s", null, true]"#,
    #""enum": [{"a": 1}, {"a": 1, "b": 1}, {"b": 1, "a": 1}]"#,
    #""enum": [{"a": 1}, {"a": "s"}, 1, "s"], "type": ["object", "string"]"#,
    #""enum": [{"a": 1}, {"a": "s"}], "properties": {"a": {"type": "integer"}}"#,
    #""enum": [{"a": 1}, {"b": "s"}, [1]], "required": ["a"]"#,
    #""enum": [{"a": 1, "b": 1}, {"a": 1}], "minProperties": 2"#,
    #""enum": [{"a": 1, "b": 1}, {"b": 1}], "patternProperties": {"^a$": {"type": "string"}}"#,
    #"""
    "enum": [{"a": 1, "b": 1}, {"b": 1}], "properties": {"b": {}}, "additionalProperties": false
    """#,
    #""enum": [{"a": 1, "b": 1}, {"b": 1}], "additionalProperties": {"type": "string"}, "#
      + #""properties": {"b": {}}"#,
    #""enum": [[1, "s"], [1], ["s", 1], 1], "prefixItems": [{"type": "integer"}]"#,
    #""enum": [[1, "s"], [1], ["s", "s"]], "items": {"type": "string"}"#,
    #""enum": [[1, "s"], [1], []], "minItems": 1, "maxItems": 1"#,
    #""allOf": [{"enum": [{"a": 1}, {"b": 1}, 1]}, {"enum": [1, {"b": 1}, "s"]}]"#,
    #""allOf": [{"enum": [{"a": 1}, 1, "s"]}, {"enum": [1, "s"]}]"#,
    #""enum": [{"a": 1}, "s", "1"], "anyOf": [{"type": "string"}, {"required": ["a"]}]"#,
    #""enum": [{"a": 1, "b": 1}, {"a": 1}], "type": "object", "dependentRequired": {"a": ["b"]}"#,
    #""type": "object", "properties": {"a": {"enum": [[1], {"b": 1}]}, "b": {"const": {"b": 1}}}"#,
  ]

  @Test(arguments: lists)
  func `K1: of a list of objects and arrays, each is a text and nothing else`(
    keywords: String
  ) throws {
    let scalars = ["1", "2", "\"s\"", "\"t\"", "true", "null"]
    let small = ["[]", "{}", "[1]", "{\"b\":1}", "{\"a\":1}"]
    let objects = Self.objects(of: ["a", "b"], ["1", "2", "\"s\""] + small)
    let arrays = ["[]", "[1]", "[\"s\"]", "[{}]", "[1,\"s\"]", "[\"s\",1]", "[\"s\",\"s\"]"]
    try Self.check(
      "{\(keywords)}",
      scalars + objects + arrays + ["[1,\"s\",{\"a\":1}]", "[1,\"s\",{\"a\":2}]"])
  }

  @Test func `K1: a list without a value that the other keywords allow is an error`() throws {
    let vocabulary = try TestVocabulary.bytes()
    #expect {
      try TokenGrammar(
        jsonSchema: #"{"enum": [{"a": 1}, [1]], "required": ["b"], "type": "object"}"#,
        vocabulary: vocabulary)
    } throws: {
      ($0 as? SchemaImportError)?.rule == .unsatisfiable
    }
  }

  // MARK: Losses

  @Test(arguments: [
    #"{"dependentRequired": {"a": ["b"]}}"#, #"{"type": "string", "not": {"const": "a"}}"#,
    #"{"type": "object", "not": {"properties": {"a": {"const": 1}}}}"#,
    #"{"type": ["object", "null"], "not": {"required": ["a"]}}"#,
    #"{"type": "object", "required": ["a", "b"], "not": {"required": ["a"]}}"#,
  ])
  func `K2: a rule that is not stated is listed`(document: String) throws {
    let grammar = try TokenGrammar(jsonSchema: document, vocabulary: TestVocabulary.bytes())
    #expect(grammar.unenforced.contains { $0.problem.contains("is not enforced while decoding") })
  }

  @Test func `K7, H3: a rule or a list of too many cases is listed, and refuses nothing`() throws {
    let names = (0..<12).map { "\"n\($0)\"" }
    let rules = zip(names, names.reversed()).map { "\($0): [\($1), \"x\"]" }
    let objects = (0..<200).map { "{\"a\": [\($0)]}" }
    let many = (0..<65).map { "\"n\($0)\"" }
    for document in [
      #"{"type": "object", "dependentRequired": {"a": [\#(many.joined(separator: ", "))]}}"#,
      #"{"type": "object", "dependentRequired": {\#(rules.joined(separator: ", "))}}"#,
      #"{"enum": [\#(objects.joined(separator: ", "))]}"#,
    ] {
      let grammar = try TokenGrammar(jsonSchema: document, vocabulary: TestVocabulary.bytes())
      #expect(grammar.unenforced.contains { $0.severity == .warning })
      #expect(grammar.accepts(#"{"a":[7]}"#.utf8, cache: MaskCache(grammar)))
    }
  }
}
