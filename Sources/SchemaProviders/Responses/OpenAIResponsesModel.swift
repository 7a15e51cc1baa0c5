public import SchemaSessions

/// A model of OpenAI, over Responses, which gives its reasoning back to the model in later turns.
///
///     let model = OpenAIResponsesModel("gpt-5", key: .environment("OPENAI_API_KEY"))
///     let session = LanguageModelSession(model: model)
public struct OpenAIResponsesModel: IdentifiedLanguageModel {
  /// The name of the model.
  public let name: String

  /// The capabilities of the model.
  public let capabilities: LanguageModelCapabilities

  /// The executor, which sends requests.
  public typealias Executor = ProviderExecutor<OpenAIResponsesModel>

  /// The settings of the executor.
  public let executorConfiguration: Executor.Configuration

  /// The length of the summary that the model writes of its reasoning.
  ///
  /// Without a summary, a transcript only has the encrypted reasoning.
  ///
  /// A minor release may add cases.
  public enum ReasoningSummary: String, Sendable, Hashable {
    /// The longest summary that the model supports.
    case automatic = "auto"

    /// A short summary.
    case concise

    /// A long summary.
    case detailed
  }

  /// Creates a model.
  ///
  /// - Parameters:
  ///   - name: The name of the model.
  ///   - isReasoning: `true` for a reasoning model. Other models reject a request for reasoning.
  ///   - reasoningSummary: The length of a summary of the reasoning for the transcript; `nil` for
  ///     none.
  ///   - storesResponses: `true` if the provider stores each answer for some weeks, so that the
  ///     next request only has new entries. A conversation that was changed meanwhile, or that the
  ///     provider has forgotten, is sent completely. All entries of the conversation are billed in
  ///     any case.
  ///   - takesCustomTools: `true` if a tool with a text as its arguments is a custom tool: the
  ///     model then writes the text itself, such as code, instead of JSON, and no schema is
  ///     enforced.
  ///   - key: The key; `nil` for a server that needs none.
  ///   - baseURL: The address of the interface, up to `/v1`.
  ///   - organization: The organization that is billed, if the key has several.
  ///   - project: The project that is billed, if the key has several.
  ///   - promptCacheKey: A text, such as an identifier of the user, that routes requests with the
  ///     same beginning to one cache.
  ///   - promptCaching: The caching of the beginning of a conversation; `nil` for the provider's
  ///     default. Models before `gpt-5.6` have no such option.
  ///   - promptCacheLifetime: The shortest time for which the provider keeps what `promptCaching`
  ///     caches.
  ///   - headers: Fields that are added to the header of each request, such as those for a gateway.
  ///   - signer: The signer, which gets each request when it is otherwise complete.
  ///   - transport: The transport that sends the requests.
  ///   - retryPolicy: The policy for sending a failed request again.
  public init(
    _ name: String, isReasoning: Bool = true, reasoningSummary: ReasoningSummary? = nil,
    storesResponses: Bool = false, takesCustomTools: Bool = false,
    key: ModelProvider.Key? = .environment("OPENAI_API_KEY"),
    baseURL: String = "https://api.openai.com/v1", organization: String? = nil,
    project: String? = nil,
    promptCacheKey: String? = nil, promptCaching: OpenAIModel.PromptCaching? = nil,
    promptCacheLifetime: PromptCacheLifetime = .thirtyMinutes,
    headers: [String: String] = [:],
    signer: (any RequestSigner)? = nil,
    transport: any ModelTransport = ModelProvider.URLSessionTransport(),
    retryPolicy: ModelProvider.RetryPolicy = ModelProvider.RetryPolicy()
  ) {
    self.init(
      ProviderConnection(key, transport, retryPolicy, headers, signer),
      ResponsesFormat(
        model: name, baseURL: baseURL,
        headers: OpenAIModel.headers(organization: organization, project: project),
        cache: PromptCache(
          key: promptCacheKey, caching: promptCaching, lifetime: promptCacheLifetime.rawValue),
        reasoning: isReasoning ? .requested(summary: reasoningSummary) : .none,
        storesResponses: storesResponses, takesCustomTools: takesCustomTools),
      batches: OpenAIBatches(endpoint: "/v1/responses"))
  }

  init(
    _ connection: ProviderConnection, _ format: ResponsesFormat,
    batches: (any BatchInterface)? = nil
  ) {
    name = format.model
    let isReasoning = if case .requested = format.reasoning { true } else { false }
    capabilities = LanguageModelCapabilities(
      [.vision, .guidedGeneration, .toolCalling] + (isReasoning ? [.reasoning] : []))
    executorConfiguration = .init(connection, format, batches: batches)
  }
}
