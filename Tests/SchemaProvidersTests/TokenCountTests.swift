import Foundation
import SchemaConcurrency
import SchemaModel
import SchemaProviders
import SchemaSessionTesting
import SchemaSessions
import SessionTestSupport
import Testing

/// What providers are asked for the number of tokens, and how their answers are read.
///
/// The requests are those of the providers' packages of 2026-11: `messages.count_tokens` of
/// anthropic 2.12, `models.count_tokens` of google-genai 3.4 with the documentation of
/// `models.countTokens`, and the README of llama.cpp's server.
struct TokenCountTests {
  private static let conversation = Transcript(entries: [
    .instructions(
      .init(
        segments: [.text(.init(content: "Be brief."))],
        toolDefinitions: [Transcript.ToolDefinition(tool: Find())])),
    .prompt(.init(segments: [.text(.init(content: "Soup?"))])),
  ])

  private static let instructions = Transcript(entries: [
    .instructions(.init(segments: [.text(.init(content: "Be brief."))], toolDefinitions: []))
  ])

  private func transport(_ bodies: String...) -> ScriptedTransport {
    ScriptedTransport(bodies.map { .init(body: [$0]) })
  }

  private static let tool =
    #"""
    {"type":"object","properties":{"term":{"type":"string","pattern":"^(?:[a-z]+)$"}},\#
    "required":["term"],"additionalProperties":false}
    """#

  @Test("of Anthropic: the request without what only an answer needs")
  func anthropic() async throws {
    let transport = transport(#"{"input_tokens":14}"#)
    let model = AnthropicModel(
      "m", key: "secret", promptCaching: .oneHour, betas: ["x-1"],
      headers: ["x-team": "kitchen"], transport: ExportingTransport(transport))
    #expect(model.countsTokens)
    #expect(
      try await model.tokenCount(for: Self.conversation, schema: Find.Arguments.generationSchema)
        == 14)
    let request = try #require(transport.requests.first)
    #expect(request.url.absoluteString == "https://api.anthropic.com/v1/messages/count_tokens")
    #expect(request.headers["authorization"] == "Bearer secret")
    #expect(request.headers["anthropic-version"] == "2026-10-21")
    #expect(request.headers["anthropic-beta"] == "x-1")
    #expect(request.headers["x-team"] == "kitchen")
    #expect(request.headers["accept"] == "application/json")
    let body = try GeneratedContent(json: transport.body())
    let names = body.properties.map(\.name)
    #expect(names == ["model", "system", "messages", "tools", "output_config"])
    #expect(try body.value(String.self, forProperty: "system") == "Be brief.")
    #expect(try transport.body().contains(#""messages":[{"role":"user","content":"#))
    #expect(try transport.body().contains(#""format":{"type":"json_schema","#))
  }

  @Test("of Anthropic on Vertex AI: the model is in the body, and the version too")
  func anthropicOnVertex() async throws {
    let transport = transport(#"{"input_tokens":3}"#)
    let model = AnthropicModel.vertex(
      "claude@1", project: "p", location: "europe-west1", token: "secret", transport: transport)
    let prompt = Transcript(entries: Self.conversation.suffix(1))
    #expect(try await model.tokenCount(for: prompt, schema: nil) == 3)
    let request = try #require(transport.requests.first)
    #expect(
      request.url.absoluteString
        == "https://europe-west1-aiplatform.googleapis.com/v1/projects/p/locations/europe-west1"
        + "/publishers/anthropic/models/count-tokens:rawPredict")
    #expect(
      try transport.body().hasPrefix(#"{"model":"claude@1","anthropic_version":"2026-10-21","#))
    #expect(try !transport.body().contains("max_tokens"))
  }

  @Test("of Gemini: the complete request, as one to generate content")
  func gemini() async throws {
    let transport = transport(#"{"totalTokens":21,"cachedContentTokenCount":2}"#)
    let model = GeminiModel("gemini-3-flash", key: "secret", transport: transport)
    #expect(try await model.tokenCount(for: Self.conversation, schema: nil) == 21)
    let request = try #require(transport.requests.first)
    #expect(
      request.url.absoluteString
        == "https://generativelanguage.googleapis.com/v1/models/gemini-3-flash:countTokens")
    #expect(request.headers["x-goog-api-key"] == "secret")
    #expect(
      try transport.body().hasPrefix(
        #"{"generateContentRequest":{"model":"models/gemini-3-flash","systemInstruction":"#))
    #expect(
      try transport.body().contains(#""contents":[{"role":"user","parts":[{"text":"Soup?"}]"#))
    #expect(try transport.body().contains(#""functionDeclarations":[{"name":"find","#))
  }

  @Test("of Gemini on Vertex AI: the parts of the request that it counts")
  func geminiOnVertex() async throws {
    let transport = transport(#"{"totalTokens":21}"#)
    let model = GeminiModel.vertex("gemini-3-flash", project: "p", token: "t", transport: transport)
    #expect(try await model.tokenCount(for: Self.conversation, schema: nil) == 21)
    let body = try GeneratedContent(json: transport.body())
    #expect(body.properties.map(\.name) == ["systemInstruction", "contents", "tools"])
    #expect(transport.requests.first?.url.path.hasSuffix("gemini-3-flash:countTokens") == true)
  }

  @Test("of llama.cpp: the conversation in the form of the model, divided into tokens")
  func llamaCpp() async throws {
    let transport = transport(
      #"{"prompt":"<|im_start|>user\nSoup?"}"#, #"{"tokens":[1,2,3,4,5]}"#)
    let model = CompatibleModel(
      "m", server: .llamaCpp, baseURL: "http://h:8080/v1/?a=b", key: "k", transport: transport)
    #expect(model.countsTokens)
    #expect(try await model.tokenCount(for: Self.conversation, schema: nil) == 5)
    let requests = transport.requests
    #expect(
      requests.map(\.url.absoluteString)
        == ["http://h:8080/apply-template?a=b", "http://h:8080/tokenize?a=b"])
    #expect(requests.map { $0.headers["authorization"] } == ["Bearer k", "Bearer k"])
    #expect(requests.map { $0.headers["accept"] } == ["application/json", "application/json"])
    let conversation = try GeneratedContent(json: transport.body())
    #expect(conversation.properties.map(\.name) == ["model", "messages", "tools"])
    #expect(
      try transport.body(1)
        == #"{"content":"<|im_start|>user\nSoup?","add_special":true,"parse_special":true}"#)
  }

  @Test("of other servers: an error before any request")
  func other() async throws {
    let transport = transport()
    let model = CompatibleModel("m", server: .vLLM, baseURL: "http://h/v1", transport: transport)
    #expect(!model.countsTokens)
    let error = await #expect(throws: LanguageModelError.self) {
      try await model.tokenCount(for: Self.conversation, schema: nil)
    }
    let failure = try #require(error?.providerFailure)
    #expect(failure.code == "noTokenCount")
    #expect(transport.requests.isEmpty)
  }

  @Test("of instructions alone: the difference that they make to a short prompt")
  func difference() async throws {
    let transport = transport(#"{"input_tokens":30}"#, #"{"input_tokens":9}"#)
    let model = AnthropicModel("m", key: "k", transport: transport)
    #expect(try await model.tokenCount(for: Self.instructions, schema: nil) == 21)
    #expect(try transport.body(0).contains(#""system":"Be brief.""#))
    #expect(try !transport.body(1).contains("system"))
    #expect(try transport.body(1).contains(#""content":"#))
  }

  @Test("with an error of the provider: the error of a session, after the tries of the policy")
  func failure() async throws {
    let transport = ScriptedTransport([
      .init(
        status: 529, headers: ["retry-after-ms": "1"],
        body: [#"{"type":"error","error":{"type":"overloaded_error"}}"#]),
      .init(
        status: 401, headers: ["request-id": "r"],
        body: [
          #"""
          {"type":"error","error":{"type":"authentication_error","message":"bad secret"}}
          """#
        ]),
    ])
    let model = AnthropicModel(
      "m", key: "secret", transport: transport,
      retryPolicy: ModelProvider.RetryPolicy(maximumRetries: 2))
    let error = await #expect(throws: LanguageModelError.self) {
      try await model.tokenCount(for: Self.conversation, schema: nil)
    }
    let failure = try #require(error?.providerFailure)
    #expect(failure.statusCode == 401)
    #expect(!"\(failure)".contains("secret"))
    #expect(transport.requests.count == 2)
  }

  @Test(
    "with a reply that has no number: an error",
    arguments: [
      #"{"tokens":1}"#, #"{"input_tokens":"many"}"#, "[1]", #"{"input_tokens":"#, "<html>",
    ])
  func invalid(reply: String) async throws {
    let model = AnthropicModel("m", key: "k", transport: transport(reply))
    let error = await #expect(throws: LanguageModelError.self) {
      try await model.tokenCount(for: Self.conversation, schema: nil)
    }
    let failure = try #require(error?.providerFailure)
    #expect(failure.code == "invalidReply")
  }

  /// A reply in pieces of 16 MB, whose end is a gigabyte away.
  private struct LongReply: ModelTransport {
    let pieceCount = Locked(0)

    nonisolated(nonsending) func send(
      _ request: TransportRequest
    ) async throws -> TransportResponse {
      let piece = Data(repeating: UInt8(ascii: " "), count: 1 << 24)
      return TransportResponse(
        status: 200, headers: ["content-type": "application/json"],
        body: AsyncThrowingStream { [pieceCount] in
          let count = pieceCount.withLock { count in
            count += 1
            return count
          }
          return count < 64 ? piece : nil
        })
    }
  }

  @Test("H2: of a reply that is too long: an error, and the rest of it is not read")
  func longReply() async throws {
    let transport = LongReply()
    let model = AnthropicModel("m", key: "k", transport: transport)
    let error = await #expect(throws: LanguageModelError.self) {
      try await model.tokenCount(for: Self.conversation, schema: nil)
    }
    let failure = try #require(error?.providerFailure)
    #expect(failure.code == "invalidReply")
    #expect(failure.debugDescription.contains("sent a reply that is larger than 64 MiB."))
    #expect(transport.pieceCount.withLock { $0 } == 5)
  }

  @Test("of llama.cpp with an attachment: an error before any request, since it is no text")
  func attachment() async throws {
    let transport = transport()
    let model = CompatibleModel(
      "m", server: .llamaCpp, baseURL: "http://h/v1", transport: transport)
    let image = Transcript.AttachmentSegment(
      content: .image(.init(ImageAttachmentContent(MediaSource(Data([0xFF, 0xD8, 0xFF]))))))
    let transcript = Transcript(entries: [.prompt(.init(segments: [.attachment(image)]))])
    let error = await #expect(throws: LanguageModelError.self) {
      try await model.tokenCount(for: transcript, schema: nil)
    }
    #expect(error?.unsupportedTranscriptContent != nil)
    #expect(transport.requests.isEmpty)
  }

  @Test("decides what a session drops, and an error of the count leaves the estimate")
  func policy() async throws {
    for (count, dropsTurn) in [
      (#"{"input_tokens":1000}"#, true), (#"{"input_tokens":5}"#, false), ("{}", false),
    ] {
      let transport = ScriptedTransport([
        .init(body: [count]), .init(body: [ProviderFixture.anthropic.text]),
      ])
      let old = Transcript(entries: [
        .prompt(.init(segments: [.text(.init(content: "A long soup?"))])),
        .response(.init(segments: [.text(.init(content: "A very long stew."))])),
      ])
      let session = LanguageModelSession(
        model: AnthropicModel("m", key: "k", transport: transport), transcript: old)
      session.contextPolicy = .droppingOldestTurns(over: 16)
      try await session.respond(to: "More of it?")
      #expect(session.transcript.count == (dropsTurn ? 2 : 4))
      #expect(transport.requests.first?.url.path == "/v1/messages/count_tokens")
    }
  }

  @Test("is asked of the default model, and of the first of several")
  func defaultModel() async throws {
    await #expect(processExitsWith: .success) {
      let transport = ScriptedTransport([
        .init(body: [#"{"input_tokens":7}"#]), .init(status: 400, body: ["{}"]),
      ])
      try SystemLanguageModel.bootstrap(
        FallbackModel([
          AnthropicModel("m", key: "k", transport: transport), OllamaModel("q", contextSize: 9_000),
        ]))
      let model = SystemLanguageModel.default
      #expect(model.countsTokens)
      // Anthropic does not say how much its model reads.
      #expect(!model.knowsContextSize)
      #expect(try await model.tokenCount(for: "Soup?") == 7)
      #expect(try await model.tokenCount(for: "") == 0)
      await #expect(throws: LanguageModelError.self) { try await model.tokenCount(for: "Soup?") }
      #expect(transport.requests.count == 2)
    }
    await #expect(processExitsWith: .success) {
      try SystemLanguageModel.bootstrap(OllamaModel("q", contextSize: 9_000))
      #expect(SystemLanguageModel.default.contextSize == 9_000)
      #expect(SystemLanguageModel.default.knowsContextSize)
      #expect(!SystemLanguageModel.default.countsTokens)
    }
  }
}
