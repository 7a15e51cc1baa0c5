public import SchemaSessions

/// A model on Amazon Bedrock, over Converse.
///
///     let model = BedrockModel(
///       "anthropic.claude-sonnet-4-5-20250929-v1:0", region: "eu-central-1",
///       key: .environment("AWS_BEARER_TOKEN_BEDROCK"))
///
/// The module `SchemaAWS` signs requests with the keys of an account, in place of a key of Bedrock.
///
/// The schemas are those that Bedrock takes for Claude. Whether other models are held to them is up
/// to each model; the session checks the answers of all.
public struct BedrockModel: LanguageModel {
  /// The identifier of the model, of an inference profile, or its ARN.
  public let name: String

  /// The part that sends requests.
  public typealias Executor = ProviderExecutor<BedrockModel>

  /// What the executor needs to know.
  public let executorConfiguration: Executor.Configuration

  /// Creates a model that is used with a key of Bedrock.
  ///
  /// - Parameters:
  ///   - name: The identifier of the model, of an inference profile, or its ARN.
  ///   - region: The region, such as `us-east-1`.
  ///   - key: The key of Bedrock, which AWS calls an API key or bearer token.
  ///   - promptCaching: How long the service keeps the beginning of a conversation, for models that
  ///     can; `nil` for not at all.
  ///   - betas: Features that Anthropic tries out, for its models.
  ///   - baseURL: The address of the service; `nil` for that of the region.
  ///   - headers: Fields that are added to the header of each request, such as those of a gateway.
  ///   - signer: The part that signs each request, after everything else of it is fixed.
  ///   - transport: The way on which requests reach the service.
  ///   - retryPolicy: When a request that failed is sent again.
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
      ProviderConnection(
        key: key, transport: transport, retryPolicy: retryPolicy, headers: headers, signer: signer))
  }

  /// Creates a model whose requests are signed.
  ///
  /// - Parameters:
  ///   - name: The identifier of the model, of an inference profile, or its ARN.
  ///   - region: The region, such as `us-east-1`.
  ///   - signer: The part that signs each request, such as `AWSSigner` of the module `SchemaAWS`.
  ///   - promptCaching: How long the service keeps the beginning of a conversation, for models that
  ///     can; `nil` for not at all.
  ///   - betas: Features that Anthropic tries out, for its models.
  ///   - baseURL: The address of the service; `nil` for that of the region.
  ///   - headers: Fields that are added to the header of each request.
  ///   - transport: The way on which requests reach the service.
  ///   - retryPolicy: When a request that failed is sent again.
  public init(
    _ name: String, region: String, signer: any RequestSigner,
    promptCaching: AnthropicModel.PromptCaching? = nil, betas: [String] = [],
    baseURL: String? = nil, headers: [String: String] = [:],
    transport: any ModelTransport = ModelProvider.URLSessionTransport(),
    retryPolicy: ModelProvider.RetryPolicy = ModelProvider.RetryPolicy()
  ) {
    self.init(
      name, region: region, promptCaching: promptCaching, betas: betas, baseURL: baseURL,
      ProviderConnection(
        key: nil, transport: transport, retryPolicy: retryPolicy, headers: headers, signer: signer))
  }

  private init(
    _ name: String, region: String, promptCaching: AnthropicModel.PromptCaching?, betas: [String],
    baseURL: String?, _ connection: ProviderConnection
  ) {
    self.name = name
    let suffix = region.hasPrefix("cn-") ? "amazonaws.com.cn" : "amazonaws.com"
    executorConfiguration = .init(
      connection,
      BedrockFormat(
        model: name, baseURL: baseURL ?? "https://bedrock-runtime.\(region.pathSegment).\(suffix)",
        promptCaching: promptCaching, betas: betas))
  }

  /// What the model can do.
  public var capabilities: LanguageModelCapabilities {
    LanguageModelCapabilities([.vision, .guidedGeneration, .toolCalling, .reasoning])
  }
}

extension BedrockModel: IdentifiedLanguageModel {
  /// What the model is called.
  public var identity: LanguageModelIdentity {
    executorConfiguration.identity("aws.bedrock", name)
  }
}
