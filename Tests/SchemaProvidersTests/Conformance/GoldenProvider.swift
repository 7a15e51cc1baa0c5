import Foundation
import SchemaProviders
import SchemaSessionTesting
import SessionTestSupport
import Testing

/// A provider whose streams are in the folder Golden, as the provider's own Python package writes
/// them.
///
/// After a change that is meant, `.ci/check-sessions --write` writes them anew.
enum GoldenProvider: String, CaseIterable, CustomTestStringConvertible {
  case chat, responses, anthropic, gemini, ollama

  var testDescription: String { rawValue }

  /// The model, with what else all providers have.
  var fixture: ProviderFixture {
    switch self {
    case .chat: .openAI
    case .responses: .responses
    case .anthropic: .anthropic
    case .gemini: .gemini
    case .ollama: .ollama
    }
  }

  /// The model, on a server.
  func model(
    at address: String, over transport: any ModelTransport, maximumRetries: Int
  ) -> any LanguageModel {
    let policy = ModelProvider.RetryPolicy(maximumRetries: maximumRetries)
    let transport = ExportingTransport(transport)
    return switch self {
    case .chat:
      OpenAIModel(
        "m", key: "secret", baseURL: address, transport: transport, retryPolicy: policy)
    case .responses:
      OpenAIResponsesModel(
        "m", key: "secret", baseURL: address, transport: transport, retryPolicy: policy)
    case .anthropic:
      AnthropicModel(
        "m", key: "secret", baseURL: address, transport: transport, retryPolicy: policy)
    case .gemini:
      GeminiModel("m", key: "secret", baseURL: address, transport: transport, retryPolicy: policy)
    case .ollama:
      OllamaModel("m", baseURL: address, transport: transport, retryPolicy: policy)
    }
  }

  /// A situation in which a provider sends a stream.
  enum Case: String, CaseIterable {
    case text, structure, tool, parallel, thought, refusal, length, filter, blocked, error, failed
  }

  /// The bytes of a stream; `nil` if the provider has no such form.
  func stream(_ situation: Case) -> Data? {
    try? Data(contentsOf: GoldenProvider.folder.appending(path: "\(rawValue).\(situation).txt"))
  }

  /// The providers that have a form for a situation.
  static func all(with situation: Case) -> [GoldenProvider] {
    allCases.filter { $0.stream(situation) != nil }
  }

  private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: "Golden")

  /// A response with a stream, in two pieces.
  func response(_ situation: Case, splitAt cut: Int = 0) throws -> ScriptedTransport.Response {
    let bytes = try #require(stream(situation))
    return ScriptedTransport.Response(
      headers: [fixture.requestIDHeader: "r1"],
      pieces: [bytes.prefix(cut), bytes.dropFirst(cut)])
  }
}
