import SchemaSessions
import SchemaText

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
  /// - Parameters:
  ///   - name: The name of the model.
  ///   - project: The identifier of the project.
  ///   - location: The location, such as `europe-west4`.
  ///   - token: An OAuth token for `https://www.googleapis.com/auth/cloud-platform`, which is
  ///     requested for each request, such as `.provider { try await signIn.token() }`.
  ///   - combinesToolsAndSchemas: `true` if the model accepts tools and a schema in one request;
  ///     `nil` to decide by its name.
  ///   - cachedContent: The full name of a cache that you have created, such as
  ///     `projects/p/locations/l/cachedContents/abc`, with the instructions and the tools of your
  ///     sessions. Requests then leave both out, as the interface demands, and cannot require or
  ///     disallow calls of tools.
  ///   - headers: Fields that are added to the header of each request, such as
  ///     `x-goog-user-project`.
  ///   - signer: The signer, which gets each request when it is otherwise complete.
  ///   - transport: The transport that sends the requests.
  ///   - retryPolicy: The policy for sending a failed request again.
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
  ///   - name: The name of the model, such as `claude-sonnet-5@20260901`.
  ///   - project: The identifier of the project.
  ///   - location: The location, such as `europe-west1`.
  ///   - token: An OAuth token for `https://www.googleapis.com/auth/cloud-platform`, which is
  ///     requested for each request.
  ///   - version: The version of the interface, which is sent in the body.
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
  public static func vertex(
    _ name: String, project: String, location: String = "global", token: ModelProvider.Key,
    version: String = "2026-10-21", maximumResponseTokens: Int = 8_192,
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
