import SchemaImport
import Testing

struct ObjectsImportTests {
  static let cases: [ImportCase] = [
    ImportCase(
      #"{"type":"object","properties":{"b":{"type":"string"},"a":{"type":"boolean"}},"requ"#
        + #"ired":["a"]}"#,
      #"{"type":"object","properties":{"b":{"type":"string"},""#
        + #"a":{"type":"boolean"}},"required":["a"]}"#),
    ImportCase(
      #"{"type":"object","properties":{"a":{}},"additionalProperties":false}"#,
      #"{"type":"object","additionalProperties":false,"properties":{"a":{}},"required":[]}"#),
    ImportCase(
      #"{"type":"object","additionalProperties":{"type":"integer"}}"#,
      #"{"type":"object","additionalProperties":{"type":"integer"}}"#),
    ImportCase(
      #"{"type":"object"}"#,
      #"{"type":"object","additionalProperties":true}"#),
    ImportCase(
      #"{"type":"object","dependentRequired":{"a":["b"]}}"#,
      #"{"anyOf":[{"type":"object","additionalProperties":true,"properties":{"a":false},"#
        + #""required":[]},{"type":"object","additionalProperties":true,"#
        + #""properties":{"b":{},"a":{}},"required":["b","a"]}]}"#),
    ImportCase(
      #"{"type":"object","properties":{"a":{},"b":{}},"additionalProperties":false,"#
        + #""oneOf":[{"required":["a"]},{"required":["b"]}]}"#,
      #"{"anyOf":[{"type":"object","additionalProperties":false,"properties":{"a":{}},"#
        + #""required":["a"]},{"type":"object","additionalProperties":false,"#
        + #""properties":{"b":{}},"required":["b"]}]}"#,
      [.exclusiveOneOf]),
    ImportCase(
      #"{"type":"object","required":["x"]}"#,
      #"{"type":"object","properties":{"x":{}},"required":["x""#
        + #"]}"#),
    ImportCase(
      #"{"type":"object","additionalProperties":{"type":"string"},"properties":{"n":{"type"#
        + #"":"integer"}},"required":["n","m"],"minProperties":2}"#,
      #"{"type":"object","minProperties":2,"additionalProperties":{"type":"string"},"prope"#
        + #"rties":{"n":{"type":"integer"},"m":{"type":"string"}},"required":["n","m"]}"#),
    ImportCase(
      #"{"type":"object","properties":{"a":false,"b":true},"additionalProperties":false}"#,
      #"{"type":"object","additionalProperties":false,"properties":{"b":{}},"required":[]}"#),
    ImportCase(
      #"{"type":"object","properties":{"a":{"not":{}},"b":{"type":"null"}}}"#,
      #"{"type":"object","properties":{"a":false,"b":{"type":""#
        + #"null"}},"required":[]}"#),
    ImportCase(
      #"{"properties":{"a":{"type":"string"}}}"#,
      #"{"type":"object","properties":{"a":{"type":"string"}},"#
        + #""required":[]}"#,
      [.inferredType]),
    ImportCase(
      #"{"type":"object","properties":{"x-a":{"type":"string","minLength":2},"b":{}},"patt"#
        + #"ernProperties":{"^x-":{"type":"string"}}}"#,
      #"{"type":"object","additionalProperties":true,"patternProperties":{"^x-":{"type":"s"#
        + #"tring"}},"properties":{"x-a":{"type":"string","minLength":2},"b":{}},"required":[]"#
        + #"}"#),
    ImportCase(
      #"{"type":"object","patternProperties":{"^x":false}}"#,
      #"{"type":"object","additionalProperties":true,"patternProperties":{"^x":false}}"#),
  ]

  @Test(arguments: cases)
  func `I1: objects keep the order of their properties and stay as open as they are`(
    _ item: ImportCase
  ) throws {
    try item.check()
  }
}
