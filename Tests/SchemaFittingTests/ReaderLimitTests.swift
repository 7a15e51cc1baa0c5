import SchemaContent
import SchemaDialects
import SchemaEncoding
import SchemaFitting
import SchemaTestSupport
import Testing

/// The forms of what a reader of schemas refuses, and the way back.
struct ReaderLimitTests {
  private func check(
    _ document: String, in dialect: any SchemaDialect, _ content: String, answer: String
  ) throws -> FittedSchema {
    let schema = try FittedDialects.fit(document: document, in: dialect)
    let content = try GeneratedContent(json: content)
    let written = try schema.answer(for: content)
    #expect(written.jsonString(.compact) == answer)
    #expect(try schema.content(from: written) == content)
    return schema
  }

  private static let choices =
    #"{"type":"object","properties":{"when":{"enum":["","now"]}},"required":["when"],"#
    + #""additionalProperties":false}"#

  @Test(arguments: [GeminiDialect() as any SchemaDialect, GeminiOpenAPIDialect()])
  func `D7: an empty choice has another text for Gemini`(_ dialect: any SchemaDialect) throws {
    let schema = try check(
      Self.choices, in: dialect, #"{"when":""}"#, answer: #"{"when":"empty"}"#)
    #expect(schema.jsonString().contains(#"["empty","now"]"#))
    #expect(schema.diagnostics.map(\.fitting) == [.choices])
    _ = try check(Self.choices, in: dialect, #"{"when":"now"}"#, answer: #"{"when":"now"}"#)
    let taken = Self.choices.replacing(#""now""#, with: #""empty""#)
    _ = try check(taken, in: dialect, #"{"when":""}"#, answer: #"{"when":"(empty)"}"#)
  }

  @Test func `D7: an object without properties is the text of the only value for Gemini`() throws {
    let document =
      #"{"type":"object","properties":{"none":{"type":"object","properties":{},"#
      + #""additionalProperties":false}},"required":["none"],"additionalProperties":false}"#
    let schema = try check(
      document, in: GeminiOpenAPIDialect(), #"{"none":{}}"#, answer: #"{"none":"{}"}"#)
    #expect(schema.diagnostics.map(\.fitting) == [.anyValue])
  }

  @Test func `D1: llama.cpp gets no repetitions above its limit`() throws {
    let schema = try FittedDialects.fit(
      document: #"""
        {"type":"object","properties":{
          "text":{"type":"string","minLength":2500},
          "body":{"type":"string","maxLength":1999},
          "note":{"type":"string","maxLength":2000},
          "list":{"type":"array","minItems":1998,"maxItems":2000,"items":{"type":"string"}},
          "rows":{"type":"array","maxItems":100,
            "items":{"type":"array","minItems":3,"maxItems":30,"items":{"type":"number"}}}},
          "required":["text","body","note","list","rows"],"additionalProperties":false}
        """#, in: LlamaCppDialect())
    let text = schema.jsonString()
    #expect(!text.contains("minLength"))
    #expect(text.contains(#""maxLength":1999"#))
    #expect(text.contains("At most 2000 characters."))
    #expect(text.contains("At least 1998 elements. At most 2000 elements."))
    #expect(text.contains(#""maxItems":100"#))
    #expect(text.contains(#""minItems":3"#))
    #expect(!text.contains(#""maxItems":30"#))
    #expect(text.contains("At least 2500 characters."))
    #expect(text.contains("At most 30 elements."))
  }
}
