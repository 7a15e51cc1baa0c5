import SchemaSessions
import SchemaText

/// Returns the base of OpenAI's models in an Azure resource.
private func azureAddress(_ resource: String, path: String, apiVersion: String?) -> String {
  let base = "https://\(resource.pathSegment).openai.azure.com/openai"
  guard let apiVersion else { return base + "/v1" }
  return base + "\(path)?api-version=\(apiVersion.pathSegment)"
}

extension OpenAIModel {
  /// Creates a model of OpenAI on Azure, over Chat Completions.
  ///
  /// `resource` is the first part of the host, and `credential` is the key of the resource, or a
  /// token of Entra. `apiVersion` is the date of the interface, such as `2024-10-21`, for a
  /// resource with dated addresses; `nil` for the address that ends with `/v1`. The other
  /// parameters are those of a model at OpenAI.
  public static func azure(
    _ deployment: String, resource: String, credential: CloudCredential, apiVersion: String? = nil,
    promptCacheKey: String? = nil, headers: [String: String] = [:],
    signer: (any RequestSigner)? = nil,
    transport: any ModelTransport = ModelProvider.URLSessionTransport(),
    retryPolicy: ModelProvider.RetryPolicy = ModelProvider.RetryPolicy()
  ) -> OpenAIModel {
    let base = azureAddress(
      resource, path: "/deployments/\(deployment.pathSegment)", apiVersion: apiVersion)
    return OpenAIModel(
      ProviderConnection(credential.key, transport, retryPolicy, headers, signer),
      ChatFormat(
        model: deployment, baseURL: base, headers: [:],
        keyField: credential.field(ofKey: "api-key"), cache: PromptCache(key: promptCacheKey),
        quirks: .openAI))
  }
}

extension OpenAIResponsesModel {
  /// Creates a model of OpenAI on Azure, over Responses.
  ///
  /// `resource` is the first part of the host, and `credential` is the key of the resource, or a
  /// token of Entra. `apiVersion` is the date of the interface, for a resource with dated
  /// addresses; `nil` for the address that ends with `/v1`. If `storesResponses` is `true`, the
  /// resource keeps responses. The other parameters are those of a model at OpenAI.
  public static func azure(
    _ deployment: String, resource: String, credential: CloudCredential, isReasoning: Bool = true,
    reasoningSummary: ReasoningSummary? = nil, storesResponses: Bool = false,
    apiVersion: String? = nil, promptCacheKey: String? = nil, headers: [String: String] = [:],
    signer: (any RequestSigner)? = nil,
    transport: any ModelTransport = ModelProvider.URLSessionTransport(),
    retryPolicy: ModelProvider.RetryPolicy = ModelProvider.RetryPolicy()
  ) -> OpenAIResponsesModel {
    let base = azureAddress(resource, path: "", apiVersion: apiVersion)
    return OpenAIResponsesModel(
      ProviderConnection(credential.key, transport, retryPolicy, headers, signer),
      ResponsesFormat(
        model: deployment, baseURL: base, headers: [:],
        keyField: credential.field(ofKey: "api-key"), cache: PromptCache(key: promptCacheKey),
        reasoning: isReasoning ? .requested(summary: reasoningSummary) : .none,
        storesResponses: storesResponses))
  }
}

extension AnthropicModel {
  /// Creates a model of Anthropic in Microsoft Foundry.
  ///
  /// `resource` is the first part of the host, and `credential` is the key of the resource, or a
  /// token of Entra. The other parameters are those of a model at Anthropic.
  public static func foundry(
    _ deployment: String, resource: String, credential: CloudCredential,
    version: String? = nil, maximumResponseTokens: Int? = nil,
    promptCaching: PromptCaching? = nil, betas: [String] = [], headers: [String: String] = [:],
    signer: (any RequestSigner)? = nil,
    transport: any ModelTransport = ModelProvider.URLSessionTransport(),
    retryPolicy: ModelProvider.RetryPolicy = ModelProvider.RetryPolicy()
  ) -> AnthropicModel {
    AnthropicModel(
      ProviderConnection(credential.key, transport, retryPolicy, headers, signer),
      AnthropicFormat(
        model: deployment,
        baseURL: "https://\(resource.pathSegment).services.ai.azure.com/anthropic",
        version: version, maximumResponseTokens: maximumResponseTokens, betas: betas,
        promptCaching: promptCaching,
        keyField: credential.field(ofKey: "x-api-key")))
  }
}

/// The credential for a cloud: a key, or a token that identifies the caller.
public struct CloudCredential: Sendable {
  let key: ModelProvider.Key
  let isToken: Bool

  /// Creates a credential from a key of the resource.
  public static func key(_ key: ModelProvider.Key) -> CloudCredential {
    CloudCredential(key: key, isToken: false)
  }

  /// Creates a credential from a token of the cloud's own sign-in.
  ///
  /// The token is read again for each request, since tokens expire.
  ///
  /// - Parameter token: The token, such as `.provider { try await signIn.token() }`.
  /// - Returns: The credential.
  public static func token(_ token: ModelProvider.Key) -> CloudCredential {
    CloudCredential(key: token, isToken: true)
  }

  /// The field for the credential, if the cloud has its own field for keys.
  func field(ofKey name: String) -> KeyField { isToken ? .bearer : .named(name) }
}

/// Returns the base of a publisher's models on Vertex AI.
private func vertexAddress(
  _ version: String, project: String, location: String, publisher: String
) -> String {
  let host =
    switch location {
    case "global": "aiplatform.googleapis.com"
    case "us", "eu": "aiplatform.\(location).rep.googleapis.com"
    default: "\(location.pathSegment)-aiplatform.googleapis.com"
    }
  return "https://\(host)/\(version)/projects/\(project.pathSegment)"
    + "/locations/\(location.pathSegment)/publishers/\(publisher)"
}

extension GeminiModel {
  /// Creates a model of Google on Vertex AI.
  ///
  /// A request that uses a cache has neither instructions nor tools, as the interface demands, and
  /// cannot require or disallow calls of tools.
  ///
  /// `location` is a location such as `europe-west4`. `token` is an OAuth token for
  /// `https://www.googleapis.com/auth/cloud-platform`, which is requested for each request, such as
  /// `.provider { try await signIn.token() }`. `cachedContent` is the full name of a cache that you
  /// have created, such as `projects/p/locations/l/cachedContents/abc`. The other parameters are
  /// those of a model at the Gemini API.
  public static func vertex(
    _ name: String, project: String, location: String = "global", token: ModelProvider.Key,
    combinesToolsAndSchemas: Bool? = nil, cachedContent: String? = nil,
    headers: [String: String] = [:], signer: (any RequestSigner)? = nil,
    transport: any ModelTransport = ModelProvider.URLSessionTransport(),
    retryPolicy: ModelProvider.RetryPolicy = ModelProvider.RetryPolicy()
  ) -> GeminiModel {
    GeminiModel(
      ProviderConnection(token, transport, retryPolicy, headers, signer),
      GeminiFormat(
        model: name,
        baseURL: vertexAddress(
          "v1beta1", project: project, location: location, publisher: "google"),
        combinesToolsAndSchemas: combinesToolsAndSchemas, keyField: .bearer,
        cachedContent: cachedContent, isOnVertex: true))
  }
}

extension AnthropicModel {
  /// Creates a model of Anthropic on Vertex AI.
  ///
  /// To use schemas, an organization has to allow the feature `structured_outputs` for partners'
  /// models.
  ///
  /// `location` is a location such as `europe-west1`. `token` is an OAuth token for
  /// `https://www.googleapis.com/auth/cloud-platform`, which is requested for each request, such as
  /// `.provider { try await signIn.token() }`. The other parameters are those of a model at
  /// Anthropic.
  public static func vertex(
    _ name: String, project: String, location: String = "global", token: ModelProvider.Key,
    version: String? = nil, maximumResponseTokens: Int? = nil,
    promptCaching: PromptCaching? = nil, betas: [String] = [], headers: [String: String] = [:],
    signer: (any RequestSigner)? = nil,
    transport: any ModelTransport = ModelProvider.URLSessionTransport(),
    retryPolicy: ModelProvider.RetryPolicy = ModelProvider.RetryPolicy()
  ) -> AnthropicModel {
    AnthropicModel(
      ProviderConnection(token, transport, retryPolicy, headers, signer),
      AnthropicFormat(
        model: name,
        baseURL: vertexAddress(
          "v1", project: project, location: location, publisher: "anthropic"),
        version: version, maximumResponseTokens: maximumResponseTokens, betas: betas,
        promptCaching: promptCaching, keyField: .bearer, isOnVertex: true))
  }
}
