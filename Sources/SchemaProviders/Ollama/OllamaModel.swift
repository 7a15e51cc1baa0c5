public import SchemaSessions

/// A model on a server of Ollama.
///
/// A server of your own holds answers to their schemas. Ollama's cloud does not: for a model at
/// `ollama.com`, or with a name that ends with `cloud`, the schema is in the prompt and the session
/// checks the answer.
///
///     let model = OllamaModel("qwen3", contextSize: 16_384)
///     let session = LanguageModelSession(model: model)
public struct OllamaModel: ContextSizedLanguageModel {
  /// The name of the model.
  public let name: String

  /// How many tokens the model reads.
  public let contextSize: Int

  /// What the model can do; one that Ollama's cloud runs cannot be held to a schema, and a model
  /// reads images if its creator said so.
  public let capabilities: LanguageModelCapabilities

  /// The part that sends requests.
  public typealias Executor = ProviderExecutor<OllamaModel>

  /// What the executor needs to know.
  public let executorConfiguration: Executor.Configuration

  /// Creates a model.
  ///
  /// - Parameters:
  ///   - name: The name of the model.
  ///   - contextSize: How many tokens the model reads, from 1. Ollama cuts longer prompts without
  ///     an error, and takes memory for the number that is stated.
  ///   - baseURL: The address of the server.
  ///   - key: The key, if the server wants one.
  ///   - readsImages: Whether the model reads images, for ``capabilities``. Images are sent in
  ///     either case.
  ///   - headers: Fields that are added to the header of each request, such as those of a gateway.
  ///   - signer: The part that signs each request, after everything else of it is fixed.
  ///   - transport: The way on which requests reach the server.
  ///   - retryPolicy: When a request that failed is sent again.
  public init(
    _ name: String, contextSize: Int = 8_192, baseURL: String = "http://localhost:11434",
    key: ModelProvider.Key? = nil, readsImages: Bool = false,
    headers: [String: String] = [:], signer: (any RequestSigner)? = nil,
    transport: any ModelTransport = ModelProvider.URLSessionTransport(),
    retryPolicy: ModelProvider.RetryPolicy = ModelProvider.RetryPolicy()
  ) {
    self.name = name
    self.contextSize = contextSize
    let format = OllamaFormat(model: name, baseURL: baseURL, contextSize: contextSize)
    capabilities = LanguageModelCapabilities(
      [.toolCalling, .reasoning] + (format.isCloud ? [] : [.guidedGeneration])
        + (readsImages ? [.vision] : []))
    executorConfiguration = .init(
      ProviderConnection(
        key: key, transport: transport, retryPolicy: retryPolicy, headers: headers,
        signer: signer), format)
  }
}
