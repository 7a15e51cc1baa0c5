import Testing

@Suite struct ObjectsImportTests {
  static let cases: [ImportCase] = [
    ImportCase(
      #"{"type":"object","properties":{"b":{"type":"string"},"a":{"type":"boolean"}},"required"#
        + #"":["a"]}"#,
      #"{"type":"object","additionalProperties":true,"properties":{"b":{"type":"string"},"a":{"#
        + #""type":"boolean"}},"required":["a"]}"#),
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
      #"{"type":"object","required":["x"]}"#,
      #"{"type":"object","additionalProperties":true,"properties":{"x":{}},"required":["x"]}"#),
    ImportCase(
      #"{"type":"object","additionalProperties":{"type":"string"},"properties":{"n":{"type":"i"#
        + #"nteger"}},"minProperties":2}"#,
      #"{"type":"object","minProperties":2,"additionalProperties":{"type":"string"},"propertie"#
        + #"s":{"n":{"type":"integer"}},"required":[]}"#),
    ImportCase(
      #"{"type":"object","additionalProperties":true,"propertyNames":{"enum":["a","b"]}}"#,
      #"{"type":"object","additionalProperties":false,"properties":{"a":{},"b":{}},"required":"#
        + #"[]}"#),
    ImportCase(
      #"{"type":"object","properties":{"a":false,"b":true},"additionalProperties":false}"#,
      #"{"type":"object","additionalProperties":false,"properties":{"b":{}},"required":[]}"#),
    ImportCase(
      #"{"minimum":3}"#,
      #"{"anyOf":[{"type":"string"},{"type":"number","minimum":3},{"type":"boolean"},{"type":""#
        + #"object","additionalProperties":true},{"type":"array","items":{}},{"type":"null"}]}"#),
  ]

  @Test(arguments: cases)
  func `I1: objects keep the order of their properties and stay as open as they are`(
    _ item: ImportCase
  ) throws {
    let outcome = try importing(item.document, draft: item.draft)
    #expect(outcome.text == item.expected)
    #expect(outcome.losses == item.losses)
    let again = try importing(outcome.text)
    #expect(again.text == outcome.text)
    #expect(again.losses.isEmpty)
  }
}
