import SchemaSessions

/// The addresses of resources on Azure.
private enum AzureAddress {
  /// The base of OpenAI's models.
  static func openAI(_ resource: String, path: String, apiVersion: String?) -> String {
    guard let apiVersion else {
      return "https://\(resource.pathSegment).openai.azure.com/openai/v1"
    }
    return "https://\(resource.pathSegment).openai.azure.com/openai\(path)"
      + "?api-version=\(apiVersion.pathSegment)"
  }

  /// The base of Anthropic's models.
  static func foundry(_ resource: String) -> String {
    "https://\(resource.pathSegment).services.ai.azure.com/anthropic"
  }
}

extension OpenAIModel {
  /// A model of OpenAI on Azure, over Chat Completions.
  ///
  /// - Parameters:
  ///   - deployment: The name of the deployment.
  ///   - resource: The name of the resource: the first part of its host.
  ///   - credential: The key of the resource, or a token of Entra.
  ///   - apiVersion: The date of the interface, such as `2024-10-21`, for a resource with dated
  ///     addresses; `nil` for the address that ends with `/v1`.
  ///   - promptCacheKey: A text, such as a user's, that routes requests with the same beginning to
  ///     one cache.
  ///   - headers: Fields that are added to the header of each request.
  ///   - signer: The part that signs each request, after everything else of it is fixed.
  ///   - transport: The way on which requests reach the provider.
  ///   - retryPolicy: When a request that failed is sent again.
  /// - Returns: The model.
  public static func azure(
    _ deployment: String, resource: String, credential: CloudCredential, apiVersion: String? = nil,
    promptCacheKey: String? = nil, headers: [String: String] = [:],
    signer: (any RequestSigner)? = nil,
    transport: any ModelTransport = ModelProvider.URLSessionTransport(),
    retryPolicy: ModelProvider.RetryPolicy = ModelProvider.RetryPolicy()
  ) -> OpenAIModel {
    let base = AzureAddress.openAI(
      resource, path: "/deployments/\(deployment.pathSegment)", apiVersion: apiVersion)
    return OpenAIModel(
      name: deployment,
      .init(
        ProviderConnection(
          key: credential.key, transport: transport, retryPolicy: retryPolicy, headers: headers,
          signer: signer),
        ChatFormat(
          model: deployment, baseURL: base, headers: [:],
          keyField: credential.field(ofKey: "api-key"), promptCacheKey: promptCacheKey,
          quirks: .openAI)))
  }
}

extension OpenAIResponsesModel {
  /// A model of OpenAI on Azure, over Responses.
  ///
  /// - Parameters:
  ///   - deployment: The name of the deployment.
  ///   - resource: The name of the resource: the first part of its host.
  ///   - credential: The key of the resource, or a token of Entra.
  ///   - isReasoning: Whether the model thinks; one that does not rejects a request for its
  ///     thoughts.
  ///   - reasoningSummary: How long a summary of its thoughts is, which the transcript has as
  ///     reasoning; `nil` for none.
  ///   - storesResponses: Whether the provider stores each answer, so that the next request has
  ///     only what is new.
  ///   - apiVersion: The date of the interface, for a resource with dated addresses; `nil` for the
  ///     address that ends with `/v1`.
  ///   - promptCacheKey: A text, such as a user's, that routes requests with the same beginning to
  ///     one cache.
  ///   - headers: Fields that are added to the header of each request.
  ///   - signer: The part that signs each request, after everything else of it is fixed.
  ///   - transport: The way on which requests reach the provider.
  ///   - retryPolicy: When a request that failed is sent again.
  /// - Returns: The model.
  public static func azure(
    _ deployment: String, resource: String, credential: CloudCredential, isReasoning: Bool = true,
    reasoningSummary: ReasoningSummary? = nil, storesResponses: Bool = false,
    apiVersion: String? = nil, promptCacheKey: String? = nil, headers: [String: String] = [:],
    signer: (any RequestSigner)? = nil,
    transport: any ModelTransport = ModelProvider.URLSessionTransport(),
    retryPolicy: ModelProvider.RetryPolicy = ModelProvider.RetryPolicy()
  ) -> OpenAIResponsesModel {
    let base = AzureAddress.openAI(resource, path: "", apiVersion: apiVersion)
    return OpenAIResponsesModel(
      name: deployment, isReasoning: isReasoning,
      .init(
        ProviderConnection(
          key: credential.key, transport: transport, retryPolicy: retryPolicy, headers: headers,
          signer: signer),
        ResponsesFormat(
          model: deployment, baseURL: base, headers: [:],
          keyField: credential.field(ofKey: "api-key"), promptCacheKey: promptCacheKey,
          isReasoning: isReasoning, reasoningSummary: reasoningSummary,
          storesResponses: storesResponses)))
  }
}

extension AnthropicModel {
  /// A model of Anthropic in Microsoft Foundry.
  ///
  /// - Parameters:
  ///   - deployment: The name of the deployment.
  ///   - resource: The name of the resource: the first part of its host.
  ///   - credential: The key of the resource, or a token of Entra.
  ///   - version: The version of the interface, a date.
  ///   - maximumResponseTokens: The largest number of tokens of an answer where
  ///     `GenerationOptions.maximumResponseTokens` is `nil`, from 1.
  ///   - promptCaching: How long the provider keeps the beginning of a conversation; `nil` for not
  ///     at all.
  ///   - betas: Features that the provider tries out, such as `context-1m-2025-08-07`.
  ///   - headers: Fields that are added to the header of each request.
  ///   - signer: The part that signs each request, after everything else of it is fixed.
  ///   - transport: The way on which requests reach the provider.
  ///   - retryPolicy: When a request that failed is sent again.
  /// - Returns: The model.
  public static func foundry(
    _ deployment: String, resource: String, credential: CloudCredential,
    version: String = "2026-10-21", maximumResponseTokens: Int = 8_192,
    promptCaching: PromptCaching? = nil, betas: [String] = [], headers: [String: String] = [:],
    signer: (any RequestSigner)? = nil,
    transport: any ModelTransport = ModelProvider.URLSessionTransport(),
    retryPolicy: ModelProvider.RetryPolicy = ModelProvider.RetryPolicy()
  ) -> AnthropicModel {
    AnthropicModel(
      name: deployment,
      .init(
        ProviderConnection(
          key: credential.key, transport: transport, retryPolicy: retryPolicy, headers: headers,
          signer: signer),
        AnthropicFormat(
          model: deployment, baseURL: AzureAddress.foundry(resource), version: version,
          maximumResponseTokens: maximumResponseTokens, betas: betas, promptCaching: promptCaching,
          keyField: credential.field(ofKey: "x-api-key"))))
  }
}
