import SchemaImport
import Testing

struct ConditionImportTests {
  static let cases: [ImportCase] = [
    ImportCase(
      #"{"type":"object","properties":{"kind":{"enum":["a","b","c"]},"v":{"type":"string"}"#
        + #"},"required":["kind"],"additionalProperties":false,"if":{"properties":{"kind":{"co"#
        + #"nst":"a"}}},"then":{"required":["v"]}}"#,
      #"{"anyOf":[{"type":"object","additionalProperties":false,"properties":{"kind":{"typ"#
        + #"e":"string","enum":["a"]},"v":{"type":"string"}},"required":["kind","v"]},{"type":"#
        + #""object","additionalProperties":false,"properties":{"kind":{"type":"string","enum""#
        + #":["b","c"]},"v":{"type":"string"}},"required":["kind"]}]}"#,
      [.discriminator]),
    ImportCase(
      #"{"type":"object","properties":{"kind":{"enum":["a","b"]}},"required":["kind"],"all"#
        + #"Of":[{"if":{"properties":{"kind":{"const":"a"}},"required":["kind"]},"then":{"prop"#
        + #"erties":{"x":{"type":"integer"}},"required":["x"]}},{"if":{"properties":{"kind":{""#
        + #"const":"b"}}},"then":{"properties":{"y":{"type":"string"}}},"else":{"properties":{"#
        + #""z":{"type":"null"}}}}]}"#,
      #"{"anyOf":[{"type":"object","properties":{"kind":{"type"#
        + #"":"string","enum":["a"]},"x":{"type":"integer"},"z":{"type":"null"}},"required":[""#
        + #"kind","x"]},{"type":"object","properties":{"kind":{"ty"#
        + #"pe":"string","enum":["b"]},"y":{"type":"string"}},"required":["kind"]}]}"#,
      [.discriminator, .discriminator]),
    ImportCase(
      #"{"type":"object","properties":{"kind":{"type":"string"},"v":{"type":"string"}},"ad"#
        + #"ditionalProperties":false,"if":{"properties":{"kind":{"enum":["a","b"]}},"required"#
        + #"":["kind"]},"then":{"required":["v"]},"else":{"properties":{"v":{"maxLength":3}}}}"#,
      #"{"anyOf":[{"type":"object","additionalProperties":false,"properties":{"kind":{"typ"#
        + #"e":"string","enum":["a","b"]},"v":{"type":"string"}},"required":["kind","v"]},{"ty"#
        + #"pe":"object","additionalProperties":false,"properties":{"kind":{"type":"string"},""#
        + #"v":{"type":"string","maxLength":3}},"required":[]}]}"#,
      [.condition]),
    ImportCase(
      #"{"type":"object","properties":{"kind":{"enum":["a"]},"v":{"type":"string"}},"addit"#
        + #"ionalProperties":false,"if":{"properties":{"kind":{"const":"a"}},"required":["kind"#
        + #""]},"then":{"required":["v"]}}"#,
      #"{"anyOf":[{"type":"object","additionalProperties":false,"properties":{"kind":{"typ"#
        + #"e":"string","enum":["a"]},"v":{"type":"string"}},"required":["kind","v"]},{"type":"#
        + #""object","additionalProperties":false,"properties":{"v":{"type":"string"}},"requir"#
        + #"ed":[]}]}"#,
      [.discriminator]),
    ImportCase(
      #"{"type":"integer","if":{"minimum":3},"then":{"multipleOf":2}}"#,
      #"{"type":"integer","description":"If it is at least 3, it is a multiple of 2."}"#,
      [.condition]),
    ImportCase(
      #"{"type":"object","properties":{"k":{"enum":["a","b"]},"l":{"enum":["c","d"]}},"req"#
        + #"uired":["k","l"],"additionalProperties":false,"allOf":[{"if":{"properties":{"k":{""#
        + #"const":"a"}}},"then":{"properties":{"l":{"const":"c"}}}},{"if":{"properties":{"l":"#
        + #"{"const":"d"}}},"then":{"properties":{"k":{"const":"b"}}}}]}"#,
      #"{"description":"If it has no 'l' but one that is \"d\", it has no 'k' but one that is"#
        + #" \"b\".","anyOf":[{"type":"object","additionalProperties":false,"properties":{"k":{"#
        + #""type":"string","enum":["a"]},"l":{"type":"string","enum":["c"]}},"#
        + #""required":["k","l"]},"#
        + #"{"type":"object","additionalProperties":false,"properties":{"k":{"type":"string","e"#
        + #"num":["b"]},"l":{"type":"string","enum":["c","d"]}},"required":["k","l"]}]}"#,
      [.discriminator, .condition]),
  ]

  @Test(arguments: cases)
  func `I2: an if on a constant becomes a union`(
    _ item: ImportCase
  ) throws {
    try item.check()
  }
}
