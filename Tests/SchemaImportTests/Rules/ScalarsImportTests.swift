import SchemaImport
import Testing

struct ScalarsImportTests {
  static let cases: [ImportCase] = [
    ImportCase(
      #"{"type":"string"}"#,
      #"{"type":"string"}"#),
    ImportCase(
      #"{"type":"integer","minimum":1,"maximum":9007199254740993}"#,
      #"{"type":"integer","minimum":1,"maximum":9007199254740993}"#),
    ImportCase(
      #"{"type":"number","exclusiveMinimum":0,"multipleOf":0.01}"#,
      #"{"type":"number","exclusiveMinimum":0,"multipleOf":0.01}"#),
    ImportCase(
      #"{"type":"string","minLength":2,"maxLength":5,"pattern":"^a","format":"email"}"#,
      #"{"type":"string","pattern":"^a","format":"email","minLength":2,"maxLength":5}"#),
    ImportCase(
      #"{"enum":["a",1,1.5,true,null]}"#,
      #"{"enum":["a",1,1.5,true,null]}"#),
    ImportCase(
      #"{"const":"a"}"#,
      #"{"type":"string","enum":["a"]}"#),
    ImportCase(
      #"{"type":"integer","enum":[1,2.0,2.5]}"#,
      #"{"type":"integer","enum":[1,2]}"#),
    ImportCase(
      #"{"type":"string","nullable":true}"#,
      #"{"anyOf":[{"type":"string"},{"type":"null"}]}"#,
      [.nullable]),
    ImportCase(
      #"{"type":"string","enum":["a"],"nullable":true}"#,
      #"{"anyOf":[{"type":"string","enum":["a"]},{"type":"null"}]}"#,
      [.nullable]),
    ImportCase(
      #"true"#,
      #"{}"#),
    ImportCase(
      #"{}"#,
      #"{}"#),
    ImportCase(
      #"{"minimum":3}"#,
      #"{"type":"number","minimum":3}"#,
      [.inferredType]),
    ImportCase(
      #"{"type":"integer","format":"int32","maxLength":3}"#,
      #"{"type":"integer"}"#,
      [.noEffect, .noEffect]),
    ImportCase(
      #"{"enum":[{"a":1},[]]}"#,
      #"{"anyOf":[{"type":"object","additionalProperties":false,"properties":{"a":{"type":"#
        + #""integer","enum":[1]}},"required":["a"]},{"type":"array","minItems":0,"maxItems":0}]}"#),
    ImportCase(
      #"{"enum":[{"a":1}\#(Array(repeating: ",[]", count: 64).joined())]}"#,
      #"{"description":"Is one of {\"a\":1}\#(Array(repeating: ", []", count: 19).joined())"#
        + #" and 45 more.","anyOf":[{"type":"array","items":{}},{"type":"object","additionalProper"#
        + #"ties":true}]}"#,
      [.choices]),
    // A constant needs no union.
    ImportCase(
      #"{"type":"object","properties":{"a":{"const":{"k":"x","l":{}}},"b":{"enum":[[true]]}},"#
        + #""additionalProperties":false}"#,
      #"{"type":"object","additionalProperties":false,"properties":{"a":{"type":"object","#
        + #""additionalProperties":false,"properties":{"k":{"type":"string","enum":["x"]},"#
        + #""l":{"type":"object","additionalProperties":false,"properties":{},"required":[]}},"#
        + #""required":["k","l"]},"b":{"type":"array","minItems":1,"maxItems":1,"#
        + #""prefixItems":[{"type":"boolean","enum":[true]}]}},"required":[]}"#),
    ImportCase(
      #"{"minLength":1,"minimum":2}"#,
      #"{"anyOf":[{"type":"string","minLength":1},{"type":"number","minimum":2}]}"#,
      [.inferredType]),
    ImportCase(
      #"{"type":"string","pattern":"("}"#,
      #"{"type":"string","description":"Matches the regular expression '('."}"#,
      [.pattern]),
  ]

  @Test(arguments: cases)
  func `I1: scalars keep their types and bounds`(
    _ item: ImportCase
  ) throws {
    try item.check()
  }
}
