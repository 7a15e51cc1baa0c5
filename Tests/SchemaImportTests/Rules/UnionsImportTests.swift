import SchemaImport
import Testing

struct UnionsImportTests {
  static let cases: [ImportCase] = [
    ImportCase(
      #"{"anyOf":[{"type":"string"},{"type":"integer"}]}"#,
      #"{"anyOf":[{"type":"string"},{"type":"integer"}]}"#),
    ImportCase(
      #"{"oneOf":[{"type":"string"},{"type":"null"}],"description":"A name"}"#,
      #"{"description":"A name","anyOf":[{"type":"string"},{"type":"null"}]}"#,
      [.exclusiveOneOf]),
    ImportCase(
      #"{"oneOf":[{"enum":["a","a"]},{"const":"b"}]}"#,
      #"{"anyOf":[{"type":"string","enum":["a"]},{"type":"string","enum":["b"]}]}"#,
      [.exclusiveOneOf]),
    ImportCase(
      #"{"oneOf":[{"const":"a","description":"first"},{"const":"b"}]}"#,
      #"{"anyOf":[{"type":"string","description":"first","enum":["a"]},{"type":"string","e"#
        + #"num":["b"]}]}"#,
      [.exclusiveOneOf]),
    ImportCase(
      #"{"oneOf":[{"type":"integer"},{"type":"integer","minimum":2}]}"#,
      #"{"description":"Fits exactly one of the alternatives.","anyOf":[{"type":"integer"},"#
        + #"{"type":"integer","minimum":2}]}"#,
      [.overlappingOneOf]),
    ImportCase(
      #"{"oneOf":[{"type":"object","properties":{"k":{"const":"a"}},"required":["k"],"addi"#
        + #"tionalProperties":false},{"type":"object","properties":{"k":{"enum":["b","c"]}},"r"#
        + #"equired":["k"],"additionalProperties":false}]}"#,
      #"{"anyOf":[{"type":"object","additionalProperties":false,"properties":{"k":{"type":"#
        + #""string","enum":["a"]}},"required":["k"]},{"type":"object","additionalProperties":"#
        + #"false,"properties":{"k":{"type":"string","enum":["b","c"]}},"required":["k"]}]}"#,
      [.exclusiveOneOf]),
    ImportCase(
      #"{"type":"object","properties":{"k":{"type":"string"}},"required":["k"],"additional"#
        + #"Properties":true,"oneOf":[{"properties":{"k":{"const":"a"},"m":{"type":"integer"}}"#
        + #"},{"properties":{"k":{"const":"b"}}}]}"#,
      #"{"anyOf":[{"type":"object","additionalProperties":true,"properties":{"k":{"type":""#
        + #"string","enum":["a"]},"m":{"type":"integer"}},"required":["k"]},{"type":"object",""#
        + #"additionalProperties":true,"properties":{"k":{"type":"string","enum":["b"]}},"requ"#
        + #"ired":["k"]}]}"#,
      [.exclusiveOneOf]),
    ImportCase(
      ##"{"type":"object","anyOf":[{"$ref":"#/$defs/A"},{"$ref":"#/$defs/B"}],"$defs":{"A":"##
        + #"{"type":"object","additionalProperties":false},"B":{"type":"object","properties":{"#
        + #""x":{}},"additionalProperties":false}}}"#,
      ##"{"anyOf":[{"$ref":"#/$defs/A"},{"$ref":"#/$defs/B"}],"$defs":{"A":{"type":"object""##
        + #","additionalProperties":false,"properties":{},"required":[]},"B":{"type":"object","#
        + #""additionalProperties":false,"properties":{"x":{}},"required":[]}}}"#),
    ImportCase(
      #"{"type":["string","null"],"description":"A name","minLength":1}"#,
      #"{"description":"A name","anyOf":[{"type":"string","minLength":1},{"type":"null"}]}"#),
    ImportCase(
      #"{"type":["string","null"],"enum":["a","b",null]}"#,
      #"{"anyOf":[{"type":"string","enum":["a","b"]},{"type":"null"}]}"#),
    ImportCase(
      #"{"type":"string","anyOf":[{"type":"integer"},{"minLength":3}]}"#,
      #"{"anyOf":[{"type":"string","minLength":3}]}"#,
      [.excluded]),
    ImportCase(
      #"{"allOf":[{"anyOf":[{"type":"string"},{"type":"integer"}]},{"anyOf":[{"minLength":"#
        + #"1},{"minimum":2}]}]}"#,
      #"{"anyOf":[{"type":"string"},{"type":"integer"}]}"#,
      [.combination]),
    ImportCase(
      #"{"anyOf":[{"type":"string","description":"only"}]}"#,
      #"{"anyOf":[{"type":"string","description":"only"}]}"#),
    ImportCase(
      #"{"anyOf":[false,{"type":"string"},{"type":"null"}]}"#,
      #"{"anyOf":[{"type":"string"},{"type":"null"}]}"#),
  ]

  @Test(arguments: cases)
  func `I2: oneOf becomes anyOf of the same parts, and each part gets the other keywords`(
    _ item: ImportCase
  ) throws {
    try item.check()
  }
}
