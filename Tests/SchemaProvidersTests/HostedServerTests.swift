import SchemaModel
import SchemaProviders
import SchemaSessionTesting
import SessionTestSupport
import Testing

@Suite("A hosted server with the interface of Chat Completions")
struct HostedServerTests {
  private func body(
    _ server: CompatibleModel.Server, tools: [any Tool]
  ) async throws -> GeneratedContent {
    let transport = ScriptedTransport([
      .init(body: [
        ChatStreamTests.stream(
          ChatStreamTests.delta(#"{"content":"{\"name\":\"Dal\",\"minutes\":40}"}"#, finish: "stop")
        )
      ])
    ])
    let session = LanguageModelSession(
      model: CompatibleModel(
        "m", server: server, baseURL: "https://host/v1", transport: transport), tools: tools)
    let response = try await session.respond(
      to: "Soup?", generating: Dish.self, options: GenerationOptions(maximumResponseTokens: 50))
    #expect(response.content.minutes == 40)
    let request = try #require(transport.requests.first)
    return try GeneratedContent(json: String(decoding: request.body, as: UTF8.self))
  }

  @Test(
    "RULES 5, 6, 8, 13: gets the schema where it takes one, and in the prompt elsewhere",
    arguments: [
      (.xAI, true, "max_tokens"), (.cerebras, true, "max_completion_tokens"),
      (.sgLang, true, "max_tokens"), (.groq, false, "max_completion_tokens"),
    ] as [(CompatibleModel.Server, Bool, String)])
  func schemas(_ server: CompatibleModel.Server, isEnforced: Bool, limit: String) async throws {
    for tools in [[], [Find()]] as [[any Tool]] {
      let body = try await body(server, tools: tools)
      let isStated = isEnforced && tools.isEmpty
      #expect((body.property(named: "response_format") != nil) == isStated)
      let messages = body.property(named: "messages")?.jsonString ?? ""
      // The words of the schema in the prompt.
      #expect(messages.contains("Answer with JSON of this schema") || isStated)
      #expect(body.property(named: limit)?.jsonString == "50")
      let tool = body.property(named: "tools")?.elements.first { _ in true }
      #expect((tool != nil) == !tools.isEmpty)
    }
  }

  @Test("RULES 5: xAI's patterns match the whole string, as its dialect writes them")
  func dialect() async throws {
    let body = try await body(.xAI, tools: [Find()])
    #expect(body.property(named: "tools")?.jsonString.contains("[a-z]+") == true)
  }
}
