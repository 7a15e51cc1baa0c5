public import SchemaSessions

/// A model on a server of Ollama.
///
/// Your own server enforces schemas. Ollama's cloud does not: for a model at `ollama.com`, or with
/// a name that ends with `cloud`, the schema is in the prompt and the session checks the answer.
///
///     let model = OllamaModel("qwen3", contextSize: 16_384)
///     let session = LanguageModelSession(model: model)
public struct OllamaModel: ContextSizedLanguageModel, IdentifiedLanguageModel {
  /// The name of the model.
  public let name: String

  /// The number of tokens that the model reads.
  public let contextSize: Int

  /// The capabilities of the model; `vision` is one of them if `readsImages` was `true`.
  ///
  /// A model in Ollama's cloud has no guided generation.
  public let capabilities: LanguageModelCapabilities

  /// The executor, which sends requests.
  public typealias Executor = ProviderExecutor<OllamaModel>

  /// The settings of the executor.
  public let executorConfiguration: Executor.Configuration

  /// Creates a model.
  ///
  /// - Parameters:
  ///   - name: The name of the model.
  ///   - contextSize: The number of tokens that the model reads, from 1. Ollama cuts longer prompts
  ///     without an error, and allocates memory for this number.
  ///   - baseURL: The address of the server.
  ///   - key: The key, if the server needs one.
  ///   - readsImages: `true` if the model reads images, for ``capabilities``. Images are sent in
  ///     either case.
  ///   - headers: Fields that are added to the header of each request, such as those for a gateway.
  ///   - signer: The signer, which gets each request when it is otherwise complete.
  ///   - transport: The transport that sends the requests.
  ///   - retryPolicy: The policy for sending a failed request again.
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
      ProviderConnection(key, transport, retryPolicy, headers, signer), format)
  }
}
