import SchemaDialects
import SchemaEncoding

/// The differences between servers with the interface of Chat Completions.
struct ChatQuirks: Sendable {
  /// The server's name in errors.
  var provider: String
  /// The server's name in telemetry.
  var identifier: String
  /// The dialect of schemas.
  var dialect: any SchemaDialect = JSONSchemaDialect()
  /// `true` if the largest number of tokens has its newer name, `max_completion_tokens`.
  var hasNewTokenLimit = false
  /// `true` if the server knows `strict`.
  var isStrict = false
  /// `true` if the server knows `strict` for tools.
  var hasStrictTools = true
  /// `true` if tools are strict only if all tools of a request are.
  var isStrictTogether = false
  /// The sampling parameters that the server accepts.
  var sampling: Set<SamplingOptions.Parameter> = [.temperature, .probabilityThreshold, .seed]
  /// The largest seed that the server accepts.
  var largestSeed = UInt64(Int64.max)
  /// `true` if the server accepts recordings and files in addition to images.
  var takesFiles = false
  /// `true` if the server knows `reasoning_effort`.
  var takesReasoningEffort = false
  /// `true` if the server enforces a schema of the answer; otherwise the schema is in the prompt.
  var takesSchemas = true
  /// `true` if the model reads an enforced schema; otherwise the schema is also in the prompt.
  var showsSchemas = false
  /// `true` if the model can call tools while a schema is enforced.
  ///
  /// Otherwise a request with tools has the schema in the prompt, and the session checks the
  /// answer.
  var takesSchemaBesideTools = false
  /// `true` if an answer with an enforced schema can be a stream.
  var streamsSchemas = true
  /// `true` if the server counts tokens in a stream only if it is asked to.
  var isAskedForUsage = true
  /// The form in which the server wants reasoning back.
  var reasoning = Reasoning.none
  /// `true` if calls need identifiers of nine letters and digits.
  var hasShortCallIDs = false
  /// `true` if the server counts tokens as llama.cpp's server does.
  var countsTokens = false
  /// The server's name for a seed.
  var seedName = "seed"
  /// `true` if the server routes requests to others, some of which drop unknown parameters.
  var isRouter = false

  /// The form in which a server wants reasoning back.
  enum Reasoning: Sendable {
    /// No reasoning, since some servers reject it.
    case none
    /// As text, on messages with calls of tools.
    case content
    /// As the list in which it arrived, on every message.
    case details
  }
}

extension ChatQuirks {
  /// The largest seed of llama.cpp.
  ///
  /// Its seeds have 32 bits, and the next number requests a random seed.
  static let largestLlamaSeed = UInt64(UInt32.max - 1)

  /// OpenAI itself.
  static let openAI = ChatQuirks(
    provider: "OpenAI", identifier: "openai", dialect: OpenAIDialect(), hasNewTokenLimit: true,
    isStrict: true, takesFiles: true,
    takesReasoningEffort: true, showsSchemas: true, takesSchemaBesideTools: true)

  /// The server of llama.cpp.
  static let llamaCpp = ChatQuirks(
    provider: "llama.cpp", identifier: "llama_cpp", dialect: LlamaCppDialect(),
    sampling: [.temperature, .topK, .probabilityThreshold, .seed], largestSeed: largestLlamaSeed,
    countsTokens: true)

  /// vLLM, which enforces schemas by xgrammar unless it is configured otherwise.
  static let vLLM = ChatQuirks(
    provider: "vLLM", identifier: "vllm", dialect: XGrammarDialect(), hasNewTokenLimit: true,
    sampling: [.temperature, .topK, .probabilityThreshold, .seed], takesReasoningEffort: true)

  /// LM Studio, which runs most models by llama.cpp.
  static let lmStudio = ChatQuirks(
    provider: "LM Studio", identifier: "lm_studio", dialect: LlamaCppDialect(),
    sampling: [.temperature, .topK, .probabilityThreshold, .seed], largestSeed: largestLlamaSeed)

  /// DeepSeek, whose Chat Completions accept no schemas.
  static let deepSeek = ChatQuirks(
    provider: "DeepSeek", identifier: "deepseek", sampling: [.temperature, .probabilityThreshold],
    takesReasoningEffort: true, takesSchemas: false, reasoning: .content)

  /// DeepSeek's beta, which enforces the schemas of tools.
  static let deepSeekStrict: ChatQuirks = {
    var quirks = deepSeek
    quirks.dialect = DeepSeekDialect()
    quirks.isStrict = true
    quirks.isStrictTogether = true
    return quirks
  }()

  /// OpenRouter, which sends requests to providers that enforce schemas.
  static let openRouter = ChatQuirks(
    provider: "OpenRouter", identifier: "openrouter", dialect: OpenAIDialect(), isStrict: true,
    sampling: [.temperature, .topK, .probabilityThreshold, .seed], takesReasoningEffort: true,
    showsSchemas: true, takesSchemaBesideTools: true, isAskedForUsage: false, reasoning: .details,
    isRouter: true)

  /// Mistral, which counts tokens without being asked, and whose type of requests has no
  /// `stream_options`.
  static let mistral = ChatQuirks(
    provider: "Mistral", identifier: "mistral_ai", dialect: MistralDialect(), isStrict: true,
    showsSchemas: true, isAskedForUsage: false, hasShortCallIDs: true, seedName: "random_seed")

  /// SGLang, which enforces schemas by xgrammar unless it is configured otherwise.
  static let sgLang = ChatQuirks(
    provider: "SGLang", identifier: "sglang", dialect: XGrammarDialect())

  /// xAI.
  static let xAI = ChatQuirks(
    provider: "xAI", identifier: "x_ai", dialect: XAIDialect(), isStrict: true, showsSchemas: true)

  /// Cerebras, which does not accept a schema of the answer together with tools.
  static let cerebras = ChatQuirks(
    provider: "Cerebras", identifier: "cerebras", dialect: CerebrasDialect(),
    hasNewTokenLimit: true, isStrict: true, takesReasoningEffort: true)

  /// Groq, which does not accept a schema for a streamed answer.
  static let groq = ChatQuirks(
    provider: "Groq", identifier: "groq", hasNewTokenLimit: true, takesReasoningEffort: true,
    takesSchemas: false)

  /// Groq with models for which it enforces a schema, in answers that are not streamed and without
  /// tools.
  static let groqStrict = ChatQuirks(
    provider: "Groq", identifier: "groq", dialect: GroqDialect(), hasNewTokenLimit: true,
    isStrict: true, hasStrictTools: false, takesReasoningEffort: true, streamsSchemas: false)

  /// A server with unknown features.
  ///
  /// Some reject `json_schema`, others ignore it.
  static let other = ChatQuirks(
    provider: "the server", identifier: "openai_compatible", takesSchemas: false)
}
