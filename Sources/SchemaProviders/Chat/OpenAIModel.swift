public import SchemaSessions

/// A model of OpenAI, over Chat Completions.
///
///     let model = OpenAIModel("gpt-5", key: .environment("OPENAI_API_KEY"))
///     let session = LanguageModelSession(model: model)
public struct OpenAIModel: IdentifiedLanguageModel {
  /// The name of the model.
  public let name: String

  /// The executor, which sends requests.
  public typealias Executor = ProviderExecutor<OpenAIModel>

  /// The settings of the executor.
  public let executorConfiguration: Executor.Configuration

  /// Creates a model.
  ///
  /// - Parameters:
  ///   - name: The name of the model.
  ///   - key: The key; `nil` for a server that needs none.
  ///   - baseURL: The address of the interface, up to `/v1`.
  ///   - organization: The organization that is billed, if the key has several.
  ///   - project: The project that is billed, if the key has several.
  ///   - promptCacheKey: A text, such as an identifier of the user, that routes requests with the
  ///     same beginning to one cache.
  ///   - promptCaching: The caching of the beginning of a conversation; `nil` for the provider's
  ///     default. Models before `gpt-5.6` have no such option.
  ///   - headers: Fields that are added to the header of each request, such as those for a gateway.
  ///   - signer: The signer, which gets each request when it is otherwise complete.
  ///   - transport: The transport that sends the requests.
  ///   - retryPolicy: The policy for sending a failed request again.
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
    self.init(
      ProviderConnection(key, transport, retryPolicy, headers, signer),
      ChatFormat(
        model: name, baseURL: baseURL,
        headers: OpenAIModel.headers(organization: organization, project: project),
        cache: PromptCache(key: promptCacheKey, caching: promptCaching), quirks: .openAI),
      batches: OpenAIBatches(endpoint: "/v1/chat/completions"))
  }

  static func headers(organization: String?, project: String?) -> [String: String] {
    var headers: [String: String] = [:]
    headers["openai-organization"] = organization
    headers["openai-project"] = project
    return headers
  }

  init(
    _ connection: ProviderConnection, _ format: ChatFormat, batches: (any BatchInterface)? = nil
  ) {
    name = format.model
    executorConfiguration = .init(connection, format, batches: batches)
  }
}
