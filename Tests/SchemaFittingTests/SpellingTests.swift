import SchemaContent
import SchemaDialects
import SchemaEncoding
import SchemaFitting
import Testing

/// Choices that a provider may spell in other capitals (rule D9).
struct SpellingTests {
  private static let document = #"""
    {"type":"object","additionalProperties":false,"required":["color","pet"],"properties":{
      "color":{"enum":["Red","blue"]},
      "pet":{"anyOf":[
        {"type":"object","additionalProperties":false,"required":["kind","tags"],
          "properties":{"kind":{"const":"Cat"},"tags":{"type":"object","additionalProperties":{"type":"string"}}}},
        {"type":"object","additionalProperties":false,"required":["kind"],
          "properties":{"kind":{"const":"dog"}}}]}}}
    """#

  @Test func `D9: strings in other capitals are read as they are declared`() throws {
    let schema = try FittedDialects.fit(document: Self.document, in: AnthropicDialect())
    let answer = #"{"color":"RED","pet":{"kind":"cat","tags":[{"key":"Size","value":"RED"}]}}"#
    let content = try schema.content(from: GeneratedContent(json: answer))
    #expect(
      content.jsonString(.compact)
        == #"{"color":"Red","pet":{"kind":"Cat","tags":{"Size":"RED"}}}"#,
      "\(schema)")
    try expectThereAndBack(content.jsonString, schema)
  }

  @Test(arguments: [(#"["go","Go"]"#, true), (#"["go","stop"]"#, false), (#"["1","2"]"#, nil)])
  func `D9: choices that differ in capitals only are a warning`(
    choices: String, isWarned: Bool?
  ) throws {
    let schema = try FittedDialects.fit(
      document: FittedDialects.object(["a": #"{"enum":\#(choices)}"#]), in: AnthropicDialect())
    let found = schema.diagnostics.filter { $0.fitting == .spelling && $0.severity == .warning }
    #expect(found.map(\.path.pointer) == (isWarned == true ? ["/a"] : []))
    #expect(schema.mapping.isIdentity == (isWarned == nil))
  }

  @Test func `D9: other dialects read strings as they are`() throws {
    let schema = try FittedDialects.fit(
      document: FittedDialects.object(["a": #"{"enum":["Red"]}"#]), in: OpenAIDialect())
    let answer = try GeneratedContent(json: #"{"a":"red"}"#)
    #expect(try schema.content(from: answer) == answer)
  }
}
