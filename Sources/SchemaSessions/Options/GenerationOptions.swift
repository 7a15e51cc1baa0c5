/// The options of generation.
///
///     let options = GenerationOptions(samplingMode: .greedy, maximumResponseTokens: 400)
///
/// For an option that is `nil`, the model's default applies. A request with an option that the
/// provider does not support throws an error, unless ``SessionPolicy/unsupportedOption`` is `.log`:
/// then the option is left out, and the answer's metadata has a note.
public struct GenerationOptions: Sendable, Equatable {
  /// The choice of the next token.
  public var samplingMode: SamplingMode?

  /// The sampling temperature, from 0.
  ///
  /// Most providers accept at most 1 or 2.
  public var temperature: Double?

  /// The largest number of tokens in an answer; a longer answer is cut off.
  public var maximumResponseTokens: Int?

  /// The mode of tool calls: allowed, required or disallowed.
  public var toolCallingMode: ToolCallingMode?

  /// Creates options.
  public init(
    samplingMode: SamplingMode? = nil, temperature: Double? = nil,
    maximumResponseTokens: Int? = nil
  ) {
    self.init(
      samplingMode: samplingMode, temperature: temperature,
      maximumResponseTokens: maximumResponseTokens, toolCallingMode: nil)
  }

  /// Creates options with a mode of tool calls.
  public init(
    samplingMode: SamplingMode? = nil, temperature: Double? = nil,
    maximumResponseTokens: Int? = nil, toolCallingMode: ToolCallingMode?
  ) {
    self.samplingMode = samplingMode
    self.temperature = temperature
    self.maximumResponseTokens = maximumResponseTokens
    self.toolCallingMode = toolCallingMode
  }

  /// Creates options, with the name of the sampling mode in FoundationModels 26.
  public init(
    sampling: SamplingMode?, temperature: Double? = nil, maximumResponseTokens: Int? = nil
  ) {
    self.init(
      samplingMode: sampling, temperature: temperature,
      maximumResponseTokens: maximumResponseTokens, toolCallingMode: nil)
  }

  /// The choice of the next token, by its name in FoundationModels 26.
  public var sampling: SamplingMode? {
    get { samplingMode }
    set { samplingMode = newValue }
  }
}

extension GenerationOptions {
  /// The choice of the next token.
  public struct SamplingMode: Sendable, Equatable {
    /// The mode, with its parameters.
    public let kind: Kind

    /// The modes.
    public enum Kind: Sendable, Equatable {
      /// The most likely token.
      case greedy

      /// One of the `k` most likely tokens, with a seed for repeatable choices.
      case randomTopK(_ k: Int, seed: UInt64?)

      /// One of the likeliest tokens whose probabilities add up to a threshold from 0 to 1.
      case randomProbabilityThreshold(_ threshold: Double, seed: UInt64?)
    }

    /// The most likely token, always.
    public static var greedy: SamplingMode { SamplingMode(kind: .greedy) }

    /// One of the `k` most likely tokens, from 1; a seed gives the same choices each time.
    public static func random(top k: Int, seed: UInt64? = nil) -> SamplingMode {
      SamplingMode(kind: .randomTopK(k, seed: seed))
    }

    /// One of the likeliest tokens whose probabilities add up to a threshold from 0 to 1; a seed
    /// gives the same choices each time.
    public static func random(
      probabilityThreshold: Double, seed: UInt64? = nil
    ) -> SamplingMode {
      SamplingMode(kind: .randomProbabilityThreshold(probabilityThreshold, seed: seed))
    }
  }

  /// The mode of tool calls.
  public struct ToolCallingMode: Sendable, Equatable {
    /// The mode, with its parameters.
    public var kind: Kind

    /// The modes.
    public enum Kind: Sendable, Equatable, Hashable {
      /// The model decides.
      case allowed

      /// The model calls a tool.
      case required

      /// The model calls no tool.
      case disallowed
    }

    /// The model decides.
    public static let allowed = ToolCallingMode(kind: .allowed)

    /// The model calls at least one tool before it answers.
    public static let required = ToolCallingMode(kind: .required)

    /// The model calls no tool.
    public static let disallowed = ToolCallingMode(kind: .disallowed)
  }
}

/// The options of a model's context: the schema in the prompt, and the amount of reasoning.
public struct ContextOptions: Sendable, Equatable {
  /// `true` if the prompt also has the schema of the answer; `nil` for the model's default.
  public var includeSchemaInPrompt: Bool?

  /// The amount of reasoning before the answer; `nil` for the model's default.
  public var reasoningLevel: ReasoningLevel?

  /// The form in which the prompt states the schema, for a model that reads it only there.
  ///
  /// FoundationModels has no such option.
  public var schemaForm = SchemaForm.typeText

  /// A form in which a prompt states a schema.
  public enum SchemaForm: String, Sendable, Equatable {
    /// A `TypeText`, which has about half of the tokens of JSON Schema.
    ///
    /// A schema that a provider enforces in a fitted form is stated as JSON Schema in any case.
    case typeText

    /// JSON Schema.
    case jsonSchema
  }

  /// An amount of reasoning before the answer.
  public enum ReasoningLevel: Sendable, Equatable {
    /// The smallest amount of reasoning.
    case light

    /// A moderate amount of reasoning.
    case moderate

    /// The largest amount of reasoning that the model allows.
    case deep

    /// A level by the provider's name for it.
    case custom(String)
  }

  /// Creates options.
  public init(includeSchemaInPrompt: Bool? = nil, reasoningLevel: ReasoningLevel? = nil) {
    self.includeSchemaInPrompt = includeSchemaInPrompt
    self.reasoningLevel = reasoningLevel
  }
}
