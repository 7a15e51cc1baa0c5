import Testing

@Suite struct UnionsImportTests {
  static let cases: [ImportCase] = [
    ImportCase(
      #"{"anyOf":[{"type":"string"},{"type":"integer"}]}"#,
      #"{"anyOf":[{"type":"string"},{"type":"integer"}]}"#),
    ImportCase(
      #"{"oneOf":[{"type":"string"},{"type":"null"}]}"#,
      #"{"anyOf":[{"type":"string"},{"type":"null"}]}"#),
    ImportCase(
      #"{"oneOf":[{"type":"object","properties":{"k":{"const":"a"}},"required":["k"],"addition"#
        + #"alProperties":false},{"type":"object","properties":{"k":{"const":"b"}},"required":["k""#
        + #"],"additionalProperties":false}]}"#,
      #"{"anyOf":[{"type":"object","additionalProperties":false,"properties":{"k":{"type":"str"#
        + #"ing","enum":["a"]}},"required":["k"]},{"type":"object","additionalProperties":false,"p"#
        + #"roperties":{"k":{"type":"string","enum":["b"]}},"required":["k"]}]}"#),
    ImportCase(
      #"{"type":"object","properties":{"a":{"type":"string"},"b":{"type":"string"}},"additiona"#
        + #"lProperties":false,"oneOf":[{"required":["a"]},{"required":["b"]}]}"#,
      #"{"anyOf":[{"type":"object","additionalProperties":false,"properties":{"a":{"type":"str"#
        + #"ing"}},"required":["a"]},{"type":"object","additionalProperties":false,"properties":{""#
        + #"b":{"type":"string"}},"required":["b"]}]}"#),
    ImportCase(
      #"{"oneOf":[{"type":"integer"},{"type":"integer","minimum":2}]}"#,
      #"{"type":"integer","maximum":1}"#),
    ImportCase(
      #"{"oneOf":[{"type":"number","multipleOf":2},{"type":"number","multipleOf":3}]}"#,
      #"{"anyOf":[{"type":"number","multipleOf":2},{"type":"number","multipleOf":3}]}"#,
      losses: ["oneOf"]),
    ImportCase(
      #"{"type":"string","not":{"enum":["a","b.c"]}}"#,
      #"{"type":"string","pattern":"^(?!(?:a|b\\.c)$)"}"#),
    ImportCase(
      #"{"type":"integer","not":{"const":0}}"#,
      #"{"anyOf":[{"type":"integer","maximum":-1},{"type":"integer","minimum":1}]}"#),
    ImportCase(
      #"{"not":{"type":["object","array"]}}"#,
      #"{"anyOf":[{"type":"string"},{"type":"number"},{"type":"boolean"},{"type":"null"}]}"#),
    ImportCase(
      #"{"type":"object","properties":{"k":{"enum":["a","b"]},"v":{"type":"string"}},"required"#
        + #"":["k"],"additionalProperties":false,"if":{"properties":{"k":{"const":"a"}}},"then":{""#
        + #"required":["v"]}}"#,
      #"{"anyOf":[{"type":"object","additionalProperties":false,"properties":{"k":{"type":"str"#
        + #"ing","enum":["a"]},"v":{"type":"string"}},"required":["k","v"]},{"type":"object","addi"#
        + #"tionalProperties":false,"properties":{"k":{"type":"string","enum":["b"]},"v":{"type":""#
        + #"string"}},"required":["k"]}]}"#),
    ImportCase(
      #"{"type":"object","properties":{"a":{},"b":{}},"additionalProperties":false,"dependentR"#
        + #"equired":{"a":["b"]}}"#,
      #"{"anyOf":[{"type":"object","additionalProperties":false,"properties":{"b":{}},"require"#
        + #"d":[]},{"type":"object","additionalProperties":false,"properties":{"a":{},"b":{}},"req"#
        + #"uired":["a","b"]}]}"#),
  ]

  @Test(arguments: cases)
  func `I1: alternatives become a union of what excludes each other`(_ item: ImportCase) throws {
    let outcome = try importing(item.document, draft: item.draft)
    #expect(outcome.text == item.expected)
    #expect(outcome.losses == item.losses)
    let again = try importing(outcome.text)
    #expect(again.text == outcome.text)
    #expect(again.losses.isEmpty)
  }
}
