import SchemaImport
import Testing

struct DraftImportTests {
  static let cases: [ImportCase] = [
    ImportCase(
      #"{"type":"number","minimum":1,"exclusiveMinimum":true,"maximum":5,"exclusiveMaximum"#
        + #"":false}"#,
      #"{"type":"number","exclusiveMinimum":1,"maximum":5}"#),
    ImportCase(
      #"{"type":"object","properties":{"a":{"type":"number","minimum":1,"exclusiveMinimum""#
        + #":true},"b":{"const":"x"},"c":{"if":{},"type":"null"}},"additionalProperties":false"#
        + #"}"#,
      #"{"type":"object","additionalProperties":false,"properties":{"a":{"type":"number",""#
        + #"exclusiveMinimum":1},"b":{"type":"string","enum":["x"]},"c":{"type":"null"}},"requ"#
        + #"ired":[]}"#),
    ImportCase(
      ##"{"type":"object","properties":{"a":{"$ref":"#/definitions/P","nullable":true,"desc"##
        + #"ription":"d"}},"additionalProperties":false,"definitions":{"P":{"type":"object","a"#
        + #"dditionalProperties":false}}}"#,
      #"{"type":"object","additionalProperties":false,"properties":{"a":{"description":"d""#
        + ##","anyOf":[{"$ref":"#/$defs/P"},{"type":"null"}]}},"required":[],"$defs":{"P":{"typ"##
        + #"e":"object","additionalProperties":false,"properties":{},"required":[]}}}"#,
      [.nullable]),
    ImportCase(
      #"{"oneOf":[{"type":"string"},{"type":"integer"}],"nullable":true}"#,
      #"{"anyOf":[{"type":"string"},{"type":"integer"},{"type":"null"}]}"#,
      [.exclusiveOneOf, .nullable]),
    ImportCase(
      #"{"type":"object","propertys":{"a":{"type":"string"}},"requried":["a"],"x-order":[]"#
        + #","_items":{},"default":{},"markdownDescription":"m"}"#,
      #"{"type":"object","additionalProperties":true}"#,
      [.misspelling, .misspelling, .unknownKeyword, .unknownKeyword, .annotation, .unknownKeyword]),
    ImportCase(
      #"{"id":"http://example.com/a","type":"string","examples":["a"],"readOnly":true}"#,
      #"{"type":"string"}"#,
      [.annotation, .annotation]),
    ImportCase(
      #"{"$schema":"https://example.com/mine","type":"string"}"#,
      #"{"type":"string"}"#,
      [.unknownDraft]),
    ImportCase(
      ##"{"$schema":"http://json-schema.org/draft-07/schema#","$ref":"#/definitions/a","min"##
        + #"Length":2,"definitions":{"a":{"type":"string"}}}"#,
      #"{"type":"string","title":"a"}"#,
      [.besideReference]),
    ImportCase(
      #"{"$schema":"http://json-schema.org/draft-04/schema#","const":"x"}"#,
      #"{"type":"string","enum":["x"]}"#,
      [.otherDraft]),
    ImportCase(
      #"{"const":"x"}"#, #"{"type":"string","enum":["x"]}"#, [.otherDraft], draft: .draft4),
    ImportCase(
      #"{"$schema":"http://json-schema.org/draft-06/schema#","type":"string","contentEncodin"#
        + #"g":"base64","$comment":"c","$defs":{},"nullable":false}"#,
      #"{"type":"string"}"#,
      [.annotation, .annotation]),
    ImportCase(
      #"{"$schema":"http://json-schema.org/draft-04/schema#","type":"array","contains":{"typ"#
        + #"e":"string"}}"#,
      #"{"type":"array","items":{}}"#,
      [.otherDraft]),
    ImportCase(
      #"{"$schema":"https://json-schema.org/draft/2020-12/schema","type":"array","items":{"#
        + #"},"additionalItems":false}"#,
      #"{"type":"array","items":{}}"#),
    ImportCase(
      ##"{"$schema":"http://json-schema.org/draft-07/schema#","$ref":"http://e.org/a","defi"##
        + ##"nitions":{"a":{"$id":"http://e.org/a","$schema":"https://json-schema.org/draft/20"##
        + ##"20-12/schema","type":"array","minItems":1,"prefixItems":[{"type":"null"}],"items""##
        + ##":false}}}"##,
      #"{"type":"array","title":"a","minItems":1,"maxItems":1,"prefixItems":[{"type":"null"}]}"#),
  ]

  @Test func `I3: a keyword that the stated draft lacks is a warning of what becomes of it`() throws
  {
    func problems(_ members: String) throws -> [String] {
      let document =
        #"{"$schema":"http://json-schema.org/draft-07/schema#","type":"array",\#(members)}"#
      return try SchemaImporter().import(document).diagnostics.map { diagnostic in
        #expect(diagnostic.severity == .warning)
        return diagnostic.problem
      }
    }
    #expect(
      try problems(#""minItems":1,"maxItems":1,"prefixItems":[{"type":"null"}]"#)
        == ["Draft 7 has no 'prefixItems', so its validators ignore it; here it is obeyed."])
    #expect(
      try problems(#""unevaluatedItems":false"#)
        == ["Draft 7 has no 'unevaluatedItems', so its validators ignore it."])
    #expect(try problems(#""unevaluatedItems":true"#) == [])
  }

  @Test(arguments: cases)
  func `I4: keywords of all drafts are read where they stand`(
    _ item: ImportCase
  ) throws {
    try item.check()
  }
}
