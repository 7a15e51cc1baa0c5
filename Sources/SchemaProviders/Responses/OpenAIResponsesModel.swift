public import SchemaSessions

/// A model of OpenAI, over Responses, which returns its thoughts to the model in later turns.
///
///     let model = OpenAIResponsesModel("gpt-5", key: .environment("OPENAI_API_KEY"))
///     let session = LanguageModelSession(model: model)
public struct OpenAIResponsesModel: LanguageModel {
  /// The name of the model.
  public let name: String

  /// What the model can do.
  public let capabilities: LanguageModelCapabilities

  /// The part that sends requests.
  public typealias Executor = ProviderExecutor<OpenAIResponsesModel>

  /// What the executor needs to know.
  public let executorConfiguration: Executor.Configuration

  /// How long the summary of thoughts is that the model writes.
  ///
  /// Without one, a transcript has the thoughts in their encrypted form only.
  public struct ReasoningSummary: Sendable, Hashable {
    /// The length as the interface states it.
    let length: String

    /// The longest that the model has.
    public static let automatic = ReasoningSummary(length: "auto")

    /// A short summary.
    public static let concise = ReasoningSummary(length: "concise")

    /// A long summary.
    public static let detailed = ReasoningSummary(length: "detailed")
  }

  /// Creates a model.
  ///
  /// - Parameters:
  ///   - name: The name of the model.
  ///   - isReasoning: Whether the model thinks; one that does not rejects a request for its
  ///     thoughts.
  ///   - reasoningSummary: How long a summary of its thoughts is, which the transcript has as
  ///     reasoning; `nil` for none.
  ///   - storesResponses: Whether the provider stores each answer for some weeks, so that the next
  ///     request has only what is new. A conversation that was changed meanwhile, or that the
  ///     provider no longer knows, is sent whole. All that was said is billed in any case.
  ///   - takesCustomTools: Whether a tool whose arguments are a text is a custom tool: the model
  ///     then writes the text itself, such as code, in place of JSON, and is not held to a schema.
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
    _ name: String, isReasoning: Bool = true, reasoningSummary: ReasoningSummary? = nil,
    storesResponses: Bool = false, takesCustomTools: Bool = false,
    key: ModelProvider.Key? = .environment("OPENAI_API_KEY"),
    baseURL: String = "https://api.openai.com/v1", organization: String? = nil,
    project: String? = nil,
    promptCacheKey: String? = nil, promptCaching: PromptCaching? = nil,
    headers: [String: String] = [:],
    signer: (any RequestSigner)? = nil,
    transport: any ModelTransport = ModelProvider.URLSessionTransport(),
    retryPolicy: ModelProvider.RetryPolicy = ModelProvider.RetryPolicy()
  ) {
    self.name = name
    capabilities = LanguageModelCapabilities(
      isReasoning
        ? [.vision, .guidedGeneration, .toolCalling, .reasoning]
        : [.vision, .guidedGeneration, .toolCalling])
    executorConfiguration = .init(
      ProviderConnection(
        key: key, transport: transport, retryPolicy: retryPolicy, headers: headers,
        signer: signer),
      ResponsesFormat(
        model: name, baseURL: baseURL,
        headers: OpenAIModel.headers(organization: organization, project: project),
        promptCacheKey: promptCacheKey, cacheMarks: promptCaching?.marks,
        isReasoning: isReasoning, reasoningSummary: reasoningSummary,
        storesResponses: storesResponses, takesCustomTools: takesCustomTools, hasBatches: true))
  }

  /// A model whose executor is made elsewhere.
  init(name: String, isReasoning: Bool, _ configuration: Executor.Configuration) {
    self.name = name
    capabilities = LanguageModelCapabilities(
      isReasoning
        ? [.vision, .guidedGeneration, .toolCalling, .reasoning]
        : [.vision, .guidedGeneration, .toolCalling])
    executorConfiguration = configuration
  }
}
