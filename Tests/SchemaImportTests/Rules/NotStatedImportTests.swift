import SchemaImport
import Testing

struct NotStatedImportTests {
  static let cases: [ImportCase] = [
    ImportCase(
      #"{"type":"integer","not":{"const":0}}"#,
      #"{"type":"integer"}"#,
      [.not]),
    ImportCase(
      #"{"type":"array","contains":{"type":"null"}}"#,
      #"{"type":"array","items":{}}"#,
      [.contains]),
    ImportCase(
      #"{"type":"array","contains":{"type":"null"},"minContains":0}"#,
      #"{"type":"array","items":{}}"#),
    ImportCase(
      #"{"type":"array","uniqueItems":true,"items":{"type":"string"}}"#,
      #"{"type":"array","items":{"type":"string"}}"#,
      [.uniqueItems]),
    ImportCase(
      #"{"type":"array","uniqueItems":false,"items":{"type":"string"}}"#,
      #"{"type":"array","items":{"type":"string"}}"#),
    ImportCase(
      #"{"type":"object","propertyNames":{"pattern":"^a"}}"#,
      #"{"type":"object","additionalProperties":true}"#,
      [.propertyNames]),
    ImportCase(
      #"{"dependentRequired":{"a":["b"]}}"#,
      "{}",
      [.dependencies]),
    ImportCase(
      #"{"type":"object","dependencies":{"a":{"minProperties":2}}}"#,
      #"{"type":"object","additionalProperties":true}"#,
      [.dependencies]),
    ImportCase(
      #"{"type":"object","unevaluatedProperties":false}"#,
      #"{"type":"object","additionalProperties":true}"#,
      [.unevaluated]),
    ImportCase(
      #"{"type":"array","unevaluatedItems":false}"#,
      #"{"type":"array","items":{}}"#,
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
