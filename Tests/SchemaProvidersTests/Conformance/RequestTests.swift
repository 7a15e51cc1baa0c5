import SchemaModel
import SchemaProviders
import SchemaTestSupport
import Testing

/// `.ci/check-sessions` validates the requests, as those of all tests, by the types of the
/// providers' own packages.
struct RequestTests {
  /// A model on a cloud, or at a service with an interface of OpenAI's form.
  struct Service: Sendable, CustomTestStringConvertible {
    let testDescription: String
    /// The provider whose streams it sends.
    let provider: GoldenProvider
    let model: @Sendable (any ModelTransport) -> any LanguageModel

    init(
      _ name: String, _ provider: GoldenProvider,
      _ model: @escaping @Sendable (any ModelTransport) -> any LanguageModel
    ) {
      testDescription = name
      self.provider = provider
      self.model = { model(ExportingTransport($0)) }
    }

    init(_ name: String, _ server: CompatibleModel.Server, _ address: String) {
      self.init(name, .chat) {
        CompatibleModel(
          "m", server: server, baseURL: address, key: "secret", transport: $0)
      }
    }
  }

  private static let services = [
    Service("Azure, Chat Completions", .chat) {
      OpenAIModel.azure("d", resource: "r", credential: .key("secret"), transport: $0)
    },
    Service("Azure, Responses", .responses) {
      OpenAIResponsesModel.azure("d", resource: "r", credential: .key("secret"), transport: $0)
    },
    Service("Foundry", .anthropic) {
      AnthropicModel.foundry(
        "d", resource: "r", credential: .key("secret"), promptCaching: .oneHour, transport: $0)
    },
    Service("Claude on Vertex AI", .anthropic) {
      AnthropicModel.vertex("m", project: "p", token: "secret", transport: $0)
    },
    Service("Gemini on Vertex AI", .gemini) {
      GeminiModel.vertex("gemini-3-flash", project: "p", token: "secret", transport: $0)
    },
    Service("Groq", .groq, "https://api.groq.com/openai/v1"),
    Service("Groq with schemas", .groqStrict, "https://api.groq.com/openai/v1"),
    Service("Mistral", .mistral, "https://api.mistral.ai/v1"),
    Service("Cerebras", .cerebras, "https://api.cerebras.ai/v1"),
  ]

  @Test(
    "T24: are the same each time, and have no keys that are not set",
    arguments: GoldenProvider.allCases)
  func requests(_ provider: GoldenProvider) async throws {
    try await check(provider, model: nil)
  }

  @Test("T24: are so on clouds and at services too", arguments: services)
  func requests(_ service: Service) async throws {
    try await check(service.provider, model: service.model)
  }

  private func check(
    _ provider: GoldenProvider, model: (@Sendable (any ModelTransport) -> any LanguageModel)?
  ) async throws {
    var count = 0
    for seed in 0..<UInt64(ExportingTransport.isExporting ? 40 : tried(of: 40)) {
      var conversation = RandomConversation(seed: seed, with: provider, model: model)
      var again = RandomConversation(seed: seed, with: provider, model: model)
      let requests = try await conversation.requests()
      if seed < 4 { #expect(try await again.requests().map(\.body) == requests.map(\.body)) }
      for request in requests {
        let body = try GeneratedContent(json: String(decoding: request.body, as: UTF8.self))
        #expect(body.isComplete)
        for (name, value) in body.properties {
          #expect(value.shape != .null, "\(name) of seed \(seed)")
        }
        count += 1
      }
    }
    #expect(count > tried(of: 100))
  }
}
