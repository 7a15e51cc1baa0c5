public import SchemaModel
public import SchemaSessions

/// A model on a server with the interface of OpenAI's Chat Completions.
///
///     let model = CompatibleModel(
///       "qwen3", server: .llamaCpp, baseURL: "http://localhost:8080/v1")
public struct CompatibleModel: LanguageModel {
  /// The software of a server, which decides what of the interface it has.
  public struct Server: Sendable {
    let quirks: ChatQuirks

    /// The server of llama.cpp: answers are held to a schema, but not while there are tools.
    public static let llamaCpp = Server(quirks: .llamaCpp)

    /// vLLM: answers are held to a schema, but not while there are tools.
    public static let vLLM = Server(quirks: .vLLM)

    /// LM Studio: answers are held to a schema, but not while there are tools.
    public static let lmStudio = Server(quirks: .lmStudio)

    /// DeepSeek: the schema is in the prompt, and the session checks the answers.
    ///
    /// Thoughts go back with calls of tools.
    public static let deepSeek = Server(quirks: .deepSeek)

    /// DeepSeek's beta, at `https://api.deepseek.com/beta`, which holds calls of tools to schemas.
    ///
    /// For answers it is as ``deepSeek``.
    public static let deepSeekStrict = Server(quirks: .deepSeekStrict)

    /// OpenRouter: a request with a schema goes only to providers that take schemas.
    ///
    /// Thoughts go back.
    public static let openRouter = Server(quirks: .openRouter)

    /// Mistral: answers are held to a schema, but not while there are tools.
    public static let mistral = Server(quirks: .mistral)

    /// SGLang: answers are held to a schema, but not while there are tools.
    public static let sgLang = Server(quirks: .sgLang)

    /// xAI: answers are held to a schema, but not while there are tools.
    public static let xAI = Server(quirks: .xAI)

    /// Cerebras: answers are held to a schema, but not while there are tools.
    ///
    /// The rules of schemas are those of the interface's second version. Unless your account has it
    /// by default, ask for it by `headers: ["x-cerebras-version-patch": "2"]`.
    public static let cerebras = Server(quirks: .cerebras)

    /// Groq: the schema is in the prompt, since Groq takes none for an answer that is streamed, and
    /// the session checks the answers.
    public static let groq = Server(quirks: .groq)

    /// Groq, with a model that Groq holds to schemas, such as `openai/gpt-oss-120b`, or with
    /// another.
    ///
    /// An answer of a schema without tools is then whole, not a stream. Beside tools, and for a
    /// model of which Groq says that it takes no schemas, the schema is in the prompt.
    ///
    /// - Parameter strict: Whether Groq holds the model to schemas.
    /// - Returns: The server.
    public static func groq(strict: Bool) -> Server {
      Server(quirks: strict ? .groqStrict : .groq)
    }

    /// Another server: the schema is in the prompt, and the session checks the answers.
    public static let other = Server(quirks: .other)
  }

  /// The name of the model.
  public let name: String

  /// The software of the server, as telemetry names it.
  let provider: String

  /// What the model can do; it reads images if its creator said so.
  public let capabilities: LanguageModelCapabilities

  /// The part that sends requests.
  public typealias Executor = ProviderExecutor<CompatibleModel>

  /// What the executor needs to know.
  public let executorConfiguration: Executor.Configuration

  /// Creates a model.
  ///
  /// - Parameters:
  ///   - name: The name of the model on the server.
  ///   - server: The software of the server.
  ///   - baseURL: The address of the interface, up to `/v1`.
  ///   - key: The key, if the server wants one.
  ///   - readsImages: Whether the model reads images, for ``capabilities``. Images are sent in
  ///     either case.
  ///   - promptCacheKey: A text, such as a user's, that routes requests with the same beginning to
  ///     one cache.
  ///   - extraBody: An object whose properties are added to the body of each request, such as
  ///     `provider` of OpenRouter or `chat_template_kwargs` of vLLM. Objects are merged, and other
  ///     values replaced. `model`, `messages`, `stream` and `tools` are the session's: a request
  ///     with one of these throws `LanguageModelError.providerFailure`.
  ///   - headers: Fields that are added to the header of each request, such as those of a gateway.
  ///   - signer: The part that signs each request, after everything else of it is fixed.
  ///   - transport: The way on which requests reach the server.
  ///   - retryPolicy: When a request that failed is sent again.
  public init(
    _ name: String, server: Server, baseURL: String, key: ModelProvider.Key? = nil,
    readsImages: Bool = false, promptCacheKey: String? = nil, extraBody: GeneratedContent? = nil,
    headers: [String: String] = [:],
    signer: (any RequestSigner)? = nil,
    transport: any ModelTransport = ModelProvider.URLSessionTransport(),
    retryPolicy: ModelProvider.RetryPolicy = ModelProvider.RetryPolicy()
  ) {
    self.name = name
    provider = server.quirks.identifier
    capabilities = LanguageModelCapabilities(
      [.toolCalling] + (server.quirks.takesSchemas ? [.guidedGeneration] : [])
        + (readsImages ? [.vision] : []))
    executorConfiguration = .init(
      ProviderConnection(
        key: key, transport: transport, retryPolicy: retryPolicy, headers: headers,
        signer: signer),
      ChatFormat(
        model: name, baseURL: baseURL, headers: [:], promptCacheKey: promptCacheKey,
        quirks: server.quirks, extraBody: ExtraBody(extraBody)))
  }
}
