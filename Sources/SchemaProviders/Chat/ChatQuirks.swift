import SchemaDialects
import SchemaEncoding

/// The differences between servers with the interface of Chat Completions.
struct ChatQuirks: Sendable {
  /// The server's name in errors.
  let provider: String
  /// The server's name in telemetry.
  let identifier: String
  private(set) var dialect: any SchemaDialect = JSONSchemaDialect()
  /// The enforcement of the schema of an answer; `nil` if the schema is in the prompt, and the
  /// session checks the answer.
  private(set) var enforcement: Enforcement?
  /// The form of the schemas of tools.
  private(set) var tools = ToolSchemas.unmarked
  /// The sampling parameters that the server accepts, in addition to a seed.
  private(set) var sampling: Set<SamplingOptions.Parameter> = [.temperature, .probabilityThreshold]
  /// The form of a seed; `nil` if the server accepts none.
  private(set) var seed: Seed? = Seed()
  /// The form in which the server wants reasoning back.
  private(set) var reasoning = Reasoning.none
  /// The features that some servers have.
  private(set) var features: Set<Feature> = []

  /// The way in which a server enforces the schema of an answer.
  struct Enforcement {
    /// `true` if the server knows `strict`.
    var isStrict = false
    /// `true` if the model reads the schema; otherwise the schema is also in the prompt.
    var isShown = false
    /// `true` if the model can call tools while the schema is enforced.
    ///
    /// Otherwise a request with tools has the schema in the prompt, and the session checks the
    /// answer.
    var allowsTools = false
    /// `true` if the answer can be a stream.
    var allowsStream = true
  }

  /// The form of the schemas of tools.
  enum ToolSchemas {
    /// The schemas are in the server's dialect, without `strict`.
    case unmarked
    /// The schemas are sent as they are declared, since the server does not enforce them.
    case declared
    /// A tool can be strict.
    case strict
    /// Tools are strict only if all tools of a request are.
    case strictTogether
  }

  /// The form of a seed.
  struct Seed {
    /// The server's name for a seed.
    var name = Name.seed
    /// The largest seed that the server accepts.
    var largest = UInt64(Int64.max)

    /// A name of a seed.
    enum Name {
      case seed, randomSeed
    }

    /// The seeds of llama.cpp.
    ///
    /// Seeds have 32 bits. The largest number of 32 bits requests a random seed, so it is excluded.
    static let llama = Seed(largest: UInt64(UInt32.max - 1))
  }

  /// The form in which a server wants reasoning back.
  enum Reasoning {
    /// Requests have no reasoning, since some servers reject it.
    case none
    /// Reasoning is a text in messages with calls of tools. Each of these has one, which may be
    /// empty.
    case content
    /// Reasoning is the list in which it arrived, in every message.
    case details
  }

  /// A feature that some servers have.
  enum Feature {
    /// The largest number of tokens has its newer name, `max_completion_tokens`.
    case newTokenLimit
    /// The server accepts recordings and files in addition to images.
    case files
    /// The server knows `reasoning_effort`.
    case reasoningEffort
    /// The server counts the tokens of a stream without being asked to.
    case unaskedUsage
    /// Calls need identifiers of nine letters and digits.
    case shortCallIDs
    /// The server counts the tokens of a prompt as llama.cpp's server does.
    case tokenCount
    /// The server routes requests to others, some of which drop unknown parameters.
    case routing
    /// The server cannot require calls while the model thinks, which it does by default.
    case optionalCallsWhileThinking
  }

  /// Returns `true` if the server has a feature.
  func has(_ feature: Feature) -> Bool { features.contains(feature) }

  var toolDialect: any SchemaDialect {
    if case .declared = tools { JSONSchemaDialect() } else { dialect }
  }
}

extension ChatQuirks {
  /// OpenAI's own service.
  static let openAI = ChatQuirks(
    provider: "OpenAI", identifier: "openai", dialect: OpenAIDialect(),
    enforcement: Enforcement(isStrict: true, isShown: true, allowsTools: true), tools: .strict,
    features: [.newTokenLimit, .files, .reasoningEffort])

  /// The name of a server whose software is not known.
  static let unknownProvider = "the server"

  /// The domains of services that want reasoning back with calls of tools: DeepSeek, Kimi, MiMo,
  /// GLM and MiniMax.
  private static let domainsWithReasoning = [
    "deepseek.com", "moonshot.ai", "moonshot.cn", "kimi.com", "xiaomimimo.com", "z.ai",
    "bigmodel.cn", "minimax.io", "minimaxi.com",
  ]

  /// The differences of a server at a host.
  init(_ server: CompatibleModel.Server, at host: String? = nil) {
    let sampling: Set<SamplingOptions.Parameter> = [.temperature, .topK, .probabilityThreshold]
    self =
      switch server {
      case .llamaCpp:
        ChatQuirks(
          provider: "llama.cpp", identifier: "llama_cpp", dialect: LlamaCppDialect(),
          enforcement: Enforcement(), sampling: sampling, seed: .llama,
          features: [.tokenCount])
      // It enforces schemas by xgrammar unless it is configured otherwise; SGLang does the same.
      case .vLLM:
        ChatQuirks(
          provider: "vLLM", identifier: "vllm", dialect: XGrammarDialect(),
          enforcement: Enforcement(), sampling: sampling,
          features: [.newTokenLimit, .reasoningEffort])
      // It runs most models by llama.cpp.
      case .lmStudio:
        ChatQuirks(
          provider: "LM Studio", identifier: "lm_studio", dialect: LlamaCppDialect(),
          enforcement: Enforcement(), sampling: sampling, seed: .llama)
      case .deepSeek:
        ChatQuirks(
          provider: "DeepSeek", identifier: "deepseek", seed: nil, reasoning: .content,
          features: [.reasoningEffort, .optionalCallsWhileThinking])
      case .deepSeekStrict:
        ChatQuirks(
          provider: "DeepSeek", identifier: "deepseek", dialect: DeepSeekDialect(),
          tools: .strictTogether, seed: nil, reasoning: .content,
          features: [.reasoningEffort, .optionalCallsWhileThinking])
      case .openRouter:
        ChatQuirks(
          provider: "OpenRouter", identifier: "openrouter", dialect: OpenAIDialect(),
          enforcement: Enforcement(isStrict: true, isShown: true, allowsTools: true),
          tools: .strict, sampling: sampling, reasoning: .details,
          features: [.reasoningEffort, .unaskedUsage, .routing])
      // The type of its requests has no `stream_options`.
      case .mistral:
        ChatQuirks(
          provider: "Mistral", identifier: "mistral_ai", dialect: MistralDialect(),
          enforcement: Enforcement(isStrict: true, isShown: true), tools: .strict,
          seed: Seed(name: .randomSeed), features: [.unaskedUsage, .shortCallIDs])
      case .sgLang:
        ChatQuirks(
          provider: "SGLang", identifier: "sglang", dialect: XGrammarDialect(),
          enforcement: Enforcement())
      case .xAI:
        ChatQuirks(
          provider: "xAI", identifier: "x_ai", dialect: XAIDialect(),
          enforcement: Enforcement(isStrict: true, isShown: true), tools: .strict)
      case .cerebras:
        ChatQuirks(
          provider: "Cerebras", identifier: "cerebras", dialect: CerebrasDialect(),
          enforcement: Enforcement(isStrict: true), tools: .strict,
          features: [.newTokenLimit, .reasoningEffort])
      case .groq:
        ChatQuirks(
          provider: "Groq", identifier: "groq", features: [.newTokenLimit, .reasoningEffort])
      case .groqStrict:
        ChatQuirks(
          provider: "Groq", identifier: "groq", dialect: GroqDialect(),
          enforcement: Enforcement(isStrict: true, allowsStream: false), tools: .declared,
          features: [.newTokenLimit, .reasoningEffort])
      // Some servers reject `json_schema`, and others ignore it.
      case .other:
        ChatQuirks(
          provider: Self.unknownProvider, identifier: "openai_compatible",
          reasoning: host?.lowercased().isHost(in: Self.domainsWithReasoning) == true
            ? .content : .none)
      }
  }
}
