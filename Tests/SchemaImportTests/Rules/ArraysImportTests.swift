import SchemaImport
import Testing

struct ArraysImportTests {
  static let cases: [ImportCase] = [
    ImportCase(
      #"{"type":"array","items":{"type":"string"},"minItems":1,"maxItems":3}"#,
      #"{"type":"array","minItems":1,"maxItems":3,"items":{"type":"string"}}"#),
    ImportCase(
      #"{"type":"array"}"#,
      #"{"type":"array","items":{}}"#),
    ImportCase(
      #"{"type":"array","items":false}"#,
      #"{"type":"array","maxItems":0,"items":{}}"#),
    ImportCase(
      #"{"type":"array","prefixItems":[{"type":"string"},{"type":"integer"}],"items":false"#
        + #","minItems":2}"#,
      #"{"type":"array","minItems":2,"maxItems":2,"prefixItems":[{"type":"string"},{"type""#
        + #":"integer"}]}"#),
    ImportCase(
      #"{"type":"array","prefixItems":[{"type":"string"},{"type":"integer"}],"minItems":3,"#
        + #""maxItems":3}"#,
      #"{"type":"array","minItems":3,"maxItems":3,"prefixItems":[{"type":"string"},{"type""#
        + #":"integer"},{}]}"#),
    ImportCase(
      #"{"type":"array","prefixItems":[{"type":"string"},{"type":"integer"}]}"#,
      #"{"type":"array","items":{"anyOf":[{"type":"string"},{"type":"integer"}]}}"#,
      [.tuple]),
    ImportCase(
      #"{"type":"array","items":[{"type":"null"}],"additionalItems":false,"minItems":1}"#,
      #"{"type":"array","minItems":1,"maxItems":1,"prefixItems":[{"type":"null"}]}"#,
      [.otherDraft]),
    ImportCase(
      #"{"type":"array","items":[{"type":"number"},{"type":"number"}],"additionalItems":{""#
        + #"type":"string"}}"#,
      #"{"type":"array","items":{"anyOf":[{"type":"number"},{"type":"string"}]}}"#,
      [.tuple, .otherDraft]),
    ImportCase(
      #"{"type":"array","allOf":[{"prefixItems":[{"type":"string"}]},{"prefixItems":[{"min"#
        + #"Length":1},{"type":"null"}]}],"minItems":2,"maxItems":2}"#,
      #"{"type":"array","minItems":2,"maxItems":2,"prefixItems":[{"type":"string","minLeng"#
        + #"th":1},{"type":"null"}]}"#),
  ]

  @Test(arguments: cases)
  func `I1: arrays keep their counts, and tuples their elements`(
    _ item: ImportCase
  ) throws {
    try item.check()
  }

  @Test(arguments: [
    (
      #""items":[{"type":"null"}]"#, "The first element has a schema of its own, ",
      "any number of elements"
    ),
    (
      #""prefixItems":[{"type":"integer"},{"type":"string"}],"items":false"#,
      "The first 2 elements have schemas of their own, ", "at most 2 elements"
    ),
    (#""prefixItems":[{}],"items":false"#, "The first element has ", "at most 1 element"),
    (#""prefixItems":[{}],"minItems":1"#, "The first element has ", "at least 1 element"),
    (#""prefixItems":[{},{}],"minItems":1,"items":false"#, "The first 2 ", "1 to 2 elements"),
  ])
  func `the note on a tuple without a fixed length has the possible numbers of elements`(
    keywords: String, start: String, range: String
  ) throws {
    let imported = try SchemaImporter().import("{\"type\":\"array\",\(keywords)}")
    let problem = try #require(imported.diagnostics.first { $0.rule == .tuple }).problem
    #expect(problem.hasPrefix(start), "\(problem)")
    #expect(problem.contains("the schema states \(range) of these kinds"), "\(problem)")
  }
}
