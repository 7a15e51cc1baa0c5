import SchemaContent
import SchemaEncoding
import SchemaImport
import SchemaTestSupport
import Testing

@testable import SchemaFitting

/// Each pass by itself, on a graph that no other has changed (rule D7).
struct SinglePassTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let pass: any FittingPass
    let document: String
    let answer: String
    let content: String

    /// The answer that is written for the content, if it is another one.
    var written: String?

    /// The passes that have to run before.
    var before: [any FittingPass] = []
    let rules: DialectRules

    init(
      _ pass: any FittingPass, _ document: String, _ answer: String, is content: String,
      written: String? = nil, after before: [any FittingPass] = [],
      where change: (inout DialectRules) -> Void
    ) {
      self.pass = pass
      self.document = document
      self.answer = answer
      self.content = content
      self.written = written
      self.before = before
      rules = TestDialect(change).rules
    }

    var testDescription: String { "\(type(of: pass))" }
  }

  private static let cases = [
    Case(
      NamePass(), FittedDialects.object(["a b": #"{"type":"string"}"#]), #"{"a_b":"c"}"#,
      is: #"{"a b":"c"}"#
    ) { $0.objects.propertyNames = .ascii(punctuation: "_") },
    Case(
      OpenObjectPass(),
      #"""
      {"type":"object","properties":{"a":{"type":"integer"}},"required":["a"],
      "additionalProperties":{"type":"string"}}
      """#, #"{"a":1,"additionalProperties":[{"key":"b","value":"c"}]}"#, is: #"{"a":1,"b":"c"}"#
    ) { $0.objects.additionalProperties = .rejected },
    Case(
      DictionaryPass(), #"{"type":"object","additionalProperties":{"type":"integer"}}"#,
      #"[{"key":"a","value":1}]"#, is: #"{"a":1}"#
    ) { $0.objects.additionalProperties = .rejected },
    Case(
      TuplePass(),
      #"{"type":"array","prefixItems":[{"type":"integer"}],"minItems":1,"items":false}"#,
      #"{"item1":1}"#, is: "[1]"
    ) { $0.tuples = .rejected },
    Case(AnyValuePass(), "true", "\"[1]\"", is: "[1]") { $0[.anyValue] = .rejected },
    Case(ChoicesPass(), #"{"enum":[1,2]}"#, "\"2\"", is: "2") { $0[.numberChoices] = .rejected },
    Case(
      SpellingPass(), #"{"enum":["red","x","X"]}"#, "\"RED\"", is: "\"red\"", written: "\"red\""
    ) { $0.constraints.mayChangeCapitals = true },
    Case(NullPass(), #"{"type":"null"}"#, "\"null\"", is: "null") { $0[.null] = .rejected },
    Case(
      OptionalPass(),
      #"{"type":"object","properties":{"a":{"type":"integer"}},"additionalProperties":false}"#,
      #"{"a":null}"#, is: "{}"
    ) { $0.optional = .nullable },
    Case(
      RecursionPass(),
      ##"{"type":"object","properties":{"a":{"$ref":"#"}},"additionalProperties":false}"##,
      #"{"a":{"a":{"a":{"a":"{\"a\":{}}"}}}}"#, is: #"{"a":{"a":{"a":{"a":{"a":{}}}}}}"#
    ) { $0.definitions?.recursion = .rejected },
    Case(RootPass(), #"{"type":"integer"}"#, #"{"value":1}"#, is: "1") {
      $0[.otherRoot] = .rejected
    },
    Case(
      AlternativesPass(),
      #"""
      {"anyOf":[{"type":"array","items":{"type":"integer"}},
      {"type":"object","additionalProperties":{"type":"integer"}}]}
      """#, #"{"option2":[{"key":"a","value":1}]}"#, is: #"{"a":1}"#, after: [DictionaryPass()]
    ) { $0.objects.additionalProperties = .rejected },
    Case(
      SizePass(),
      FittedDialects.object([
        "a": FittedDialects.object(["b": #"{"type":"null"}"#, "c": #"{"type":"null"}"#])
      ]), #"{"a":"{\"b\":null,\"c\":null}"}"#, is: #"{"a":{"b":null,"c":null}}"#
    ) { $0.limits.properties = 2 },
  ]

  @Test func `each pass has a case`() {
    #expect(
      Self.cases.map { "\(type(of: $0.pass))" } == fittingPasses.map { "\(type(of: $0))" })
  }

  @Test(arguments: cases)
  func `D7: a single pass gives a document that the dialect can state, and the way back`(
    single: Case
  ) throws {
    var dialect = TestDialect()
    dialect.rules = single.rules
    let encoder = SchemaEncoder(dialect: dialect)
    let declared = try SchemaGraph(SchemaImporter().import(single.document).schema)
    var editor = GraphEditor(declared, for: encoder)
    #expect(single.pass.isNeeded(for: single.rules))
    for pass in single.before + [single.pass] { try pass.run(on: &editor) }
    editor.removeUnreachable()
    editor.checkInvariants()
    let reported = Set(editor.diagnostics().compactMap(\.fitting))
    // A pass that does not change the document reports nothing.
    #expect(reported.count == single.before.count + (single.pass is SpellingPass ? 0 : 1))
    #expect(throws: Never.self) { try encoder.encode(editor.graph.graph()) }
    let mapping = MappingBuilder(editor.graph).mapping()
    let content = try mapping.content(from: GeneratedContent(json: single.answer))
    #expect(content.jsonString(.compact) == single.content)
    let written = try mapping.answer(for: content)
    #expect(written.jsonString(.compact) == single.written ?? single.answer)
  }
}
