import SchemaImport
import Testing

struct DraftImportTests {
  static let cases: [ImportCase] = [
    ImportCase(
      #"{"type":"number","minimum":1,"exclusiveMinimum":true,"maximum":5,"exclusiveMaximum"#
        + #"":false}"#,
      #"{"type":"number","exclusiveMinimum":1,"maximum":5}"#),
    ImportCase(
      #"{"type":"object","properties":{"a":{"type":"number","minimum":1,"exclusiveMinimum""#
        + #":true},"b":{"const":"x"},"c":{"if":{},"type":"null"}},"additionalProperties":false"#
        + #"}"#,
      #"{"type":"object","additionalProperties":false,"properties":{"a":{"type":"number",""#
        + #"exclusiveMinimum":1},"b":{"type":"string","enum":["x"]},"c":{"type":"null"}},"requ"#
        + #"ired":[]}"#),
    ImportCase(
      ##"{"type":"object","properties":{"a":{"$ref":"#/definitions/P","nullable":true,"desc"##
        + #"ription":"d"}},"additionalProperties":false,"definitions":{"P":{"type":"object","a"#
        + #"dditionalProperties":false}}}"#,
      #"{"type":"object","additionalProperties":false,"properties":{"a":{"description":"d""#
        + ##","anyOf":[{"$ref":"#/$defs/P"},{"type":"null"}]}},"required":[],"$defs":{"P":{"typ"##
        + #"e":"object","additionalProperties":false,"properties":{},"required":[]}}}"#,
      [.nullable]),
    ImportCase(
      #"{"oneOf":[{"type":"string"},{"type":"integer"}],"nullable":true}"#,
      #"{"anyOf":[{"type":"string"},{"type":"integer"},{"type":"null"}]}"#,
      [.exclusiveOneOf, .nullable]),
    ImportCase(
      #"{"type":"object","propertys":{"a":{"type":"string"}},"requried":["a"],"x-order":[]"#
        + #","_items":{},"default":{},"markdownDescription":"m"}"#,
      #"{"type":"object","additionalProperties":true}"#,
      [.misspelling, .misspelling, .unknownKeyword, .unknownKeyword, .annotation, .unknownKeyword]),
    ImportCase(
      #"{"id":"http://example.com/a","type":"string","examples":["a"],"readOnly":true}"#,
      #"{"type":"string"}"#,
      [.annotation, .annotation]),
    ImportCase(
      #"{"$schema":"https://example.com/mine","type":"string"}"#,
      #"{"type":"string"}"#,
      [.unknownDraft]),
    ImportCase(
      ##"{"$schema":"http://json-schema.org/draft-07/schema#","$ref":"#/definitions/a","min"##
        + #"Length":2,"definitions":{"a":{"type":"string"}}}"#,
      #"{"type":"string","title":"a"}"#,
      [.besideReference]),
  ]

  @Test(arguments: cases)
  func `I4: keywords of all drafts are read where they stand`(
    _ item: ImportCase
  ) throws {
    try item.check()
  }
}
