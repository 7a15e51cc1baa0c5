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
    // The value of `const` is not a schema.
    ImportCase(
      #"{"const":true}"#, #"{"type":"boolean","enum":[true]}"#, [.otherDraft], draft: .draft4),
    ImportCase(
      #"{"$schema":"http://json-schema.org/draft-06/schema#","type":"string","contentEncodin"#
        + #"g":"base64","$comment":"c","$defs":{},"nullable":false}"#,
      #"{"type":"string"}"#,
      [.annotation, .annotation]),
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

  @Test func `I3: a keyword that the stated draft lacks is a warning if it is obeyed`() throws {
    let found = try diagnostics(
      .draft7, #""type":"array","minItems":1,"maxItems":1,"prefixItems":[{"type":"null"}]"#)
    #expect(
      found.map(\.problem)
        == ["Draft 7 has no 'prefixItems', so its validators ignore it; here it is obeyed."])
    #expect(found.map(\.severity) == [.warning])
  }

  @Test(arguments: [
    (SchemaDraft.draft7, "unevaluatedItems", #""type":"array","unevaluatedItems":false"#),
    (.draft7, "dependentRequired", #""type":"object","dependentRequired":{"a":["b"]}"#),
    (.draft7, "minContains", #""type":"array","minContains":2"#),
    (.draft4, "propertyNames", #""type":"object","propertyNames":{"maxLength":2}"#),
    (.draft6, "if", #""type":"string","if":{"minLength":2},"then":{"pattern":"a"}"#),
  ])
  func `I3: a keyword that the stated draft lacks is a note if it is left out`(
    draft: SchemaDraft, keyword: String, members: String
  ) throws {
    let found = try diagnostics(draft, members)
    #expect(found.map(\.keyword) == [keyword])
    #expect(found.map(\.rule) == [.unknownKeyword])
    #expect(
      found.first?.problem.hasSuffix("so its validators ignore it, and it is left out.") == true)
  }

  @Test(arguments: [
    (#""properties":{"a":{},"b":{}},"dependentRequired":{"a":["b"]}"#, "here it is obeyed."),
    (
      #""properties":{"a":{},"b":{}},"required":["a"],"#
        + #""dependentRequired":{"a":["b"],"c":["d"]},"not":{"required":["a"]}"#,
      "and it is left out."
    ),
  ])
  func `I3: a rule of cases that the stated draft lacks is obeyed where its cases are stated`(
    members: String, end: String
  ) throws {
    var importer = SchemaImporter()
    importer.options.enumeratesCases = true
    let document = #"{"$schema":"\#(SchemaDraft.draft7.uri)","type":"object",\#(members)}"#
    let found = try importer.import(document).diagnostics.filter {
      $0.keyword == "dependentRequired"
    }
    #expect(found.count == 1)
    #expect(found.first?.problem.hasSuffix(end) == true, "\(found)")
  }

  @Test(arguments: ["stated", "unstated"])
  func `I3: a rule of cases that is obeyed at one of its places is not said to be left out`(
    first: String
  ) throws {
    var importer = SchemaImporter()
    importer.options.enumeratesCases = true
    let other = first == "stated" ? "unstated" : "stated"
    // Beside what makes the rules contradict each other, the cases cannot be stated.
    let places = [
      "stated": ##"{"$ref":"#/definitions/pair"}"##,
      "unstated": ##"{"allOf":[{"$ref":"#/definitions/pair"},"##
        + #"{"required":["a"],"not":{"required":["a"]}}]}"#,
    ]
    let document = #"""
      {"$schema":"\#(SchemaDraft.draft7.uri)","type":"object","properties":{
        "p":\#(places[first] ?? ""),"q":\#(places[other] ?? "")},
        "definitions":{"pair":{"type":"object","properties":{"a":{},"b":{}},
          "dependentRequired":{"a":["b"]}}}}
      """#
    let found = try importer.import(document).diagnostics.filter {
      $0.keyword == "dependentRequired"
    }
    #expect(found.map(\.rule) == [.otherDraft], "\(found)")
  }

  @Test func `I3: an if that the stated draft lacks is a warning where it becomes a union`() throws
  {
    let found = try diagnostics(
      .draft6,
      #"""
      "type":"object","properties":{"a":{"enum":["x","y"]},"b":{"type":"string"}},"required":["a"],
      "if":{"properties":{"a":{"const":"x"}},"required":["a"]},"then":{"required":["b"]}
      """#)
    #expect(found.map(\.rule) == [.otherDraft])
  }

  @Test(arguments: [
    #""type":"array","unevaluatedItems":true"#, #""type":"string","if":{"minLength":2}"#,
  ])
  func `I3: a keyword that the stated draft lacks is not noted without an effect`(
    members: String
  ) throws {
    #expect(try diagnostics(.draft6, members).isEmpty)
  }

  @Test(arguments: cases)
  func `I4: keywords of all drafts are read where they stand`(
    _ item: ImportCase
  ) throws {
    try item.check()
  }
}
