import SchemaEncoding
import SchemaImport
import SchemaTestSupport
import Testing

/// Objects that are closed by `unevaluatedProperties` after schemas are combined (rule I2).
struct UnevaluatedPropertiesImportTests {
  private func text(_ document: String) throws -> (text: String, rules: [ImportRule]) {
    let imported = try SchemaImporter().import(document)
    return (
      try SchemaEncoder(dialect: TestDialect()).encode(imported.schema).jsonString(),
      imported.diagnostics.filter { $0.severity == .warning }.map(\.rule)
    )
  }

  @Test(arguments: [
    #"{"type":"object","properties":{"a":{"type":"null"}},"unevaluatedProperties":false}"#,
    #"""
    {"allOf":[{"type":"object","properties":{"a":{"type":"null"}}}],"unevaluatedProperties":false}
    """#,
    #"""
    {"$ref":"#/$defs/T","unevaluatedProperties":false,
      "$defs":{"T":{"type":"object","properties":{"a":{"type":"null"}}}}}
    """#,
    #"""
    {"allOf":[{"type":"object","properties":{"a":{"type":"null"}},"unevaluatedProperties":false},
      {"title":"T"}]}
    """#,
  ])
  func `I2: an object is closed over the properties of combined schemas`(
    document: String
  ) throws {
    let (text, rules) = try text(document)
    #expect(rules.isEmpty)
    #expect(text.contains(#""additionalProperties":false"#), "\(text)")
    #expect(text.contains(#""properties":{"a":{"type":"null"}}"#), "\(text)")
  }

  @Test func `I2: each alternative is closed over its own properties`() throws {
    let (text, rules) = try text(
      #"""
      {"type":"object","properties":{"k":{"type":"null"}},
        "oneOf":[{"properties":{"t":{"const":1},"a":{"type":"null"}},"required":["t"]},
          {"properties":{"t":{"const":2},"b":{"type":"null"}},"required":["t"]}],
        "unevaluatedProperties":false}
      """#)
    #expect(rules.isEmpty)
    #expect(text.matches(of: /"additionalProperties":false/).count == 2, "\(text)")
  }

  @Test func `I2: a schema does not know the properties of the schemas beside it`() throws {
    let (text, rules) = try text(
      #"""
      {"type":"object","allOf":[
        {"properties":{"a":{"type":"null"}},"unevaluatedProperties":false},
        {"properties":{"b":{"type":"null"}}}]}
      """#)
    #expect(rules.isEmpty)
    #expect(!text.contains(#""b""#), "\(text)")
  }

  @Test(arguments: [
    #""dependentSchemas":{"a":{"properties":{"b":{"type":"null"}}}}"#,
    // A value may match several alternatives.
    #""anyOf":[{"properties":{"b":{"type":"null"}}},{"properties":{"c":{"type":"null"}}}]"#,
    #""allOf":[{"unevaluatedProperties":true}]"#,
    #""allOf":[{"unevaluatedProperties":{"type":"null"}}]"#,
    #""if":{"properties":{"c":{"const":1}},"required":["c"]},"then":{"required":["a"]}"#,
  ])
  func `I2: the rule is told in words where other properties may be evaluated`(
    keyword: String
  ) throws {
    let (text, rules) = try text(
      #"{"type":"object","properties":{"a":{"type":"null"}},"unevaluatedProperties":false,"#
        + "\(keyword)}")
    #expect(rules.contains(.unevaluated))
    #expect(text.contains("There are no properties but the described ones."), "\(text)")
    #expect(!text.contains(#""additionalProperties":false"#), "\(text)")
  }

  @Test func `I2: the rule of a schema beside a union is told in words`() throws {
    let (text, rules) = try text(
      #"""
      {"type":"object","anyOf":[{"properties":{"b":{"type":"null"}}},{"required":["a"]}],
        "allOf":[{"properties":{"a":{"type":"null"}},"unevaluatedProperties":false}]}
      """#)
    #expect(rules == [.unevaluated])
    #expect(text.contains("There are no properties but the described ones."), "\(text)")
  }
}
