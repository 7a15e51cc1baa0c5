import SchemaDialects
import SchemaEncoding

/// What servers with the interface of Chat Completions do not have in common.
struct ChatQuirks: Sendable {
  /// The server's name in errors.
  var provider: String
  /// The server's name in telemetry.
  var identifier: String
  /// The dialect of schemas.
  var dialect: any SchemaDialect = JSONSchemaDialect()
  /// Whether the largest number of tokens has its newer name, `max_completion_tokens`.
  var hasNewTokenLimit = false
  /// Whether `strict` is known.
  var isStrict = false
  /// Whether `strict` is known of tools too.
  var hasStrictTools = true
  /// Whether tools are strict only if all of a request can be.
  var isStrictTogether = false
  /// The parameters of sampling that the server takes.
  var sampling: Set<SamplingOptions.Parameter> = [.temperature, .probabilityThreshold, .seed]
  /// The largest seed that the server takes.
  var largestSeed = UInt64(Int64.max)
  /// Whether recordings and files are known, beside images.
  var takesFiles = false
  /// Whether `reasoning_effort` is known.
  var takesReasoningEffort = false
  /// Whether the server holds a model to a schema; if not, the schema is in the prompt.
  var takesSchemas = true
  /// Whether the model reads a schema that it is held to; if not, the schema is in the prompt too.
  var showsSchemas = false
  /// Whether a model that is held to a schema can call tools; if not, a request with tools has the
  /// schema in the prompt, and the session checks the answer.
  var takesSchemaBesideTools = false
  /// Whether an answer that is held to a schema can be a stream.
  var streamsSchemas = true
  /// Whether the server counts tokens in a stream only if it is asked to.
  var isAskedForUsage = true
  /// In which form the server wants thoughts back.
  var thoughts = Thoughts.none
  /// Whether calls need identifiers of nine letters and digits.
  var hasShortCallIDs = false
  /// Whether the server counts tokens as that of llama.cpp does.
  var countsTokens = false
  /// The server's name for a seed.
  var seedName = "seed"
  /// Whether the server routes requests to others, of which some drop what they do not know.
  var isRouter = false

  /// In which form a server wants thoughts back.
  enum Thoughts: Sendable {
    /// Not at all: some reject them.
    case none
    /// As text, on messages with calls of tools.
    case content
    /// As the list in which they came, on every message.
    case details
  }
}

extension ChatQuirks {
  /// The largest seed of llama.cpp, whose seeds have 32 bits, and for which the next one means that
  /// chance decides.
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

  /// vLLM, whose engine for schemas is xgrammar where it is not told otherwise.
  static let vLLM = ChatQuirks(
    provider: "vLLM", identifier: "vllm", dialect: XGrammarDialect(), hasNewTokenLimit: true,
    sampling: [.temperature, .topK, .probabilityThreshold, .seed], takesReasoningEffort: true)

  /// LM Studio, whose engine for most models is llama.cpp.
  static let lmStudio = ChatQuirks(
    provider: "LM Studio", identifier: "lm_studio", dialect: LlamaCppDialect(),
    sampling: [.temperature, .topK, .probabilityThreshold, .seed], largestSeed: largestLlamaSeed)

  /// DeepSeek, whose Chat Completions take no schemas.
  static let deepSeek = ChatQuirks(
    provider: "DeepSeek", identifier: "deepseek", sampling: [.temperature, .probabilityThreshold],
    takesReasoningEffort: true, takesSchemas: false, thoughts: .content)

  /// DeepSeek's beta, which holds the arguments of tools to their schemas.
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
    showsSchemas: true, takesSchemaBesideTools: true, isAskedForUsage: false, thoughts: .details,
    isRouter: true)

  /// Mistral, which counts tokens unasked, and whose type of requests has no `stream_options`.
  static let mistral = ChatQuirks(
    provider: "Mistral", identifier: "mistral_ai", dialect: MistralDialect(), isStrict: true,
    showsSchemas: true, isAskedForUsage: false, hasShortCallIDs: true, seedName: "random_seed")

  /// SGLang, whose engine for schemas is xgrammar where it is not told otherwise.
  static let sgLang = ChatQuirks(
    provider: "SGLang", identifier: "sglang", dialect: XGrammarDialect())

  /// xAI.
  static let xAI = ChatQuirks(
    provider: "xAI", identifier: "x_ai", dialect: XAIDialect(), isStrict: true, showsSchemas: true)

  /// Cerebras, which takes no schema of an answer beside tools.
  static let cerebras = ChatQuirks(
    provider: "Cerebras", identifier: "cerebras", dialect: CerebrasDialect(),
    hasNewTokenLimit: true, isStrict: true, takesReasoningEffort: true)

  /// Groq, which takes no schema of an answer that is streamed.
  static let groq = ChatQuirks(
    provider: "Groq", identifier: "groq", hasNewTokenLimit: true, takesReasoningEffort: true,
    takesSchemas: false)

  /// Groq with models that are held to a schema, in answers that are whole and beside no tools.
  static let groqStrict = ChatQuirks(
    provider: "Groq", identifier: "groq", dialect: GroqDialect(), hasNewTokenLimit: true,
    isStrict: true, hasStrictTools: false, takesReasoningEffort: true, streamsSchemas: false)

  /// A server of which nothing more is known.
  ///
  /// Some reject `json_schema`, others ignore it.
  static let other = ChatQuirks(
    provider: "the server", identifier: "openai_compatible", takesSchemas: false)
}
