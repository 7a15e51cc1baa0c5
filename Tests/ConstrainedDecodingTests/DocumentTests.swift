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
}
