public import SchemaSessions

/// A model of OpenAI, over Chat Completions.
///
///     let model = OpenAIModel("gpt-5", key: .environment("OPENAI_API_KEY"))
///     let session = LanguageModelSession(model: model)
public struct OpenAIModel: LanguageModel {
  /// The name of the model.
  public let name: String

  /// The part that sends requests.
  public typealias Executor = ProviderExecutor<OpenAIModel>

  /// What the executor needs to know.
  public let executorConfiguration: Executor.Configuration

  /// Creates a model.
  ///
  /// - Parameters:
  ///   - name: The name of the model.
  ///   - key: The key; `nil` for a server that needs none.
  ///   - baseURL: The address of the interface, up to `/v1`.
  ///   - organization: The organization that pays, if the key has several.
  ///   - project: The project that pays, if the key has several.
  ///   - promptCacheKey: A text, such as a user's, that routes requests with the same beginning to
  ///     one cache.
  ///   - promptCaching: How the provider keeps the beginning of a conversation; `nil` for what it
  ///     does by default. Models before `gpt-5.6` take none.
  ///   - headers: Fields that are added to the header of each request, such as those of a gateway.
  ///   - signer: The part that signs each request, after everything else of it is fixed.
  ///   - transport: The way on which requests reach the provider.
  ///   - retryPolicy: When a request that failed is sent again.
  public init(
    _ name: String, key: ModelProvider.Key? = .environment("OPENAI_API_KEY"),
    baseURL: String = "https://api.openai.com/v1", organization: String? = nil,
    project: String? = nil,
    promptCacheKey: String? = nil, promptCaching: PromptCaching? = nil,
    headers: [String: String] = [:],
    signer: (any RequestSigner)? = nil,
    transport: any ModelTransport = ModelProvider.URLSessionTransport(),
    retryPolicy: ModelProvider.RetryPolicy = ModelProvider.RetryPolicy()
  ) {
    self.name = name
    executorConfiguration = .init(
      ProviderConnection(
        key: key, transport: transport, retryPolicy: retryPolicy, headers: headers,
        signer: signer),
      ChatFormat(
        model: name, baseURL: baseURL,
        headers: OpenAIModel.headers(organization: organization, project: project),
        promptCacheKey: promptCacheKey, cacheMarks: promptCaching?.marks, quirks: .openAI,
        hasBatches: true))
  }

  static func headers(organization: String?, project: String?) -> [String: String] {
    var headers: [String: String] = [:]
    headers["openai-organization"] = organization
    headers["openai-project"] = project
    return headers
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
