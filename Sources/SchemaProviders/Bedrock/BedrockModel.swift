public import SchemaSessions
import SchemaText

/// A model on Amazon Bedrock, over Converse.
///
///     let model = BedrockModel(
///       "anthropic.claude-sonnet-4-5-20250929-v1:0", region: "eu-central-1",
///       key: .environment("AWS_BEARER_TOKEN_BEDROCK"))
///
/// The module `SchemaAWS` signs requests with the keys of an account instead of a Bedrock key.
///
/// All schemas are written in the form that Bedrock accepts for Claude. Another model may not
/// enforce them; the session checks all answers.
public struct BedrockModel: IdentifiedLanguageModel {
  /// The identifier of the model, of an inference profile, or its ARN.
  public let name: String

  /// The executor, which sends requests.
  public typealias Executor = ProviderExecutor<BedrockModel>

  /// The settings of the executor.
  public let executorConfiguration: Executor.Configuration

  /// Creates a model with a Bedrock key.
  ///
  /// - Parameters:
  ///   - name: The identifier of the model, of an inference profile, or its ARN.
  ///   - region: The region, such as `us-east-1`.
  ///   - key: The Bedrock key, which AWS calls an API key or bearer token.
  ///   - promptCaching: The time for which the service caches the beginning of a conversation, if
  ///     the model supports it; `nil` for no caching.
  ///   - betas: Beta features of Anthropic, for its models.
  ///   - baseURL: The address of the service; `nil` for the address of the region.
  ///   - headers: Fields that are added to the header of each request, such as those for a gateway.
  ///   - signer: The signer, which gets each request when it is otherwise complete.
  ///   - transport: The transport that sends the requests.
  ///   - retryPolicy: The policy for sending a failed request again.
  public init(
    _ name: String, region: String,
    key: ModelProvider.Key = .environment("AWS_BEARER_TOKEN_BEDROCK"),
    promptCaching: AnthropicModel.PromptCaching? = nil, betas: [String] = [],
    baseURL: String? = nil, headers: [String: String] = [:], signer: (any RequestSigner)? = nil,
    transport: any ModelTransport = ModelProvider.URLSessionTransport(),
    retryPolicy: ModelProvider.RetryPolicy = ModelProvider.RetryPolicy()
  ) {
    self.init(
      name, region: region, promptCaching: promptCaching, betas: betas, baseURL: baseURL,
      ProviderConnection(key, transport, retryPolicy, headers, signer))
  }

  /// Creates a model whose requests are signed.
  ///
  /// - Parameters:
  ///   - name: The identifier of the model, of an inference profile, or its ARN.
  ///   - region: The region, such as `us-east-1`.
  ///   - signer: The signer of each request, such as `AWSSigner` of the module `SchemaAWS`.
  ///   - promptCaching: The time for which the service caches the beginning of a conversation, if
  ///     the model supports it; `nil` for no caching.
  ///   - betas: Beta features of Anthropic, for its models.
  ///   - baseURL: The address of the service; `nil` for the address of the region.
  ///   - headers: Fields that are added to the header of each request.
  ///   - transport: The transport that sends the requests.
  ///   - retryPolicy: The policy for sending a failed request again.
  public init(
    _ name: String, region: String, signer: any RequestSigner,
    promptCaching: AnthropicModel.PromptCaching? = nil, betas: [String] = [],
    baseURL: String? = nil, headers: [String: String] = [:],
    transport: any ModelTransport = ModelProvider.URLSessionTransport(),
    retryPolicy: ModelProvider.RetryPolicy = ModelProvider.RetryPolicy()
  ) {
    self.init(
      name, region: region, promptCaching: promptCaching, betas: betas, baseURL: baseURL,
      ProviderConnection(nil, transport, retryPolicy, headers, signer))
  }

  private init(
    _ name: String, region: String, promptCaching: AnthropicModel.PromptCaching?, betas: [String],
    baseURL: String?, _ connection: ProviderConnection
  ) {
    self.name = name
    executorConfiguration = .init(
      connection,
      BedrockFormat(
        model: name,
        baseURL: baseURL
          ?? "https://bedrock-runtime.\(region.pathSegment).\(Self.domain(ofRegion: region))",
        promptCaching: promptCaching, betas: betas))
  }

  /// Returns the domain of the partition that a region belongs to.
  private static func domain(ofRegion region: String) -> String {
    let domains = [
      ("cn-", "amazonaws.com.cn"), ("eusc-", "amazonaws.eu"), ("us-iso-", "c2s.ic.gov"),
      ("us-isob-", "sc2s.sgov.gov"), ("eu-isoe-", "cloud.adc-e.uk"), ("us-isof-", "csp.hci.ic.gov"),
    ]
    return domains.first { region.hasPrefix($0.0) }?.1 ?? "amazonaws.com"
  }
}
