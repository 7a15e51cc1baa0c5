import SchemaImport
import Testing

struct DraftImportTests {
  static let cases: [ImportCase] = [
    ImportCase(
      #"{"type":"number","minimum":1,"exclusiveMinimum":true,"maximum":5,"exclusiveMaximum"#
        + #"":false}"#,
      #"{"type":"number","exclusiveMinimum":1,"maximum":5}"#,
      [.otherDraft]),
    ImportCase(
      #"{"type":"object","properties":{"a":{"type":"number","minimum":1,"exclusiveMinimum""#
        + #":true},"b":{"const":"x"},"c":{"if":{},"type":"null"}},"additionalProperties":false"#
        + #"}"#,
      #"{"type":"object","additionalProperties":false,"properties":{"a":{"type":"number",""#
        + #"exclusiveMinimum":1},"b":{"type":"string","enum":["x"]},"c":{"type":"null"}},"requ"#
        + #"ired":[]}"#,
      [.otherDraft]),
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
      #"{"type":"string","const":"a","nullable":true}"#,
      #"{"anyOf":[{"type":"string","enum":["a"]},{"type":"null"}]}"#, [.nullable]),
    // Null is an alternative to all that combined schemas and rules demand together.
    ImportCase(
      #"{"type":"string","nullable":true,"allOf":[{"type":"string","minLength":2}]}"#,
      #"{"anyOf":[{"type":"string","minLength":2},{"type":"null"}]}"#, [.nullable]),
    ImportCase(
      #"{"type":"string","nullable":true,"anyOf":[{"minLength":2},{"const":"a"}]}"#,
      #"{"anyOf":[{"type":"string","minLength":2},{"type":"string","enum":["a"]},{"type":"#
        + #""null"}]}"#, [.nullable]),
    ImportCase(
      #"{"type":"object","nullable":true,"properties":{"a":{"type":"null"},"b":{"type":"null""#
        + #"}},"anyOf":[{"required":["a"]},{"required":["b"]}],"additionalProperties":false}"#,
      #"{"anyOf":[{"type":"object","additionalProperties":false,"properties":{"a":{"type":""#
        + #"null"},"b":{"type":"null"}},"required":["a"]},{"type":"object","additionalPropert"#
        + #"ies":false,"properties":{"b":{"type":"null"}},"required":["b"]},{"type":"null"}]}"#,
      [.nullable, .exclusiveOneOf]),
    ImportCase(
      #"{"type":"object","nullable":true,"properties":{"a":{"type":"null"},"b":{"type":"null""#
        + #"}},"not":{"required":["a","b"]},"additionalProperties":false}"#,
      #"{"anyOf":[{"type":"object","additionalProperties":false,"properties":{"b":{"type":""#
        + #"null"}},"required":[]},{"type":"object","additionalProperties":false,"properties""#
        + #":{"a":{"type":"null"}},"required":["a"]},{"type":"null"}]}"#, [.nullable]),
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
      #"{}"#,
      [.unknownKeyword]),
    ImportCase(#"{"const":"x"}"#, #"{}"#, [.unknownKeyword], draft: .draft4),
    // The value of `const` is not a schema.
    ImportCase(#"{"const":true}"#, #"{}"#, [.unknownKeyword], draft: .draft4),
    ImportCase(
      #"{"$schema":"http://json-schema.org/draft-07/schema#","type":"string","nullable":true}"#,
      #"{"type":"string"}"#,
      [.unknownKeyword]),
    ImportCase(
      #"{"openapi":"3.1.0","type":"string","nullable":true}"#,
      #"{"type":"string"}"#,
      [.unknownKeyword, .unknownKeyword]),
    ImportCase(
      #"{"openapi":"3.0.0","type":"number","minimum":1,"exclusiveMinimum":true}"#,
      #"{"type":"number","exclusiveMinimum":1}"#,
      [.unknownKeyword]),
    ImportCase(
      #"{"$schema":"http://json-schema.org/draft-06/schema#","type":"string","contentEncodin"#
        + #"g":"base64","$comment":"c","$defs":{},"nullable":false}"#,
      #"{"type":"string","description":"Content encoding: base64."}"#,
      [.annotation]),
    ImportCase(
      #"{"$schema":"http://json-schema.org/draft-04/schema#","type":"array","contains":{"typ"#
        + #"e":"string"}}"#,
      #"{"type":"array","items":{}}"#,
      [.unknownKeyword]),
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

  private func diagnostics(
    _ draft: SchemaDraft, _ members: String
  ) throws -> [ImportDiagnostic] {
    try SchemaImporter().import(#"{"$schema":"\#(draft.uri)",\#(members)}"#).diagnostics
  }

  @Test(arguments: [
    (SchemaDraft.draft7, "unevaluatedItems", #""type":"array","unevaluatedItems":false"#),
    (.draft7, "dependentRequired", #""type":"object","dependentRequired":{"a":["b"]}"#),
    (.draft7, "prefixItems", #""type":"array","prefixItems":[{"type":"null"}]"#),
    (.draft7, "nullable", #""type":"string","nullable":true"#),
    (.draft4, "propertyNames", #""type":"object","propertyNames":{"maxLength":2}"#),
    (.draft6, "if", #""type":"string","if":{"minLength":2},"then":{"pattern":"a"}"#),
  ])
  func `I7: a keyword that the named draft does not have is left out with a note`(
    draft: SchemaDraft, keyword: String, members: String
  ) throws {
    let found = try diagnostics(draft, members)
    #expect(found.map(\.keyword) == [keyword])
    #expect(found.map(\.rule) == [.unknownKeyword])
    #expect(
      found.first?.problem.hasSuffix("so its validators ignore it, and it is left out.") == true)
  }

  @Test(arguments: [
    #""type":"array","unevaluatedItems":true"#, #""type":"string","if":{"minLength":2}"#,
  ])
  func `I7: a keyword that the named draft does not have is not noted without an effect`(
    members: String
  ) throws {
    #expect(try diagnostics(.draft6, members).isEmpty)
  }

  @Test(arguments: cases)
  func `I4, I7: a document is read in its one language`(
    _ item: ImportCase
  ) throws {
    try item.check()
  }
}
