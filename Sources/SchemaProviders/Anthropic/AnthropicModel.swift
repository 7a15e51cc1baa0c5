public import SchemaSessions

/// A model of Anthropic, over Messages.
///
///     let model = AnthropicModel("claude-sonnet-5", key: .environment("ANTHROPIC_API_KEY"))
///     let session = LanguageModelSession(model: model)
///
/// From version `2026-10-21` of the interface on, models take no temperature and no sampling mode.
/// What happens to such options is up to `SessionPolicy.unsupportedOption`.
public struct AnthropicModel: LanguageModel {
  /// The name of the model.
  public let name: String

  /// The part that sends requests.
  public typealias Executor = ProviderExecutor<AnthropicModel>

  /// What the executor needs to know.
  public let executorConfiguration: Executor.Configuration

  /// How long the provider keeps the beginning of a conversation, which it then bills at a lower
  /// price.
  public struct PromptCaching: Sendable, Hashable {
    /// The time as the interface states it.
    let lifetime: String

    /// Five minutes since the last use.
    public static let fiveMinutes = PromptCaching(lifetime: "5m")

    /// An hour since the last use, at a higher price for what is written.
    public static let oneHour = PromptCaching(lifetime: "1h")
  }

  /// Creates a model.
  ///
  /// - Parameters:
  ///   - name: The name of the model.
  ///   - key: The key.
  ///   - version: The version of the interface, a date such as `2026-10-21`.
  ///   - maximumResponseTokens: The largest number of tokens of an answer where
  ///     `GenerationOptions.maximumResponseTokens` is `nil`, from 1; the interface demands one.
  ///   - baseURL: The address of the interface, up to, but not including, `/v1`.
  ///   - promptCaching: How long the provider keeps the beginning of a conversation for later
  ///     requests; `nil` for not at all.
  ///   - betas: Features that the provider tries out, such as `context-1m-2025-08-07`.
  ///   - headers: Fields that are added to the header of each request, such as those of a gateway.
  ///   - signer: The part that signs each request, after everything else of it is fixed.
  ///   - transport: The way on which requests reach the provider.
  ///   - retryPolicy: When a request that failed is sent again.
  public init(
    _ name: String, key: ModelProvider.Key = .environment("ANTHROPIC_API_KEY"),
    version: String = "2026-10-21", maximumResponseTokens: Int = 8_192,
    baseURL: String = "https://api.anthropic.com",
    promptCaching: PromptCaching? = nil, betas: [String] = [],
    headers: [String: String] = [:], signer: (any RequestSigner)? = nil,
    transport: any ModelTransport = ModelProvider.URLSessionTransport(),
    retryPolicy: ModelProvider.RetryPolicy = ModelProvider.RetryPolicy()
  ) {
    self.name = name
    executorConfiguration = .init(
      ProviderConnection(
        key: key, transport: transport, retryPolicy: retryPolicy, headers: headers,
        signer: signer),
      AnthropicFormat(
        model: name, baseURL: baseURL, version: version,
        maximumResponseTokens: maximumResponseTokens, betas: betas, promptCaching: promptCaching,
        hasBatches: true))
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
