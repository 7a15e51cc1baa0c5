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
      #"{"type":"array","prefixItems":[{"type":"string"},{"type":"integer"}]}"#),
    ImportCase(
      #"{"type":"array","prefixItems":[{"type":"string"},{"type":"integer"}],"items":false}"#,
      #"{"type":"array","maxItems":2,"prefixItems":[{"type":"string"},{"type":"integer"}]}"#),
    ImportCase(
      #"{"type":"array","prefixItems":[{"type":"string"},{"type":"integer"}],"minItems":1,"#
        + #""maxItems":2}"#,
      #"{"type":"array","minItems":1,"maxItems":2,"prefixItems":[{"type":"string"},{"type""#
        + #":"integer"}]}"#),
    ImportCase(
      #"{"type":"array","prefixItems":[{"type":"string"},{"type":"integer"}],"minItems":1,"#
        + #""maxItems":1}"#,
      #"{"type":"array","minItems":1,"maxItems":1,"prefixItems":[{"type":"string"}]}"#),
    ImportCase(
      #"{"type":"array","prefixItems":[{"type":"string"}],"items":{"type":"null"},"minItems":1,"#
        + #""maxItems":70}"#,
      #"{"type":"array","minItems":1,"maxItems":70,"prefixItems":[{"type":"string"}],"#
        + #""items":{"type":"null"}}"#),
    ImportCase(
      #"{"type":"array","prefixItems":[{"type":"string"}],"items":true,"maxItems":3}"#,
      #"{"type":"array","maxItems":3,"prefixItems":[{"type":"string"}],"items":{}}"#),
    // More elements are required than have a schema, so others are mentioned.
    ImportCase(
      #"{"type":"array","prefixItems":[{"type":"string"}],"minItems":3}"#,
      #"{"type":"array","minItems":3,"prefixItems":[{"type":"string"}],"items":{}}"#),
    ImportCase(
      #"{"type":"array","prefixItems":[{"type":"string"},false,{"type":"null"}]}"#,
      #"{"type":"array","maxItems":1,"prefixItems":[{"type":"string"}]}"#),
    ImportCase(
      #"{"type":"array","allOf":[{"prefixItems":[{"type":"string"},{"type":"string"}]},{"items""#
        + #":{"minLength":1},"maxItems":9}]}"#,
      #"{"type":"array","maxItems":9,"prefixItems":[{"type":"string","minLength":1},{"type""#
        + #":"string","minLength":1}],"items":{"type":"string","minLength":1}}"#,
      [.inferredType]),
    ImportCase(
      #"{"type":"array","items":[{"type":"null"}],"additionalItems":false,"minItems":1}"#,
      #"{"type":"array","minItems":1,"maxItems":1,"prefixItems":[{"type":"null"}]}"#,
      [.otherDraft]),
    ImportCase(
      #"{"type":"array","items":[{"type":"number"},{"type":"number"}],"additionalItems":{""#
        + #"type":"string"}}"#,
      #"{"type":"array","prefixItems":[{"type":"number"},{"type":"number"}],"items":{"type""#
        + #":"string"}}"#,
      [.otherDraft]),
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

  @Test func `I3: an optional element whose schemas exclude each other ends the array`() throws {
    let document = #"""
      {"type":"array","allOf":[
        {"prefixItems":[{"type":"string"},{"type":"integer"},{"type":"null"}]},
        {"prefixItems":[{"type":"string"},{"type":"string"}]}]\#

      """#
    let imported = try SchemaImporter().import(document + "}")
    #expect(imported.diagnostics.map(\.rule) == [.excluded])
    #expect(
      try SchemaEncoder().encode(imported.schema).jsonString()
        == #"{"type":"array","maxItems":1,"prefixItems":[{"type":"string"}]}"#)
    #expect(throws: SchemaImportError.self) {
      try SchemaImporter().import(document + #","minItems":2}"#)
    }
  }
}
