public import SchemaSessions

/// A model of OpenAI, over Chat Completions.
///
///     let model = OpenAIModel("gpt-5", key: .environment("OPENAI_API_KEY"))
///     let session = LanguageModelSession(model: model)
public struct OpenAIModel: LanguageModel {
  /// The name of the model.
  public var name: String

  private let connection: ProviderConnection
  private let format: ChatFormat

  /// Creates a model.
  ///
  /// - Parameters:
  ///   - name: The name of the model.
  ///   - key: The key.
  ///   - baseURL: The address of the interface, up to `/v1`.
  ///   - organization: The organization that pays, if the key has several.
  ///   - project: The project that pays, if the key has several.
  ///   - transport: The way on which requests reach the provider.
  ///   - retryPolicy: When a request that failed is sent again.
  public init(
    _ name: String, key: APIKey = .environment("OPENAI_API_KEY"),
    baseURL: String = "https://api.openai.com/v1", organization: String? = nil,
    project: String? = nil, transport: any ModelTransport = URLSessionTransport(),
    retryPolicy: RetryPolicy = RetryPolicy()
  ) {
    self.name = name
    connection = ProviderConnection(key: key, transport: transport, retryPolicy: retryPolicy)
    var headers: [String: String] = [:]
    headers["openai-organization"] = organization
    headers["openai-project"] = project
    format = ChatFormat(model: name, baseURL: baseURL, headers: headers, quirks: .openAI)
  }

  /// What the model can do.
  public var capabilities: LanguageModelCapabilities {
    LanguageModelCapabilities([.guidedGeneration, .toolCalling, .reasoning])
  }

  /// What the executor needs to know: nothing but the model.
  public var executorConfiguration: Executor.Configuration { Executor.Configuration() }

  /// The part that sends requests.
  public struct Executor: LanguageModelExecutor {
    /// Nothing.
    public struct Configuration: Hashable, Sendable {}

    /// Creates an executor.
    ///
    /// - Parameter configuration: Nothing.
    public init(configuration: Configuration) {}

    /// Sends a request.
    ///
    /// - Parameters:
    ///   - request: What to answer.
    ///   - model: The model.
    ///   - channel: Where what arrives goes.
    /// - Throws: `LanguageModelError`, ``TransportError``, `SchemaError`, `CancellationError`.
    public nonisolated(nonsending) func respond(
      to request: LanguageModelExecutorGenerationRequest, model: OpenAIModel,
      streamingInto channel: LanguageModelExecutorGenerationChannel
    ) async throws {
      try await model.connection.run(request, in: model.format, to: channel)
    }
  }
}
