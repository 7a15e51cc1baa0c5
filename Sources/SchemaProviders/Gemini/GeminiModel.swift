public import SchemaSessions

/// A model of Google, over the Gemini API.
///
///     let model = GeminiModel("gemini-3-flash", key: .environment("GOOGLE_API_KEY"))
///     let session = LanguageModelSession(model: model)
public struct GeminiModel: IdentifiedLanguageModel, TokenCountingLanguageModel {
  /// The name of the model.
  public let name: String

  /// The executor, which sends requests.
  public typealias Executor = ProviderExecutor<GeminiModel>

  /// The settings of the executor.
  public let executorConfiguration: Executor.Configuration

  /// Creates a model.
  ///
  /// - Parameters:
  ///   - name: The name of the model, such as `gemini-3-flash`, or its full name, such as
  ///     `models/gemini-3-flash` or `tunedModels/recipes`.
  ///   - key: The key.
  ///   - combinesToolsAndSchemas: `true` if the model accepts tools and a schema in one request;
  ///     `nil` to decide by its name: models from Gemini 3 on do. If not, a request with tools has
  ///     the schema in the prompt, and the session checks the answer.
  ///   - cachedContent: The name of a cache that you have created, such as `cachedContents/abc`,
  ///     with the instructions and the tools of your sessions. Requests then leave both out, as the
  ///     interface demands, and cannot require or disallow calls of tools.
  ///   - baseURL: The address of the interface, with its version.
  ///   - headers: Fields that are added to the header of each request, such as those for a gateway.
  ///   - signer: The signer, which gets each request when it is otherwise complete.
  ///   - transport: The transport that sends the requests.
  ///   - retryPolicy: The policy for sending a failed request again.
  public init(
    _ name: String, key: ModelProvider.Key = .environment("GOOGLE_API_KEY"),
    combinesToolsAndSchemas: Bool? = nil, cachedContent: String? = nil,
    baseURL: String = "https://generativelanguage.googleapis.com/v1",
    headers: [String: String] = [:], signer: (any RequestSigner)? = nil,
    transport: any ModelTransport = ModelProvider.URLSessionTransport(),
    retryPolicy: ModelProvider.RetryPolicy = ModelProvider.RetryPolicy()
  ) {
    self.name = name
    executorConfiguration = .init(
      ProviderConnection(
        key: key, transport: transport, retryPolicy: retryPolicy, headers: headers,
        signer: signer),
      GeminiFormat(
        model: name, baseURL: baseURL,
        combinesToolsAndSchemas: combinesToolsAndSchemas
          ?? GeminiGeneration(model: name).combinesToolsAndSchemas,
        cachedContent: cachedContent, hasBatches: true))
  }

  /// Creates a model with settings that were made elsewhere.
  init(name: String, _ configuration: Executor.Configuration) {
    self.name = name
    executorConfiguration = configuration
  }

  /// The capabilities of the model.
  public var capabilities: LanguageModelCapabilities {
    LanguageModelCapabilities([.vision, .guidedGeneration, .toolCalling, .reasoning])
  }
}
