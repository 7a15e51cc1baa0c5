import SchemaImport
import Testing

struct NotStatedImportTests {
  static let cases: [ImportCase] = [
    ImportCase(
      #"{"type":"integer","not":{"const":0}}"#,
      #"{"type":"integer","description":"Is not 0."}"#,
      [.not]),
    ImportCase(
      #"{"type":"array","contains":{"type":"null"}}"#,
      #"{"type":"array","description":"At least 1 element is null.","items":{}}"#,
      [.contains]),
    ImportCase(
      #"{"type":"array","contains":{"type":"null"},"minContains":0}"#,
      #"{"type":"array","items":{}}"#),
    ImportCase(
      #"{"type":"array","uniqueItems":true,"items":{"type":"string"}}"#,
      #"{"type":"array","description":"No two elements are equal.","items":{"type":"string"}}"#,
      [.uniqueItems]),
    ImportCase(
      #"{"type":"array","uniqueItems":false,"items":{"type":"string"}}"#,
      #"{"type":"array","items":{"type":"string"}}"#),
    ImportCase(
      #"{"dependentRequired":{"a":["b"]}}"#,
      #"{"description":"Give b if a is given."}"#,
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
  ]

  @Test(arguments: cases)
  func `I2: what a schema cannot state is a warning with the keyword's place`(
    _ item: ImportCase
  ) throws {
    try item.check()
  }
}
