import ConstrainedDecoding
import SchemaImport
import Testing

struct DocumentTests {
  @Test func `K2: what the translation of a document loses is listed with the rest`() throws {
    let grammar = try TokenGrammar(
      jsonSchema: """
        {"type": "object", "additionalProperties": false, "properties": {
          "list": {"type": "array", "uniqueItems": true}, "free": {"type": "object"}}}
        """, vocabulary: TestVocabulary.bytes())
    let problems = grammar.unenforced.map { "\($0)" }
    #expect(problems.contains { $0.contains("uniqueItems") })
    #expect(problems.contains { $0.contains("occur twice") })
  }

  @Test func `I3: an optional property that no value satisfies is left out`() throws {
    let grammar = try TokenGrammar(
      jsonSchema: #"""
        {"type": "object", "additionalProperties": false, "properties": {
          "a": {"type": "integer"}, "b": {"type": "object", "enum": ["x"]}}}
        """#, vocabulary: TestVocabulary.bytes())
    let cache = MaskCache(grammar)
    #expect(grammar.accepts(#"{"a":1}"#.utf8, cache: cache))
    #expect(!grammar.accepts(#"{"a":1,"b":"x"}"#.utf8, cache: cache))
  }

  @Test func `I3: a required property has the schema of the pattern that matches`() throws {
    let grammar = try TokenGrammar(
      jsonSchema: #"""
        {"type": "object", "properties": {"a": {"type": "string"}}, "required": ["b"],
         "patternProperties": {"^b$": {"type": "string"}}, "additionalProperties": false}
        """#, vocabulary: TestVocabulary.bytes())
    let cache = MaskCache(grammar)
    #expect(grammar.accepts(#"{"b":"x"}"#.utf8, cache: cache))
    #expect(!grammar.accepts(#"{"b":1}"#.utf8, cache: cache))
    #expect(!grammar.accepts(#"{"a":"x"}"#.utf8, cache: cache))
  }

  @Test func `E10: two definitions of one name stay two`() throws {
    let grammar = try TokenGrammar(
      jsonSchema: #"""
        {"$ref": "#/$defs/A",
         "$defs": {"A": {"type": "object", "additionalProperties": false, "required": ["x"],
           "properties": {"x": {"$ref": "#/definitions/A"}}}},
         "definitions": {"A": {"type": "object", "additionalProperties": false, "required": ["y"],
           "properties": {"y": {"type": "integer"}}}}}
        """#, vocabulary: TestVocabulary.bytes())
    let cache = MaskCache(grammar)
    #expect(grammar.accepts(#"{"x":{"y":1}}"#.utf8, cache: cache))
    #expect(!grammar.accepts(#"{"x":{"x":{"y":1}}}"#.utf8, cache: cache))
  }

  @Test(arguments: ["", "{", #"{"type": "strin"}"#, #"{"type": "string", "minLength": -1}"#])
  func `a document with a fault is an error`(text: String) throws {
    let vocabulary = try TestVocabulary.bytes()
    #expect(throws: SchemaImportError.self) {
      try TokenGrammar(jsonSchema: text, vocabulary: vocabulary)
    }
  }

  /// Documents whose `required` lists names in another order than `properties`, or in a schema
  /// in front of these.
  static let reordered = [
    #"{"type": "object", "required": ["b", "a"], "properties": {"a": {"type": "integer"},"#
      + #" "b": {"type": "integer"}}}"#,
    #"{"allOf": [{"required": ["b", "a"]}], "type": "object", "properties": {"a": "#
      + #"{"type": "integer"}, "b": {"type": "integer"}}, "additionalProperties": false}"#,
    #"{"type": "object", "anyOf": [{"required": ["b", "a"]}, {"required": ["c"]}],"#
      + #" "properties": {"a": {"type": "integer"}, "b": {"type": "integer"}, "c": {}}}"#,
    ##"{"allOf": [{"$ref": "#/$defs/both"}, {"properties": {"a": {"type": "integer"},"##
      + ##" "b": {"type": "integer"}}}], "type": "object", "$defs": {"both": {"required":"##
      + ##" ["b", "a"]}}}"##,
  ]

  @Test(arguments: reordered)
  func `K1: a valid text with properties in the declared order is accepted`(
    document: String
  ) throws {
    let grammar = try TokenGrammar(jsonSchema: document, vocabulary: TestVocabulary.bytes())
    let cache = MaskCache(grammar)
    #expect(grammar.accepts(#"{"a":1,"b":2}"#.utf8, cache: cache))
    #expect(!grammar.accepts(#"{"b":2,"a":1}"#.utf8, cache: cache))
    #expect(!grammar.accepts(#"{"a":1}"#.utf8, cache: cache))
  }
}
