public import SchemaSessions

/// A model on a server of Ollama.
///
///     let model = OllamaModel("qwen3", contextSize: 16_384)
///     let session = LanguageModelSession(model: model)
public struct OllamaModel: LanguageModel {
  /// The name of the model.
  public let name: String

  /// The part that sends requests.
  public typealias Executor = ProviderExecutor<OllamaModel>

  /// What the executor needs to know.
  public let executorConfiguration: Executor.Configuration

  /// Creates a model.
  ///
  /// - Parameters:
  ///   - name: The name of the model.
  ///   - contextSize: How many tokens the model reads, from 1. Ollama cuts longer prompts without an
  ///     error, and takes memory for the number that is stated.
  ///   - baseURL: The address of the server.
  ///   - key: The key, if the server wants one.
  ///   - transport: The way on which requests reach the server.
  ///   - retryPolicy: When a request that failed is sent again.
  public init(
    _ name: String, contextSize: Int = 8_192, baseURL: String = "http://localhost:11434",
    key: APIKey? = nil, transport: any ModelTransport = URLSessionTransport(),
    retryPolicy: RetryPolicy = RetryPolicy()
  ) {
    self.name = name
    executorConfiguration = .init(
      ProviderConnection(key: key, transport: transport, retryPolicy: retryPolicy),
      OllamaFormat(model: name, baseURL: baseURL, contextSize: contextSize))
  }

  /// What the model can do.
  public var capabilities: LanguageModelCapabilities {
    LanguageModelCapabilities([.guidedGeneration, .toolCalling, .reasoning])
  }
}
