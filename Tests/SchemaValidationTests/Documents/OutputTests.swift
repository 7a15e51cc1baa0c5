import SchemaContent
import SchemaTestSupport
import SchemaValidation
import Testing

struct OutputTests {
  private static let schema = """
    {"$id": "https://example.org/polygon", "$defs": {"point": {"type": "object",
       "properties": {"x": {"type": "number"}}, "required": ["x"]}},
     "type": "array", "items": {"anyOf": [{"$ref": "#/$defs/point"}, {"type": "null"}]},
     "minItems": 3}
    """

  private func output(
    _ format: ContentValidator.OutputFormat, _ json: String
  ) throws -> GeneratedContent {
    try ContentValidator(document: Self.schema).output(format, on: GeneratedContent(json: json))
  }

  @Test(arguments: ContentValidator.OutputFormat.allCases)
  func `valid content has no errors`(format: ContentValidator.OutputFormat) throws {
    #expect(try output(format, "[null, null, null]").jsonString == #"{"valid": true}"#)
  }

  @Test func `the flag says only whether`() throws {
    #expect(try output(.flag, "[1]").jsonString == #"{"valid": false}"#)
  }

  @Test func `the basic form lists the errors of all arms, with the way through references`() throws
  {
    let errors = try output(.basic, #"[{"y": 1}]"#)
      .value([GeneratedContent].self, forProperty: "errors")
    #expect(
      try errors.map { try $0.value(String.self, forProperty: "keywordLocation") } == [
        "/minItems", "/items/anyOf", "/items/anyOf/0/$ref/required", "/items/anyOf/1/type",
      ])
    #expect(
      try errors.map { try $0.value(String.self, forProperty: "instanceLocation") }
        == ["", "/0", "/0/x", "/0"])
    #expect(
      try errors[2].value(String.self, forProperty: "absoluteKeywordLocation")
        == "https://example.org/polygon#/$defs/point/required")
  }

  @Test func `the detailed form puts the errors of arms into that of the union`() throws {
    let errors = try output(.detailed, #"[{"y": 1}]"#)
      .value([GeneratedContent].self, forProperty: "errors")
    #expect(errors.count == 2)
    let inner = try errors[1].value([GeneratedContent].self, forProperty: "errors")
    #expect(inner.count == 2)
  }
}
