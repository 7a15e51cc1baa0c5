import Foundation
import SchemaConformances
import SchemaContent
import SchemaDialects
import SchemaEncoding
import SchemaFitting
import SchemaTestSupport
import Testing

/// The result of each fitting for a schema, and the way back (rules D7 and D8).
struct FittingTests {
  typealias Dynamic = DynamicGenerationSchema

  /// A schema for a dialect, with an answer to it and the content of the answer.
  struct Case: CustomTestStringConvertible {
    let fitting: SchemaDiagnostic.Fitting
    let schema: Dynamic
    var dialect: any SchemaDialect = OpenAIDialect()
    let answer: String
    let content: String
    /// A part of the document.
    let text: String

    var testDescription: String { "\(fitting) in \(dialect.name): \(content)" }
  }

  private static func object(
    _ properties: [Dynamic.Property], open: Dynamic? = nil
  ) -> Dynamic {
    guard let open else { return Dynamic(name: "Root", properties: properties) }
    return Dynamic(name: "Root", properties: properties, additionalProperties: open)
  }

  private static func holder(_ schema: Dynamic, isOptional: Bool = false) -> Dynamic {
    object([Dynamic.Property(name: "x", schema: schema, isOptional: isOptional)])
  }

  static let cases: [Case] = [
    Case(
      fitting: .root, schema: .integer, answer: #"{"value":7}"#, content: "7",
      text: #""properties":{"value":{"type":"integer"}}"#),
    Case(
      fitting: .dictionary,
      schema: holder(Dynamic(dictionaryOf: .integer, minimumProperties: 1, maximumProperties: 3)),
      answer: #"{"x":[{"key":"a","value":1},{"key":"b","value":2}]}"#,
      content: #"{"x":{"a":1,"b":2}}"#, text: #""minItems":1,"maxItems":3"#),
    Case(
      fitting: .openObject,
      schema: object([Dynamic.Property(name: "a", schema: .integer)], open: .string),
      answer: #"{"a":1,"additionalProperties":[{"key":"b","value":"c"}]}"#,
      content: #"{"a":1,"b":"c"}"#, text: #""required":["a","additionalProperties"]"#),
    Case(
      fitting: .tuple, schema: holder(.tuple(of: [.string, .integer])),
      answer: #"{"x":{"item1":"a","item2":2}}"#, content: #"{"x":["a",2]}"#,
      text: #""required":["item1","item2"]"#),
    Case(
      fitting: .anyValue, schema: holder(.any), answer: #"{"x":"{\"a\":[1.50,null]}"}"#,
      content: #"{"x":{"a":[1.50,null]}}"#, text: "Any JSON value, written as JSON text."),
    Case(
      fitting: .choices, schema: holder(.enumeration(of: ["1", 1, true, .null])),
      dialect: GeminiDialect(), answer: #"{"x":"(1)"}"#, content: #"{"x":1}"#,
      text: #"["1","(1)","true","null"]"#),
    Case(
      fitting: .null, schema: holder(.null), dialect: AppleDialect(), answer: #"{"x":"null"}"#,
      content: #"{"x":null}"#, text: #""enum":["null"]"#),
    Case(
      fitting: .null, schema: holder(.nullable(.integer)), dialect: AppleDialect(), answer: "{}",
      content: #"{"x":null}"#, text: #""required":[]"#),
    Case(
      fitting: .optional, schema: holder(.integer, isOptional: true), answer: #"{"x":null}"#,
      content: "{}", text: #"{"type":"null"}"#),
    Case(
      fitting: .union,
      schema: holder(
        Dynamic(name: "Either", anyOf: [.dictionary(of: .integer), .array(of: .any)])),
      answer: #"{"x":{"option1":[{"key":"a","value":1}]}}"#, content: #"{"x":{"a":1}}"#,
      text: #""required":["option2"]"#),
    Case(
      fitting: .name,
      schema: object([
        Dynamic.Property(name: "a b", schema: .integer),
        Dynamic.Property(name: "a_b", schema: .integer),
      ]),
      dialect: TestDialect {
        $0.objects.propertyNames = .ascii(punctuation: "_", maximumLength: 8)
      },
      answer: #"{"a_b_2":1,"a_b":2}"#, content: #"{"a b":1,"a_b":2}"#,
      text: #""required":["a_b_2","a_b"]"#),
    Case(
      fitting: .name, schema: object([Dynamic.Property(name: "$top", schema: .integer)]),
      dialect: AnthropicDialect(), answer: #"{"_top":1}"#, content: #"{"$top":1}"#,
      text: #""required":["_top"]"#),
  ]

  @Test(arguments: cases)
  func `D7: a fitted schema asks for another form, and the answer is mapped back`(
    sample: Case
  ) throws {
    let schema = try GenerationSchema(root: sample.schema, dependencies: [])
    let encoder = SchemaEncoder(dialect: sample.dialect)
    let encoded = try encoder.fit(schema)
    #expect(encoded.jsonString().contains(sample.text), "\(encoded)")
    #expect(encoded.diagnostics.contains { $0.fitting == sample.fitting })
    let answer = try GeneratedContent(json: sample.answer)
    #expect(try encoded.content(from: answer).jsonString(.compact) == sample.content)
    #expect(
      try encoded.answer(for: GeneratedContent(json: sample.content)).jsonString(.compact)
        == sample.answer)
    // The mapping can be stored.
    let data = try JSONEncoder().encode(encoded.mapping)
    #expect(try JSONDecoder().decode(AnswerMapping.self, from: data) == encoded.mapping)
  }

  @Test func `D7: without fitting, the remedy names SchemaEncoder.fit(_:)`() throws {
    let error = fault([String: Int].self, in: OpenAIDialect())
    #expect(error?.recoverySuggestion?.contains("SchemaEncoder.fit(_:)") == true)
  }

  @Test func `D7: a description and the note on a form are sentences`() throws {
    let schema = try FittedDialects.fit(
      document: FittedDialects.object(["a": #"{"description":"Extra data"}"#]), in: OpenAIDialect())
    #expect(
      schema.schema.root.properties.first?.schema.description
        == "Extra data. Any JSON value, written as JSON text.")
  }

  @Test(arguments: [
    DialectRules.Handling.described, .rejected,
  ])
  func `D7: choices of several types that are not stated are JSON text, and described`(
    handling: DialectRules.Handling
  ) throws {
    var dialect = TestDialect()
    dialect.rules = DialectRules()
    for constraint in [DialectRules.Constraint.choices, .mixedChoices] {
      dialect.rules[constraint] = handling
    }
    let schema = try FittedDialects.fit(
      document: FittedDialects.object(["a": #"{"enum":[1,"a",null],"description":"A."}"#]),
      in: dialect)
    let warning = try #require(schema.diagnostics.first { $0.severity == .warning })
    #expect(warning.path.pointer == "/a" && warning.fitting == .anyValue)
    #expect(
      schema.schema.root.properties.first?.schema.description
        == #"""
        A. Written as JSON text, of this JSON Schema: {"description":"A.","enum":[1,"a",null]}
        """#
    )
    for value in ["1", #""a""#, "null"] { try expectThereAndBack(#"{"a":\#(value)}"#, schema) }
  }

  @Test func `D1: without fitting a name that may not be accepted is a warning`() throws {
    let schema = try GenerationSchema(
      root: Self.object([Dynamic.Property(name: "$top", schema: .integer)]), dependencies: [])
    let encoded = try SchemaEncoder(dialect: AnthropicDialect()).encode(schema)
    let warning = try #require(encoded.diagnostics.first)
    #expect(encoded.diagnostics.count == 1)
    #expect(warning.severity == .warning && warning.rule == .propertyName)
    #expect(warning.path.pointer == "/$top")
    #expect(encoded.root.properties.map(\.name) == ["$top"])
  }

  @Test func `a schema that needs no fitting has the identity as its mapping`() throws {
    let plain = SchemaEncoder(dialect: JSONSchemaDialect())
    let schema = try plain.fit([String: Int].self)
    #expect(schema.mapping == .identity)
    #expect(schema.diagnostics.isEmpty)
    #expect(schema.jsonString() == (try SchemaEncoder().encode([String: Int].self).jsonString()))
  }

  @Test func `D7: a dictionary with a key twice is an error at its place`() throws {
    let schema = try SchemaEncoder(dialect: OpenAIDialect())
      .fit([String: [String: Int]].self)
    let answer = try GeneratedContent(
      json: """
        {"value": [{"key": "a", "value": [{"key": "b", "value": 1}, {"key": "b", "value": 2}]}]}
        """)
    let error = #expect(throws: AnswerMappingError.self) { try schema.content(from: answer) }
    #expect(error?.path == ["a", "b"])
  }

  private static let places: [(declared: SchemaPath, found: String)] = [
    (["map", "b", "$x"], "/map/1/value/_x"), (["map", "c"], "/map"),
    (["map", "b", "note"], "/map/1/value/note/0"), (["pair", 1], "/pair/item2"),
    (["pair", 2], "/pair"), (["any", "a"], "/any"), (["plain", 0], "/plain/0"),
    (["more"], "/additionalProperties/0/value"), (["missing"], "/additionalProperties"),
    (["either", "n"], "/either/option1/0/value"), ([], ""),
  ]

  @Test(arguments: places)
  func `places of the declared type have a place in the answer`(
    place: SchemaPath, found: String
  ) throws {
    let schema = try FittedDialects.fit(
      document: #"""
        {"type":"object","required":["map","pair","any","plain","either"],"properties":{
          "map":{"type":"object","additionalProperties":{"type":"object","required":["$x"],
            "properties":{"$x":{"type":"integer"},"note":{"type":"string"}},
            "additionalProperties":false}},
          "pair":{"type":"array","prefixItems":[{"type":"string"},{"type":"integer"}],"items":false,
            "minItems":2},
          "any":{},"plain":{"type":"array","items":{"type":"integer"}},
          "either":{"anyOf":[{"type":"object","additionalProperties":{"type":"integer"}},
            {"type":"array","items":{}}]}},
         "additionalProperties":{"type":"string"}}
        """#,
      in: TestDialect {
        $0.objects.additionalProperties = .rejected
        $0.tuples = .rejected
        $0[.anyValue] = .rejected
        $0.objects.propertyNames = .ascii(punctuation: "_")
        $0.limits.optionalProperties = 0
      })
    let content = try GeneratedContent(
      json: #"""
        {"map":{"a":{"$x":1},"b":{"$x":2,"note":"n"}},"pair":["p",1],"any":{"a":1},"plain":[1],
         "either":{"n":1},"more":"m"}
        """#)
    let answer = try schema.answer(for: content)
    #expect(try schema.content(from: answer) == content, "\(schema)")
    #expect(schema.mapping.answerPlace(of: place, in: answer).pointer == found, "\(answer)")
  }

  @Test func `diagnostics of a fitted document have the places of the declared type`() throws {
    let schema = try SchemaEncoder(dialect: GeminiDialect()).fit(
      GenerationSchema(
        root: Self.holder(
          .dictionary(of: Dynamic(type: String.self, guides: [.pattern(/^a$/)]))),
        dependencies: []))
    let weakened = try #require(schema.diagnostics.first { $0.severity == .warning })
    #expect(weakened.path.pointer == "/x")
    #expect(weakened.fitting == nil)
  }
}
