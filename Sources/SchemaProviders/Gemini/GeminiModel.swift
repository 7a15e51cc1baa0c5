public import SchemaSessions

/// A model of Google, over the Gemini API.
///
///     let model = GeminiModel("gemini-3-flash", key: .environment("GOOGLE_API_KEY"))
///     let session = LanguageModelSession(model: model)
public struct GeminiModel: LanguageModel {
  /// The name of the model.
  public let name: String

  /// The part that sends requests.
  public typealias Executor = ProviderExecutor<GeminiModel>

  /// What the executor needs to know.
  public let executorConfiguration: Executor.Configuration

  /// Creates a model.
  ///
  /// - Parameters:
  ///   - name: The name of the model.
  ///   - key: The key.
  ///   - combinesToolsAndSchemas: Whether the model takes tools and a schema in one request; `nil`
  ///     for what its name says: models from Gemini 3 on do. If not, the schema is in the prompt of
  ///     a request with tools, and the session checks the answer.
  ///   - cachedContent: The name of a cache that you have made, such as `cachedContents/abc`, with
  ///     the instructions and the tools of your sessions. Requests then have neither, as the
  ///     interface demands.
  ///   - baseURL: The address of the interface, with its version.
  ///   - headers: Fields that are added to the header of each request, such as those of a gateway.
  ///   - signer: The part that signs each request, after everything else of it is fixed.
  ///   - transport: The way on which requests reach the provider.
  ///   - retryPolicy: When a request that failed is sent again.
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

  /// A model whose executor is made elsewhere.
  init(name: String, _ configuration: Executor.Configuration) {
    self.name = name
    executorConfiguration = configuration
  }

  /// What the model can do.
  public var capabilities: LanguageModelCapabilities {
    LanguageModelCapabilities([.vision, .guidedGeneration, .toolCalling, .reasoning])
  }
}
