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
  ///   - promptCacheKey: The key by which OpenAI finds cached prompts; `nil` for none.
  ///   - headers: Further fields of each request.
  ///   - signer: Signs each request; `nil` for none.
  ///   - transport: Sends the requests.
  ///   - retryPolicy: Decides when a failed request is sent again.
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
  ///   - isReasoning: `true` if the model thinks before it answers.
  ///   - reasoningSummary: The kind of summary of thoughts that is requested; `nil` for none.
  ///   - storesResponses: `true` if the resource keeps responses, so that a later request names the
  ///     last one.
  ///   - apiVersion: The date of the interface, for a resource with dated addresses; `nil` for the
  ///     address that ends with `/v1`.
  ///   - promptCacheKey: The key by which OpenAI finds cached prompts; `nil` for none.
  ///   - headers: Further fields of each request.
  ///   - signer: Signs each request; `nil` for none.
  ///   - transport: Sends the requests.
  ///   - retryPolicy: Decides when a failed request is sent again.
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
  ///   - version: The version of the interface; `nil` for the version of this cloud.
  ///   - maximumResponseTokens: The limit of tokens of an answer whose request names none; `nil`
  ///     for the default.
  ///   - promptCaching: The parts of a prompt that are cached; `nil` for none.
  ///   - betas: The names of beta features.
  ///   - headers: Further fields of each request.
  ///   - signer: Signs each request; `nil` for none.
  ///   - transport: Sends the requests.
  ///   - retryPolicy: Decides when a failed request is sent again.
  /// - Returns: The model.
  public static func foundry(
    _ deployment: String, resource: String, credential: CloudCredential,
    version: String? = nil, maximumResponseTokens: Int? = nil,
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

/// The addresses of models on Vertex AI.
private enum VertexAddress {
  /// Returns the base of a publisher's models.
  static func base(
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
}

extension GeminiModel {
  /// Creates a model of Google on Vertex AI.
  ///
  /// A request that uses a cache has neither instructions nor tools, as the interface demands, and
  /// cannot require or disallow calls of tools.
  ///
  /// - Parameters:
  ///   - name: The name of the model.
  ///   - project: The identifier of the project.
  ///   - location: The location, such as `europe-west4`.
  ///   - token: An OAuth token for `https://www.googleapis.com/auth/cloud-platform`, which is
  ///     requested for each request, such as `.provider { try await signIn.token() }`.
  ///   - combinesToolsAndSchemas: `true` if the model takes tools and a schema in one request;
  ///     `nil` to decide by its name.
  ///   - cachedContent: The full name of a cache that you have created, such as
  ///     `projects/p/locations/l/cachedContents/abc`, with the instructions and the tools of your
  ///     sessions; `nil` for none.
  ///   - headers: Further fields of each request.
  ///   - signer: Signs each request; `nil` for none.
  ///   - transport: Sends the requests.
  ///   - retryPolicy: Decides when a failed request is sent again.
  /// - Returns: The model.
  public static func vertex(
    _ name: String, project: String, location: String = "global", token: ModelProvider.Key,
    combinesToolsAndSchemas: Bool? = nil, cachedContent: String? = nil,
    headers: [String: String] = [:], signer: (any RequestSigner)? = nil,
    transport: any ModelTransport = ModelProvider.URLSessionTransport(),
    retryPolicy: ModelProvider.RetryPolicy = ModelProvider.RetryPolicy()
  ) -> GeminiModel {
    GeminiModel(
      name: name,
      .init(
        ProviderConnection(
          key: token, transport: transport, retryPolicy: retryPolicy, headers: headers,
          signer: signer),
        GeminiFormat(
          model: name,
          baseURL: VertexAddress.base(
            "v1beta1", project: project, location: location, publisher: "google"),
          combinesToolsAndSchemas: combinesToolsAndSchemas
            ?? GeminiGeneration(model: name).combinesToolsAndSchemas,
          keyField: .bearer, cachedContent: cachedContent, isOnVertex: true)))
  }
}

extension AnthropicModel {
  /// Creates a model of Anthropic on Vertex AI.
  ///
  /// To use schemas, an organization has to allow the feature `structured_outputs` for partners'
  /// models.
  ///
  /// - Parameters:
  ///   - name: The name of the model.
  ///   - project: The identifier of the project.
  ///   - location: The location, such as `europe-west1`.
  ///   - token: An OAuth token for `https://www.googleapis.com/auth/cloud-platform`, which is
  ///     requested for each request, such as `.provider { try await signIn.token() }`.
  ///   - version: The version of the interface; `nil` for the version of this cloud.
  ///   - maximumResponseTokens: The limit of tokens of an answer whose request names none; `nil`
  ///     for the default.
  ///   - promptCaching: The parts of a prompt that are cached; `nil` for none.
  ///   - betas: The names of beta features.
  ///   - headers: Further fields of each request.
  ///   - signer: Signs each request; `nil` for none.
  ///   - transport: Sends the requests.
  ///   - retryPolicy: Decides when a failed request is sent again.
  /// - Returns: The model.
  public static func vertex(
    _ name: String, project: String, location: String = "global", token: ModelProvider.Key,
    version: String? = nil, maximumResponseTokens: Int? = nil,
    promptCaching: PromptCaching? = nil, betas: [String] = [], headers: [String: String] = [:],
    signer: (any RequestSigner)? = nil,
    transport: any ModelTransport = ModelProvider.URLSessionTransport(),
    retryPolicy: ModelProvider.RetryPolicy = ModelProvider.RetryPolicy()
  ) -> AnthropicModel {
    AnthropicModel(
      name: name,
      .init(
        ProviderConnection(
          key: token, transport: transport, retryPolicy: retryPolicy, headers: headers,
          signer: signer),
        AnthropicFormat(
          model: name,
          baseURL: VertexAddress.base(
            "v1", project: project, location: location, publisher: "anthropic"),
          version: version, maximumResponseTokens: maximumResponseTokens, betas: betas,
          promptCaching: promptCaching, keyField: .bearer, isOnVertex: true)))
  }
}
