import SchemaDialects
import SchemaImport
import Testing

@Suite struct PatternImportTests {
  static let cases: [ImportCase] = [
    ImportCase(
      #"{"type":"object","patternProperties":{"^x-":{"type":"string"}},"additionalProperties":false}"#,
      #"{"type":"object","additionalProperties":false,"patternProperties":{"^x-":{"type":"string"}}}"#
    ),
    ImportCase(
      #"{"type":"object","properties":{"x-a":{"minLength":2},"b":{}},"patternProperties":{"^x-":{"type":"string"}}}"#,
      #"{"type":"object","additionalProperties":true,"patternProperties":{"^x-":{"type":"string"}},"#
        + #""properties":{"x-a":{"type":"string","minLength":2},"b":{}},"required":[]}"#),
    ImportCase(
      #"{"type":"object","properties":{"a":false,"b":{"type":"null"}}}"#,
      #"{"type":"object","additionalProperties":true,"properties":{"a":false,"b":{"type":"null"}},"required":[]}"#
    ),
    ImportCase(
      #"{"type":"object","propertyNames":{"pattern":"^[a-z]+$"}}"#,
      #"{"type":"object","additionalProperties":false,"patternProperties":{"^[a-z]+$":{}}}"#),
    ImportCase(
      #"{"type":"object","patternProperties":{"^x":false}}"#,
      #"{"type":"object","additionalProperties":true,"patternProperties":{"^x":false}}"#),
  ]

  @Test(arguments: cases)
  func `I1: properties whose names match a pattern are kept, and those that must not be there`(
    _ item: ImportCase
  ) throws {
    let outcome = try importing(item.document)
    #expect(outcome.text == item.expected)
    #expect(outcome.losses.isEmpty)
    #expect(try importing(outcome.text).text == outcome.text)
  }

  @Test func `a dialect that closes objects leaves out what must not be there`() throws {
    let imported = try SchemaImporter().import(
      #"{"title":"A","type":"object","properties":{"a":false,"b":{"type":"string"}}}"#)
    let apple = try SchemaEncoder(dialect: AppleDialect()).encode(imported.schema).jsonString()
    #expect(
      apple
        == #"{"type":"object","title":"A","additionalProperties":false,"properties":{"b":{"type":"string"}},"#
        + #""required":[],"x-order":["b"]}"#)
  }

  @Test func `a dialect that has no dictionaries has no patterns either`() throws {
    let imported = try SchemaImporter().import(
      #"{"title":"A","type":"object","patternProperties":{"^x":{"type":"string"}}}"#)
    #expect(throws: SchemaError.self) {
      try SchemaEncoder(dialect: AppleDialect()).encode(imported.schema)
    }
  }
}
