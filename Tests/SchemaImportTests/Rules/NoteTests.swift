import SchemaImport
import Testing

@Suite struct NoteTests {
  @Test func `I3: annotations without a place are noted once each, with how often they occur`()
    throws
  {
    let outcome = try importing(
      #"{"type":"object","additionalProperties":false,"properties":{"a":{"type":"string","default":"x"},"#
        + #""b":{"type":"string","default":"y","examples":["z"]}}}"#)
    #expect(outcome.losses.isEmpty)
    #expect(outcome.notes == ["default", "examples"])
    #expect(outcome.imported.diagnostics[0].problem.contains("2 places"))
    #expect(outcome.imported.diagnostics[0].path.pointer == "/properties/a/default")
    #expect(outcome.imported.isLossless)
  }

  @Test func `I4: what stands beside a reference counts from draft 2019-09 on`() throws {
    let text = ##"{"$ref":"#/definitions/a","minLength":2,"definitions":{"a":{"type":"string"}}}"##
    #expect(try importing(text, draft: .draft7).text == #"{"type":"string"}"#)
    #expect(try importing(text, draft: .draft7).notes == ["minLength"])
    #expect(try importing(text, draft: .draft2019).text == #"{"type":"string","minLength":2}"#)
  }

  @Test func `I4: keywords of later drafts mean nothing in earlier ones`() throws {
    #expect(
      try importing(#"{"const":"a","type":"string"}"#, draft: .draft4).text == #"{"type":"string"}"#
    )
    #expect(try importing(#"{"const":"a","type":"string"}"#, draft: .draft4).notes == ["const"])
    let tuple = #"{"type":"array","items":[{"type":"null"}],"additionalItems":false,"minItems":1}"#
    #expect(
      try importing(tuple).text
        == #"{"type":"array","minItems":1,"maxItems":1,"prefixItems":[{"type":"null"}]}"#)
    #expect(try importing(tuple).imported.draft == .draft7)
  }

  @Test(arguments: [
    (#"{"$schema":"http://json-schema.org/draft-04/schema#"}"#, SchemaDraft.draft4),
    (#"{"$schema":"https://json-schema.org/draft/2019-09/schema"}"#, .draft2019),
    (#"{"$schema":"https://example.com/mine"}"#, .draft2020),
    (#"{"id":"http://example.com/a"}"#, .draft4),
    (#"{"minimum":1,"exclusiveMinimum":true}"#, .draft4),
    (#"{"properties":{"exclusiveMinimum":true}}"#, .draft2020),
    (#"{"dependencies":{"a":["b"]}}"#, .draft7),
    (#"{"properties":{"dependencies":{"type":"string"}}}"#, .draft2020),
    (#"{"type":"string"}"#, .draft2020),
  ])
  func `I4: the draft is what the document says or looks like`(
    _ text: String, _ draft: SchemaDraft
  ) throws {
    #expect(try SchemaImporter().import(text).draft == draft)
  }

  @Test func `I4: draft 4 says by a boolean that bounds are exclusive`() throws {
    let text =
      #"{"type":"number","minimum":1,"exclusiveMinimum":true,"maximum":5,"exclusiveMaximum":false}"#
    #expect(try importing(text).text == #"{"type":"number","exclusiveMinimum":1,"maximum":5}"#)
  }

  @Test func `I4: dynamic references are followed where they can lead to one place only`() throws {
    let text = ##"{"type":"array","items":{"$recursiveRef":"#"},"$recursiveAnchor":true}"##
    #expect(
      try importing(text, draft: .draft2019).text == ##"{"type":"array","items":{"$ref":"#"}}"##)
  }

  @Test func `a schema is made of a text in one line`() throws {
    let schema = try GenerationSchema(jsonSchema: #"{"title":"Tag","type":"object"}"#)
    #expect(schema.name == "Tag")
  }
}
