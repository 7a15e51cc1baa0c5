public import SchemaSessions

/// A model of Google, over the Gemini API.
///
///     let model = GeminiModel("gemini-3-flash", key: .environment("GOOGLE_API_KEY"))
///     let session = LanguageModelSession(model: model)
public struct GeminiModel: IdentifiedLanguageModel, TokenCountingLanguageModel {
  /// The name of the model.
  public let name: String

  /// The executor, which sends requests.
  public typealias Executor = ProviderExecutor<GeminiModel>

  /// The settings of the executor.
  public let executorConfiguration: Executor.Configuration

  /// Creates a model.
  ///
  /// - Parameters:
  ///   - name: The name of the model, such as `gemini-3-flash`, or its full name, such as
  ///     `models/gemini-3-flash` or `tunedModels/recipes`.
  ///   - key: The key.
  ///   - combinesToolsAndSchemas: `true` if the model accepts tools and a schema in one request;
  ///     `nil` to decide by its name: models from Gemini 3 on do. If not, a request with tools has
  ///     the schema in the prompt, and the session checks the answer.
  ///   - cachedContent: The name of a cache that you have created, such as `cachedContents/abc`,
  ///     with the instructions and the tools of your sessions. Requests then leave both out, as the
  ///     interface demands, and cannot require or disallow calls of tools.
  ///   - baseURL: The address of the interface, with its version.
  ///   - headers: Fields that are added to the header of each request, such as those for a gateway.
  ///   - signer: The signer, which gets each request when it is otherwise complete.
  ///   - transport: The transport that sends the requests.
  ///   - retryPolicy: The policy for sending a failed request again.
  public init(
    _ name: String, key: ModelProvider.Key = .environment("GOOGLE_API_KEY"),
    combinesToolsAndSchemas: Bool? = nil, cachedContent: String? = nil,
    baseURL: String = "https://generativelanguage.googleapis.com/v1",
    headers: [String: String] = [:], signer: (any RequestSigner)? = nil,
    transport: any ModelTransport = ModelProvider.URLSessionTransport(),
    retryPolicy: ModelProvider.RetryPolicy = ModelProvider.RetryPolicy()
  ) {
    let format = GeminiFormat(
      model: name, baseURL: baseURL, combinesToolsAndSchemas: combinesToolsAndSchemas,
      cachedContent: cachedContent)
    self.init(
      ProviderConnection(key, transport, retryPolicy, headers, signer), format,
      batches: GeminiBatches(modelPath: format.modelPath))
  }

  init(
    _ connection: ProviderConnection, _ format: GeminiFormat, batches: (any BatchInterface)? = nil
  ) {
    name = format.model
    executorConfiguration = .init(connection, format, batches: batches)
  }
}

/// The generation of a model of Google, by its name.
struct GeminiGeneration {
  /// The version, such as 2.5; `nil` if the name has none.
  let version: Double?
  private let makesImages: Bool

  /// - Parameter model: The name of the model, such as `gemini-3-flash`, with or without a path.
  init(model: String) {
    let name = model.split(separator: "/").last.map(String.init) ?? model
    let prefix = "gemini-"
    version =
      name.hasPrefix(prefix)
      ? Double(name.dropFirst(prefix.count).prefix { $0.isNumber || $0 == "." }) : nil
    makesImages = name.contains("image")
  }

  /// `true` if the model accepts tools and a schema in one request.
  var combinesToolsAndSchemas: Bool { version.map { $0 >= 3 } ?? false }

  /// `true` if the output of a tool can contain attachments.
  var takesAttachmentsInOutputs: Bool { version.map { $0 >= 3 } ?? false }

  /// `true` if the schemas of tools can be enforced while calls are optional.
  var validatesCalls: Bool { !makesImages && version.map { $0 >= 2.5 } ?? false }

  /// `true` if the level of reasoning is a number of tokens.
  var hasThinkingBudget: Bool { version.map { $0 < 3 } ?? false }
}
