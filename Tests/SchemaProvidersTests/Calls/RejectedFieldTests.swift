import SchemaModel
import SchemaProviders
import SchemaSessionTesting
import SessionTestSupport
import Testing

/// Fields that a server rejects, or would reject.
struct RejectedFieldTests {
  private func rejection(_ status: Int, _ body: String) -> ScriptedTransport.Response {
    .init(status: status, headers: ["content-type": "application/json"], body: [body])
  }

  private func notes(_ session: LanguageModelSession) -> String {
    session.transcript.compactMap(\.response).last?.metadata["notes"]?.jsonString ?? ""
  }

  @Test(
    "T23: a field that a strict server rejects is left out, with a note",
    arguments: [
      (422, #"{"detail":[{"type":"extra_forbidden","loc":["body","stream_options"]}]}"#),
      (400, #"{"error":{"message":"Unknown parameter","param":"stream_options"}}"#),
      (422, "Extra inputs are not permitted: stream_options"),
    ])
  func streamOptions(_ status: Int, _ body: String) async throws {
    let text = ProviderFixture.openAI.text
    let transport = ScriptedTransport([
      rejection(status, body), .init(body: [text]), .init(body: [text]),
    ])
    let session = LanguageModelSession(
      model: CompatibleModel("m", server: .other, baseURL: "http://h/v1", transport: transport))
    #expect(try await session.respond(to: "Soup?").content == "Dal ü")
    #expect(notes(session).contains("rejects the field 'stream_options'"))
    // Later requests do not try it again.
    try await session.respond(to: "And?")
    let sent = try (0..<3).map { try transport.body($0).contains("stream_options") }
    #expect(sent == [true, false, false])
  }

  @Test("T23: a field is left out once, and other rejections are errors")
  func others() async throws {
    let body = #"{"error":{"message":"stream_options: not permitted"}}"#
    for (responses, count) in [
      ([rejection(422, body), rejection(422, body)], 2),
      ([rejection(422, #"{"error":{"message":"temperature: too high"}}"#)], 1),
    ] {
      let transport = ScriptedTransport(responses)
      let session = LanguageModelSession(
        model: CompatibleModel("m", server: .other, baseURL: "http://h/v1", transport: transport))
      let error = await session.failure(of: "Soup?")
      #expect(error?.debugDescription.contains("the server: ") == true)
      #expect(transport.requests.count == count)
      #expect(session.transcript.isEmpty)
    }
  }

  @Test("T23: DeepSeek requires no calls while it thinks")
  func deepSeek() async throws {
    for (body, isRequired) in [
      (nil, false), (#"{"thinking":{"type":"disabled"}}"#, true),
    ] as [(String?, Bool)] {
      let transport = ScriptedTransport(
        [ProviderFixture.openAI.calls, ProviderFixture.openAI.text].map { .init(body: [$0]) })
      let model = CompatibleModel(
        "deepseek-chat", server: .deepSeek, baseURL: "https://api.deepseek.com",
        extraBody: try body.map { try GeneratedContent(json: $0) }, transport: transport)
      let session = LanguageModelSession(model: model, tools: [Find()])
      try await session.respond(
        to: "Soup?", options: GenerationOptions(toolCallingMode: .required))
      #expect(try transport.body().contains(#""tool_choice":"required""#) == isRequired)
    }
  }

  @Test(
    "T23: calls are not required if the server cannot require them",
    arguments: [
      ProviderFixture.openAI, .llamaCpp, .responses, .anthropic,
    ])
  func toolChoice(_ provider: ProviderFixture) async throws {
    let transport = ScriptedTransport([
      rejection(
        400,
        #"{"error":{"message":"Thinking may not be enabled when tool_choice forces tool use."}}"#),
      .init(body: [provider.text]),
    ])
    let session = provider.session(transport, tools: [Find()])
    try await session.respond(to: "Soup?", options: GenerationOptions(toolCallingMode: .required))
    #expect(try transport.body(0).contains("tool_choice"))
    #expect(try !transport.body(1).contains("tool_choice"))
    #expect(notes(session).contains("rejects the field 'tool_choice'"))
  }

  @Test(
    "T23: a model of Ollama without levels of reasoning gets true or false, with a note",
    arguments: [(.deep, "true"), (.custom("none"), "false")]
      as [(ContextOptions.ReasoningLevel, String)])
  func think(_ level: ContextOptions.ReasoningLevel, _ value: String) async throws {
    let text = ProviderFixture.ollama.text
    let transport = ScriptedTransport([
      rejection(400, #"{"error":"think value \"high\" is not supported for this model"}"#),
      .init(body: [text]),
    ])
    let session = LanguageModelSession(model: ProviderFixture.ollama.model(transport))
    try await session.respond(
      to: "Soup?", contextOptions: ContextOptions(reasoningLevel: level))
    #expect(try transport.body(0).contains(#""think":""#))
    #expect(try transport.body(1).contains(#""think":\#(value)"#))
    #expect(notes(session).contains("rejects levels in the field 'think'"))
  }
}
