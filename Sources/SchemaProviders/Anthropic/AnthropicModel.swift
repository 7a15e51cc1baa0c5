public import SchemaSessions

/// A model of Anthropic, over Messages.
///
///     let model = AnthropicModel("claude-sonnet-5", key: .environment("ANTHROPIC_API_KEY"))
///     let session = LanguageModelSession(model: model)
///
/// From version `2026-10-21` of the interface on, models support no temperature and no sampling
/// mode. A request with an option that the provider does not support throws an error, unless
/// `SessionPolicy.unsupportedOption` is `.log`: then the option is left out, and the answer's
/// metadata has a note.
public struct AnthropicModel: IdentifiedLanguageModel, TokenCountingLanguageModel {
  /// The name of the model.
  public let name: String

  /// The executor, which sends requests.
  public typealias Executor = ProviderExecutor<AnthropicModel>

  /// The settings of the executor.
  public let executorConfiguration: Executor.Configuration

  /// The time for which the provider caches the beginning of a conversation, which it then bills at
  /// a lower price.
  ///
  /// A minor release may add cases.
  public enum PromptCaching: String, Sendable, Hashable {
    /// Five minutes since the last use.
    case fiveMinutes = "5m"

    /// An hour since the last use, at a higher price for writing the cache.
    case oneHour = "1h"
  }

  /// Creates a model.
  ///
  /// - Parameters:
  ///   - name: The name of the model.
  ///   - key: The key.
  ///   - version: The version of the interface, a date such as `2026-10-21`; `nil` for this one.
  ///   - maximumResponseTokens: The largest number of tokens of an answer if
  ///     `GenerationOptions.maximumResponseTokens` is `nil`, from 1, since the interface requires
  ///     one; `nil` for 8,192.
  ///   - baseURL: The address of the interface, up to, but not including, `/v1`.
  ///   - promptCaching: The time for which the provider caches the beginning of a conversation;
  ///     `nil` for no caching.
  ///   - betas: Beta features of the provider, such as `context-1m-2025-08-07`.
  ///   - headers: Fields that are added to the header of each request, such as those for a gateway.
  ///   - signer: The signer, which gets each request when it is otherwise complete.
  ///   - transport: The transport that sends the requests.
  ///   - retryPolicy: The policy for sending a failed request again.
  public init(
    _ name: String, key: ModelProvider.Key = .environment("ANTHROPIC_API_KEY"),
    version: String? = nil, maximumResponseTokens: Int? = nil,
    baseURL: String = "https://api.anthropic.com",
    promptCaching: PromptCaching? = nil, betas: [String] = [],
    headers: [String: String] = [:], signer: (any RequestSigner)? = nil,
    transport: any ModelTransport = ModelProvider.URLSessionTransport(),
    retryPolicy: ModelProvider.RetryPolicy = ModelProvider.RetryPolicy()
  ) {
    self.init(
      ProviderConnection(key, transport, retryPolicy, headers, signer),
      AnthropicFormat(
        model: name, baseURL: baseURL, version: version,
        maximumResponseTokens: maximumResponseTokens, betas: betas, promptCaching: promptCaching),
      batches: AnthropicBatches())
  }

  init(
    _ connection: ProviderConnection, _ format: AnthropicFormat,
    batches: (any BatchInterface)? = nil
  ) {
    name = format.model
    executorConfiguration = .init(connection, format, batches: batches)
  }
}
