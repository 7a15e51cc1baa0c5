import SchemaSessions
import SchemaText

/// The addresses of Azure resources.
private enum AzureAddress {
  /// Returns the base of OpenAI's models.
  static func openAI(_ resource: String, path: String, apiVersion: String?) -> String {
    guard let apiVersion else {
      return "https://\(resource.pathSegment).openai.azure.com/openai/v1"
    }
    return "https://\(resource.pathSegment).openai.azure.com/openai\(path)"
      + "?api-version=\(apiVersion.pathSegment)"
  }

  /// Returns the base of Anthropic's models.
  static func foundry(_ resource: String) -> String {
    "https://\(resource.pathSegment).services.ai.azure.com/anthropic"
  }
}

extension OpenAIModel {
  /// Creates a model of OpenAI on Azure, over Chat Completions.
  ///
  /// - Parameters:
  ///   - deployment: The name of the deployment.
  ///   - resource: The name of the resource: the first part of its host.
  ///   - credential: The key of the resource, or a token of Entra.
  ///   - apiVersion: The date of the interface, such as `2024-10-21`, for a resource with dated
  ///     addresses; `nil` for the address that ends with `/v1`.
  ///   - promptCacheKey: A text, such as an identifier of the user, that routes requests with the
  ///     same beginning to one cache.
  ///   - headers: Fields that are added to the header of each request.
  ///   - signer: The signer, which gets each request when it is otherwise complete.
  ///   - transport: The transport that sends the requests.
  ///   - retryPolicy: The policy for sending a failed request again.
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
          keyField: credential.field(ofKey: "api-key"),
          cache: PromptCache(key: promptCacheKey), quirks: .openAI)))
  }
}

extension OpenAIResponsesModel {
  /// Creates a model of OpenAI on Azure, over Responses.
  ///
  /// - Parameters:
  ///   - deployment: The name of the deployment.
  ///   - resource: The name of the resource: the first part of its host.
  ///   - credential: The key of the resource, or a token of Entra.
  ///   - isReasoning: `true` for a reasoning model. Other models reject a request for reasoning.
  ///   - reasoningSummary: The length of a summary of the reasoning for the transcript; `nil` for
  ///     none.
  ///   - storesResponses: `true` if the provider stores each answer, so that the next request only
  ///     has new entries.
  ///   - apiVersion: The date of the interface, for a resource with dated addresses; `nil` for the
  ///     address that ends with `/v1`.
  ///   - promptCacheKey: A text, such as an identifier of the user, that routes requests with the
  ///     same beginning to one cache.
  ///   - headers: Fields that are added to the header of each request.
  ///   - signer: The signer, which gets each request when it is otherwise complete.
  ///   - transport: The transport that sends the requests.
  ///   - retryPolicy: The policy for sending a failed request again.
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
          keyField: credential.field(ofKey: "api-key"),
          cache: PromptCache(key: promptCacheKey),
          reasoning: isReasoning ? .requested(summary: reasoningSummary) : .none,
          storesResponses: storesResponses)))
  }
}

extension AnthropicModel {
  /// Creates a model of Anthropic in Microsoft Foundry.
  ///
  /// - Parameters:
  ///   - deployment: The name of the deployment.
  ///   - resource: The name of the resource: the first part of its host.
  ///   - credential: The key of the resource, or a token of Entra.
  ///   - version: The version of the interface, a date.
  ///   - maximumResponseTokens: The largest number of tokens of an answer if
  ///     `GenerationOptions.maximumResponseTokens` is `nil`, from 1.
  ///   - promptCaching: The time for which the provider caches the beginning of a conversation;
  ///     `nil` for no caching.
  ///   - betas: Beta features of the provider, such as `context-1m-2025-08-07`.
  ///   - headers: Fields that are added to the header of each request.
  ///   - signer: The signer, which gets each request when it is otherwise complete.
  ///   - transport: The transport that sends the requests.
  ///   - retryPolicy: The policy for sending a failed request again.
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
