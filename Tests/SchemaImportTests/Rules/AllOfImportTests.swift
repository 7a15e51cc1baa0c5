import SchemaImport
import Testing

struct AllOfImportTests {
  static let cases: [ImportCase] = [
    ImportCase(
      #"{"allOf":[{"type":"object","properties":{"a":{"type":"string"}},"required":["a"]},"#
        + #"{"properties":{"b":{"type":"integer"},"a":{"minLength":2}}}]}"#,
      #"{"type":"object","properties":{"a":{"type":"string","m"#
        + #"inLength":2},"b":{"type":"integer"}},"required":["a"]}"#),
    ImportCase(
      ##"{"type":"object","properties":{"dog":{"allOf":[{"$ref":"#/$defs/Pet"},{"type":"obj"##
        + #"ect","properties":{"bark":{"type":"boolean"}},"required":["bark","name"]}]},"pet":"#
        + ##"{"$ref":"#/$defs/Pet"}},"additionalProperties":false,"$defs":{"Pet":{"type":"objec"##
        + #"t","properties":{"name":{"type":"string"}}}}}"#,
      #"{"type":"object","additionalProperties":false,"properties":{"dog":{"type":"object""#
        + #","properties":{"name":{"type":"string"},"bark":{"type""#
        + ##":"boolean"}},"required":["name","bark"]},"pet":{"$ref":"#/$defs/Pet"}},"required":"##
        + #"[],"$defs":{"Pet":{"type":"object","properties":{"name"#
        + #"":{"type":"string"}},"required":[]}}}"#),
    ImportCase(
      ##"{"type":"array","items":{"$ref":"#/$defs/Name","minLength":2},"$defs":{"Name":{"ty"##
        + #"pe":"string","maxLength":9}}}"#,
      #"{"type":"array","items":{"type":"string","minLength":2,"maxLength":9}}"#),
    ImportCase(
      ##"{"type":"array","items":{"$ref":"#/$defs/O","type":"object","description":"same"},"##
        + #""$defs":{"O":{"type":"object","additionalProperties":false}}}"#,
      ##"{"type":"array","items":{"$ref":"#/$defs/O","description":"same"},"$defs":{"O":{"t"##
        + #"ype":"object","additionalProperties":false,"properties":{},"required":[]}}}"#),
    ImportCase(
      #"{"type":"string","allOf":[{"enum":["a","b","c"]},{"enum":["c","b"]},{"pattern":"c""#
        + #"}]}"#,
      #"{"type":"string","enum":["c"]}"#),
    ImportCase(
      #"{"type":"number","allOf":[{"minimum":1},{"exclusiveMinimum":1},{"maximum":5},{"typ"#
        + #"e":"integer"}]}"#,
      #"{"type":"integer","minimum":2,"maximum":5}"#),
    ImportCase(
      #"{"allOf":[{"properties":{"a":{}},"additionalProperties":false},{"properties":{"b":"#
        + #"{}}}],"type":"object"}"#,
      #"{"type":"object","additionalProperties":false,"properties":{"a":{}},"required":[]}"#,
      [.excluded]),
    ImportCase(
      #"{"type":"array","allOf":[{"minItems":1,"items":{"type":"number"}},{"maxItems":2,"i"#
        + #"tems":{"type":"integer"}}]}"#,
      #"{"type":"array","minItems":1,"maxItems":2,"items":{"type":"integer"}}"#),
    ImportCase(
      #"{"type":"object","allOf":[{"additionalProperties":{"type":"string"}},{"properties""#
        + #":{"a":{"minLength":1}}}]}"#,
      #"{"type":"object","additionalProperties":{"type":"string"},"properties":{"a":{"type"#
        + #"":"string","minLength":1}},"required":[]}"#),
    ImportCase(
      ##"{"allOf":[{"$ref":"#/$defs/A"},{"$ref":"#/$defs/A"}],"$defs":{"A":{"type":"boolean"##
        + #""}}}"#,
      #"{"type":"boolean"}"#),
    // 'required' does not change the order in which properties are declared.
    ImportCase(
      #"{"allOf":[{"required":["b","a"]}],"type":"object","properties":{"a":{"type":"strin"#
        + #"g"},"b":{"type":"integer"}},"additionalProperties":false}"#,
      #"{"type":"object","additionalProperties":false,"properties":{"a":{"type":"string"},"#
        + #""b":{"type":"integer"}},"required":["a","b"]}"#),
    ImportCase(
      #"{"type":"object","allOf":[{"required":["c","x"]},{"properties":{"a":{"type":"strin"#
        + #"g"},"c":{}}},{"properties":{"b":{"type":"integer"}},"required":["b"]}],"propertie"#
        + #"s":{"d":{"type":"null"}}}"#,
      #"{"type":"object","properties":{"a":{"type":"string"},"#
        + #""c":{},"b":{"type":"integer"},"d":{"type":"null"},"x":{}},"required":["c","b","x"#
        + #""]}"#),
  ]

  @Test(arguments: cases)
  func `I2: schemas that apply to one value are intersected`(
    _ item: ImportCase
  ) throws {
    try item.check()
  }
}
