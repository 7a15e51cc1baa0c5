import Foundation
public import SchemaModel
public import SchemaSessions

/// A model on a server with the interface of OpenAI's Chat Completions.
///
///     let model = CompatibleModel(
///       "qwen3", server: .llamaCpp, baseURL: "http://localhost:8080/v1")
public struct CompatibleModel: IdentifiedLanguageModel {
  /// The software of a server, which determines the supported features.
  ///
  /// A minor release may add cases.
  public enum Server: Sendable, Hashable {
    /// llama.cpp's server: it enforces the schema of an answer, but not in requests with tools.
    case llamaCpp

    /// vLLM: it enforces the schema of an answer, but not in requests with tools.
    case vLLM

    /// LM Studio: it enforces the schema of an answer, but not in requests with tools.
    case lmStudio

    /// DeepSeek: the schema is in the prompt, and the session checks the answers.
    ///
    /// Requests repeat the reasoning before calls of tools.
    case deepSeek

    /// DeepSeek's beta, at `https://api.deepseek.com/beta`, which enforces the schemas of tools.
    ///
    /// Answers work as with ``deepSeek``.
    case deepSeekStrict

    /// OpenRouter: it routes a request with a schema only to providers that accept schemas.
    ///
    /// Requests repeat the reasoning.
    case openRouter

    /// Mistral: it enforces the schema of an answer, but not in requests with tools.
    case mistral

    /// SGLang: it enforces the schema of an answer, but not in requests with tools.
    case sgLang

    /// xAI: it enforces the schema of an answer, but not in requests with tools.
    case xAI

    /// Cerebras: it enforces the schema of an answer, but not in requests with tools.
    ///
    /// The rules for schemas are those of the interface's second version. If your account has
    /// another default version, request the second one by `headers: ["x-cerebras-version-patch":
    /// "2"]`.
    case cerebras

    /// Groq: the schema is in the prompt, and the session checks the answers.
    ///
    /// Groq accepts no schema for a streamed answer; see ``groqStrict``.
    case groq

    /// Groq with a model for which it enforces schemas, such as `openai/gpt-oss-120b`.
    ///
    /// An answer with a schema and without tools is then not streamed. With tools, the schema is in
    /// the prompt.
    case groqStrict

    /// Another server: the schema is in the prompt, and the session checks the answers.
    ///
    /// Requests to the services of Kimi, MiMo, GLM and MiniMax repeat the reasoning before calls of
    /// tools.
    case other
  }

  /// The name of the model.
  public let name: String

  /// The capabilities of the model.
  ///
  /// They have `guidedGeneration` if the server enforces schemas of answers, `reasoning` if the
  /// server accepts levels of thinking, and `vision` if `readsImages` was `true`.
  public let capabilities: LanguageModelCapabilities

  /// The executor, which sends requests.
  public typealias Executor = ProviderExecutor<CompatibleModel>

  /// The settings of the executor.
  public let executorConfiguration: Executor.Configuration

  /// Creates a model.
  ///
  /// - Parameters:
  ///   - name: The name of the model on the server.
  ///   - server: The software of the server.
  ///   - baseURL: The address of the interface, up to `/v1`.
  ///   - key: The key, if the server needs one.
  ///   - readsImages: `true` if the model reads images, for ``capabilities``. Images are sent in
  ///     either case.
  ///   - promptCacheKey: A text, such as an identifier of the user, that routes requests with the
  ///     same beginning to one cache.
  ///   - extraBody: An object whose properties are added to the body of each request, such as
  ///     `provider` of OpenRouter or `chat_template_kwargs` of vLLM. Objects are merged, and other
  ///     values replaced. The session sets `model`, `messages`, `stream` and `tools`: a request
  ///     with one of these throws `LanguageModelError.providerFailure`.
  ///   - headers: Fields that are added to the header of each request, such as those for a gateway.
  ///   - signer: The signer, which gets each request when it is otherwise complete.
  ///   - transport: The transport that sends the requests.
  ///   - retryPolicy: The policy for sending a failed request again.
  public init(
    _ name: String, server: Server, baseURL: String, key: ModelProvider.Key? = nil,
    readsImages: Bool = false, promptCacheKey: String? = nil, extraBody: GeneratedContent? = nil,
    headers: [String: String] = [:],
    signer: (any RequestSigner)? = nil,
    transport: any ModelTransport = ModelProvider.URLSessionTransport(),
    retryPolicy: ModelProvider.RetryPolicy = ModelProvider.RetryPolicy()
  ) {
    let quirks = ChatQuirks(server, at: URL(string: baseURL)?.host)
    self.name = name
    capabilities = LanguageModelCapabilities(
      [.toolCalling] + (quirks.enforcement == nil ? [] : [.guidedGeneration])
        + (quirks.has(.reasoningEffort) ? [.reasoning] : [])
        + (readsImages ? [.vision] : []))
    executorConfiguration = .init(
      ProviderConnection(key, transport, retryPolicy, headers, signer),
      ChatFormat(
        model: name, baseURL: baseURL, headers: [:], cache: PromptCache(key: promptCacheKey),
        quirks: quirks, extraBody: ExtraBody(extraBody)))
  }
}
