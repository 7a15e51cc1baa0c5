import SchemaImport
import Testing

struct NotStatedImportTests {
  static let cases: [ImportCase] = [
    ImportCase(
      #"{"type":"integer","not":{"const":0}}"#,
      #"{"type":"integer","not":{"const":0}}"#,
      [.not]),
    ImportCase(
      #"{"type":"array","contains":{"type":"null"}}"#,
      #"{"type":"array","contains":{"type":"null"},"items":{}}"#,
      [.contains]),
    ImportCase(
      #"{"type":"array","contains":{"type":"null"},"minContains":0}"#,
      #"{"type":"array","items":{}}"#),
    ImportCase(
      #"{"type":"array","uniqueItems":true,"items":{"type":"string"}}"#,
      #"{"type":"array","uniqueItems":true,"items":{"type":"string"}}"#,
      [.uniqueItems]),
    ImportCase(
      #"{"type":"array","uniqueItems":false,"items":{"type":"string"}}"#,
      #"{"type":"array","items":{"type":"string"}}"#),
    ImportCase(
      #"{"dependentRequired":{"a":["b"]}}"#,
      #"{"dependentRequired":{"a":["b"]}}"#,
      [.dependencies]),
    ImportCase(
      #"{"type":"object","dependencies":{"a":{"minProperties":2}}}"#,
      #"{"type":"object","description":"If it has 'a', it has at least 2 properties.","additi"#
        + #"onalProperties":true}"#,
      [.dependencies]),
    ImportCase(
      #"{"type":"array","unevaluatedItems":false}"#,
      #"""
      {"type":"array","description":"There are no elements but the described ones.","items":{}}
      """#,
      [.unevaluated]),
    ImportCase(
      #"{"type":"string","not":false}"#,
      #"{"type":"string"}"#),
    ImportCase(
      #"{"type":"array","contains":{"type":"null"},"minContains":2,"maxContains":3}"#,
      #"""
      {"type":"array","contains":{"type":"null"},"minContains":2,"maxContains":3,"items":{}}
      """#,
      [.contains]),
    // The second of two keywords is in an 'allOf'.
    ImportCase(
      #"{"type":"integer","not":{"const":0},"allOf":[{"not":{"const":1}}]}"#,
      #"{"type":"integer","not":{"const":0},"allOf":[{"not":{"const":1}}]}"#,
      [.not, .not]),
    // Keywords that lead to other parts of the document are told in words.
    ImportCase(
      #"{"type":"integer","not":{"$ref":"#/$defs/a"},"$defs":{"a":{"const":0}}}"#,
      #"{"type":"integer","description":"Is not 0."}"#,
      [.not]),
    ImportCase(
      #"""
      {"$schema":"http://json-schema.org/draft-07/schema#","type":"array",
        "contains":{"items":[{"type":"null"}]}}
      """#,
      #"""
      {"type":"array","description":"At least 1 element fits this JSON Schema: \#
      {\"items\":[{\"type\":\"null\"}]}.","items":{}}
      """#,
      [.contains]),
  ]

  @Test(arguments: cases)
  func `I2: what a schema cannot state is a warning with the keyword's place`(
    _ item: ImportCase
  ) throws {
    try item.check()
  }
}
