import Foundation
import SchemaConcurrency
import SchemaModel
import SchemaProviders
import SchemaSessionTesting
import SchemaSessions
import SessionTestSupport
import Testing

/// Where models of clouds and gateways are, and how callers prove who they are.
struct CloudTests {
  private let openAI = ProviderFixture.openAI.text
  private let responses = ProviderFixture.responses.text
  private let anthropic = ProviderFixture.anthropic.text
  private let gemini = ProviderFixture.gemini.text

  /// The request that a model sends.
  private func request(
    _ body: String, _ model: (any ModelTransport) -> any LanguageModel
  ) async throws -> TransportRequest {
    let transport = ScriptedTransport([.init(body: [body])])
    let session = LanguageModelSession(model: model(ExportingTransport(transport)))
    #expect(try await session.respond(to: "Soup?").content == "Dal ü")
    return try #require(transport.requests.first)
  }

  private func text(_ request: TransportRequest) -> String {
    String(decoding: request.body, as: UTF8.self)
  }

  @Test func `Azure has an address with a version and one with a date, and a key or a token`()
    async throws
  {
    let chat = try await request(openAI) {
      OpenAIModel.azure("d 1", resource: "res", credential: .key("secret"), transport: $0)
    }
    #expect(chat.url.absoluteString == "https://res.openai.azure.com/openai/v1/chat/completions")
    #expect(chat.headers["api-key"] == "secret")
    #expect(chat.headers["authorization"] == nil)
    #expect(text(chat).contains(#""model":"d 1""#))
    #expect(!chat.customMirror.children.contains { "\($0.value)".contains("secret") })

    let dated = try await request(openAI) {
      OpenAIModel.azure(
        "d 1", resource: "res", credential: .token("secret"), apiVersion: "2024-10-21",
        transport: $0)
    }
    #expect(
      dated.url.absoluteString
        == """
        https://res.openai.azure.com/openai/deployments/d%201/chat/\
        completions?api-version=2024-10-21
        """
    )
    #expect(dated.headers["authorization"] == "Bearer secret")
    #expect(dated.headers["api-key"] == nil)

    let items = try await request(responses) {
      OpenAIResponsesModel.azure(
        "d", resource: "res", credential: .key("secret"), apiVersion: "2025-04-01-preview",
        transport: $0)
    }
    #expect(
      items.url.absoluteString
        == "https://res.openai.azure.com/openai/responses?api-version=2025-04-01-preview")
    #expect(items.headers["api-key"] == "secret")
  }

  @Test func `Foundry has Anthropic's interface at an address of its own`() async throws {
    let key = try await request(anthropic) {
      AnthropicModel.foundry(
        "claude", resource: "res", credential: .key("secret"), promptCaching: .oneHour,
        transport: $0)
    }
    #expect(
      key.url.absoluteString == "https://res.services.ai.azure.com/anthropic/v1/messages")
    #expect(key.headers["x-api-key"] == "secret")
    #expect(key.headers["authorization"] == nil)
    #expect(key.headers["anthropic-version"] == "2026-10-21")
    #expect(text(key).contains(#""cache_control":{"type":"ephemeral","ttl":"1h"}"#))
    let token = try await request(anthropic) {
      AnthropicModel.foundry("c", resource: "res", credential: .token("secret"), transport: $0)
    }
    #expect(token.headers["authorization"] == "Bearer secret")
    #expect(token.headers["x-api-key"] == nil)
  }

  @Test(arguments: [
    ("global", "aiplatform.googleapis.com"), ("eu", "aiplatform.eu.rep.googleapis.com"),
    ("europe-west4", "europe-west4-aiplatform.googleapis.com"),
  ])
  func `Vertex has hosts by location`(_ location: String, _ host: String) async throws {
    let google = try await request(gemini) {
      GeminiModel.vertex(
        "gemini-3-flash", project: "p", location: location, token: "secret",
        headers: ["X-Goog-User-Project": "q"], transport: $0)
    }
    #expect(
      google.url.absoluteString
        == """
        https://\(host)/v1beta1/projects/p/locations/\(location)/publishers/google/models/\
        gemini-3-flash:streamGenerateContent?alt=sse
        """
    )
    #expect(google.headers["authorization"] == "Bearer secret")
    #expect(google.headers["x-goog-api-key"] == nil)
    #expect(google.headers["x-goog-user-project"] == "q")

    let claude = try await request(anthropic) {
      AnthropicModel.vertex(
        "claude-sonnet-5@20260901", project: "p", location: location, token: "secret",
        version: "vertex-2023-10-16", transport: $0)
    }
    #expect(
      claude.url.absoluteString
        == """
        https://\(host)/v1/projects/p/locations/\(location)/publishers/anthropic/models/\
        claude-sonnet-5%4020260901:streamRawPredict
        """
    )
    #expect(claude.headers["authorization"] == "Bearer secret")
    #expect(claude.headers["anthropic-version"] == nil)
    #expect(text(claude).contains(#""anthropic_version":"vertex-2023-10-16""#))
    #expect(text(claude).contains(#""stream":true"#))
    #expect(!text(claude).contains(#""model""#))
  }

  @Test func `every model accepts headers, and cache keys if its provider has them`() async throws {
    let headers = ["X-Gateway": "g"]
    let sent = try await [
      request(openAI) {
        OpenAIModel("m", key: "k", promptCacheKey: "user", headers: headers, transport: $0)
      },
      request(responses) {
        OpenAIResponsesModel("m", key: "k", promptCacheKey: "user", headers: headers, transport: $0)
      },
      request(openAI) {
        CompatibleModel(
          "m", server: .other, baseURL: "http://h/v1", promptCacheKey: "user", headers: headers,
          transport: $0)
      },
      request(anthropic) {
        AnthropicModel("m", key: "k", betas: ["a", "b"], headers: headers, transport: $0)
      },
      request(gemini) { GeminiModel("m", key: "k", headers: headers, transport: $0) },
      request(ProviderFixture.ollama.text) { OllamaModel("m", headers: headers, transport: $0) },
    ]
    #expect(sent.allSatisfy { $0.headers["x-gateway"] == "g" })
    #expect(sent[3].headers["anthropic-beta"] == "a,b")
    #expect(sent[..<3].allSatisfy { text($0).contains(#""prompt_cache_key":"user""#) })
  }

  @Test func `models on clouds accept a signer, and the options of the models themselves`()
    async throws
  {
    let signer = Signer()
    let credential = CloudCredential.key("secret")
    let sent = try await [
      request(openAI) {
        OpenAIModel.azure(
          "d", resource: "r", credential: credential, promptCacheKey: "user", signer: signer,
          transport: $0)
      },
      request(responses) {
        OpenAIResponsesModel.azure(
          "d", resource: "r", credential: credential, reasoningSummary: .concise,
          storesResponses: true, promptCacheKey: "user", signer: signer, transport: $0)
      },
      request(anthropic) {
        AnthropicModel.foundry(
          "d", resource: "r", credential: credential, betas: ["a", "b"], signer: signer,
          transport: $0)
      },
      request(anthropic) {
        AnthropicModel.vertex(
          "m", project: "p", token: "secret", betas: ["a", "b"], signer: signer, transport: $0)
      },
      request(gemini) {
        GeminiModel.vertex(
          "gemini-3-flash", project: "p", token: "secret",
          cachedContent: "projects/p/locations/global/cachedContents/c", signer: signer,
          transport: $0)
      },
    ]
    #expect(
      sent.map { $0.headers["x-signature"] }
        == sent.enumerated().map { "sealed-\($0.offset + 1)-\($0.element.body.count)" })
    #expect(sent[..<2].allSatisfy { text($0).contains(#""prompt_cache_key":"user""#) })
    #expect(text(sent[1]).contains(#""reasoning":{"summary":"concise"}"#))
    #expect(text(sent[1]).contains(#""store":true"#))
    #expect(sent[2...3].allSatisfy { $0.headers["anthropic-beta"] == "a,b" })
    #expect(
      text(sent[4]).contains(#""cachedContent":"projects/p/locations/global/cachedContents/c""#))

    let transport = ScriptedTransport([BedrockTests.answer("Dal ü")])
    let bedrock = BedrockModel(
      "anthropic.claude-sonnet-5", region: "us-east-1", key: "secret", betas: ["a", "b"],
      signer: signer, transport: ExportingTransport(transport))
    try await LanguageModelSession(model: bedrock).respond(to: "Soup?")
    let request = try #require(transport.requests.first)
    #expect(request.headers["authorization"] == "Bearer secret")
    #expect(request.headers["x-signature"] == "sealed-6-\(request.body.count)")
    #expect(
      text(request).contains(#""additionalModelRequestFields":{"anthropic_beta":["a","b"]}"#))
  }

  @Test(arguments: [["X Gateway": "g"], ["": "g"], ["x-gateway": "a\nb"], ["x-gäteway": "g"]])
  func `a header that cannot be sent is an error before a request is sent`(
    _ headers: [String: String]
  ) async throws {
    let transport = ScriptedTransport([])
    let model = OpenAIModel("m", key: "k", headers: headers, transport: transport)
    let error = await LanguageModelSession(model: model).failure(of: "Soup?")
    let failure = try #require(error?.providerFailure)
    #expect(failure.code == "invalidHeader")
    #expect(transport.requests.isEmpty)
  }

  /// Signs with the number of the request and the size of its body.
  private struct Signer: RequestSigner {
    let requests = Locked<[TransportRequest]>([])
    var failure: (any Error)?

    func headers(for request: TransportRequest) async throws -> [String: String] {
      if let failure { throw failure }
      let number = requests.withLock { requests in
        requests.append(request)
        return requests.count
      }
      return ["X-Signature": "sealed-\(number)-\(request.body.count)"]
    }
  }

  @Test func `a signer sees each request as it is sent, also if it is sent again`() async throws {
    let signer = Signer()
    let transport = ScriptedTransport([
      .init(status: 500, headers: ["retry-after-ms": "1"], body: ["{}"]), .init(body: [openAI]),
      .init(status: 400, body: [#"{"error":{"message":"bad sealed-3-0 and sealed-3"}}"#]),
    ])
    let model = OpenAIModel(
      "m", key: "k", headers: ["x-gateway": "g"], signer: signer, transport: transport)
    let session = LanguageModelSession(model: model)
    try await session.respond(to: "Soup?")
    let sent = transport.requests
    #expect(
      sent.map { $0.headers["x-signature"] }
        == [1, 2].map { number in
          "sealed-\(number)-\(sent[0].body.count)"
        })
    let seen = signer.requests.withLock { $0 }
    #expect(seen.map(\.body) == sent.map(\.body))
    #expect(seen.allSatisfy { $0.headers["x-gateway"] == "g" && $0.headers["x-signature"] == nil })
  }

  @Test func `H6: a signature shows in no error, and the signer's own error is thrown`()
    async throws
  {
    struct Refused: Error {}
    var signer = Signer()
    let transport = ScriptedTransport([
      .init(status: 400, body: [#"{"error":{"message":"wrong signature sealed-1-SIZE"}}"#]),
      .init(body: [
        ProviderFixture.events(#"{"error":{"message":"wrong signature sealed-1-SIZE"}}"#)
      ]),
    ])
    struct Fixed: RequestSigner {
      func headers(for request: TransportRequest) async throws -> [String: String] {
        ["x-signature": "sealed-1-SIZE"]
      }
    }
    let model = OpenAIModel(
      "m", key: "k", signer: Fixed(), transport: transport,
      retryPolicy: ModelProvider.RetryPolicy(maximumRetries: 0))
    // In a response without success, and in a stream.
    for _ in 0..<2 {
      let error = await LanguageModelSession(model: model).failure(of: "Soup?")
      #expect(error?.debugDescription.contains("wrong signature") == true)
      #expect(error?.debugDescription.contains("sealed") == false)
    }

    signer.failure = Refused()
    let unsent = ScriptedTransport([])
    let refused = OpenAIModel("m", key: "k", signer: signer, transport: unsent)
    await #expect(throws: Refused.self) {
      try await LanguageModelSession(model: refused).respond(to: "Soup?")
    }
    #expect(unsent.requests.isEmpty)
  }

  @Test func `the date at the end of a version decides about the sampling options`()
    async throws
  {
    func model(_ version: String, _ transport: ScriptedTransport) -> AnthropicModel {
      AnthropicModel.vertex(
        "claude-sonnet-5@20260901", project: "p", token: "secret", version: version,
        transport: transport)
    }
    let options = GenerationOptions(temperature: 0.5)
    let old = ScriptedTransport([.init(body: [anthropic])])
    try await LanguageModelSession(model: model("vertex-2023-10-16", old))
      .respond(to: "Soup?", options: options)
    #expect(try old.body().contains(#""temperature":0.5"#))
    for version in ["2026-10-21", "vertex-2026-10-21", "vertex-2027-01-01"] {
      let new = ScriptedTransport([])
      let error = await #expect(throws: LanguageModelError.self) {
        try await LanguageModelSession(model: model(version, new))
          .respond(to: "Soup?", options: options)
      }
      #expect(error?.unsupportedCapability != nil)
      #expect(new.requests.isEmpty)
    }
    // The version also decides on the field of the key.
    let key = ScriptedTransport([.init(body: [anthropic])])
    try await LanguageModelSession(
      model: AnthropicModel("m", key: "secret", version: "2023-06-01", transport: key)
    ).respond(to: "Soup?")
    #expect(key.requests.first?.headers["x-api-key"] == "secret")
  }
}
