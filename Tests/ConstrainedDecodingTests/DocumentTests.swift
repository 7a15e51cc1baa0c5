import ConstrainedDecoding
import SchemaImport
import Testing

@Suite struct DocumentTests {
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
