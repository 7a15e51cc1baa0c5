import Testing

@Suite struct AllOfImportTests {
  static let cases: [ImportCase] = [
    ImportCase(
      #"{"allOf":[{"type":"object","properties":{"a":{"type":"string"}},"required":["a"]},{"pr"#
        + #"operties":{"b":{"type":"integer"},"a":{"minLength":2}},"additionalProperties":true}]}"#,
      #"{"type":"object","additionalProperties":true,"properties":{"a":{"type":"string","minLe"#
        + #"ngth":2},"b":{"type":"integer"}},"required":["a"]}"#),
    ImportCase(
      #"{"type":"string","allOf":[{"enum":["a","b","c"]},{"enum":["c","b"]},{"pattern":"c"}]}"#,
      #"{"type":"string","enum":["c"]}"#),
    ImportCase(
      #"{"type":"number","allOf":[{"minimum":1},{"exclusiveMinimum":1},{"maximum":5},{"type":""#
        + #"integer"}]}"#,
      #"{"type":"integer","minimum":2,"maximum":5}"#),
    ImportCase(
      #"{"allOf":[{"properties":{"a":{}},"additionalProperties":false},{"properties":{"b":{}}}"#
        + #"],"type":"object"}"#,
      #"{"type":"object","additionalProperties":false,"properties":{"a":{}},"required":[]}"#),
    ImportCase(
      #"{"type":"array","allOf":[{"minItems":1,"items":{"type":"number"}},{"maxItems":2,"items"#
        + #"":{"type":"integer"}}]}"#,
      #"{"type":"array","minItems":1,"maxItems":2,"items":{"type":"integer"}}"#),
  ]

  @Test(arguments: cases)
  func `I1: what holds together becomes one schema`(_ item: ImportCase) throws {
    let outcome = try importing(item.document, draft: item.draft)
    #expect(outcome.text == item.expected)
    #expect(outcome.losses == item.losses)
    let again = try importing(outcome.text)
    #expect(again.text == outcome.text)
    #expect(again.losses.isEmpty)
  }
}
