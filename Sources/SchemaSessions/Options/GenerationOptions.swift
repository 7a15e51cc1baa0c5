/// How a model generates an answer.
///
///     let options = GenerationOptions(samplingMode: .greedy, maximumResponseTokens: 400)
///
/// What is `nil` is left to the model. An option that the provider lacks is an error, or is left
/// out with a note in the answer's metadata: see ``SessionPolicy/unsupportedOption``.
public struct GenerationOptions: Sendable, Equatable {
  /// How the next token is chosen.
  public var samplingMode: SamplingMode?

  /// The sampling temperature, from 0.
  ///
  /// Most providers accept at most 1 or 2.
  public var temperature: Double?

  /// The largest number of tokens in an answer; an answer that needs more is cut off.
  public var maximumResponseTokens: Int?

  /// Whether the model may, must or must not call tools.
  public var toolCallingMode: ToolCallingMode?

  /// Creates options.
  ///
  /// - Parameters:
  ///   - samplingMode: How the next token is chosen.
  ///   - temperature: The sampling temperature, from 0.
  ///   - maximumResponseTokens: The largest number of tokens in an answer.
  public init(
    samplingMode: SamplingMode? = nil, temperature: Double? = nil,
    maximumResponseTokens: Int? = nil
  ) {
    self.init(
      samplingMode: samplingMode, temperature: temperature,
      maximumResponseTokens: maximumResponseTokens, toolCallingMode: nil)
  }

  /// Creates options that say whether the model calls tools.
  ///
  /// - Parameters:
  ///   - samplingMode: How the next token is chosen.
  ///   - temperature: The sampling temperature, from 0.
  ///   - maximumResponseTokens: The largest number of tokens in an answer.
  ///   - toolCallingMode: Whether the model may, must or must not call tools.
  public init(
    samplingMode: SamplingMode? = nil, temperature: Double? = nil,
    maximumResponseTokens: Int? = nil, toolCallingMode: ToolCallingMode?
  ) {
    self.samplingMode = samplingMode
    self.temperature = temperature
    self.maximumResponseTokens = maximumResponseTokens
    self.toolCallingMode = toolCallingMode
  }

  /// Creates options, with the name that sampling has in the first release of FoundationModels.
  ///
  /// - Parameters:
  ///   - sampling: How the next token is chosen.
  ///   - temperature: The sampling temperature, from 0.
  ///   - maximumResponseTokens: The largest number of tokens in an answer.
  public init(
    sampling: SamplingMode?, temperature: Double? = nil, maximumResponseTokens: Int? = nil
  ) {
    self.init(
      samplingMode: sampling, temperature: temperature,
      maximumResponseTokens: maximumResponseTokens, toolCallingMode: nil)
  }

  /// How the next token is chosen: the name in the first release of FoundationModels.
  public var sampling: SamplingMode? {
    get { samplingMode }
    set { samplingMode = newValue }
  }
}

extension GenerationOptions {
  /// How the next token is chosen.
  public struct SamplingMode: Sendable, Equatable {
    /// Which mode it is, with its parameters.
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

    /// One of the most likely tokens.
    ///
    /// - Parameters:
    ///   - k: How many tokens to choose from, from 1.
    ///   - seed: A seed, for the same choices each time; `nil` for different ones.
    /// - Returns: The mode.
    public static func random(top k: Int, seed: UInt64? = nil) -> SamplingMode {
      SamplingMode(kind: .randomTopK(k, seed: seed))
    }

    /// One of the likeliest tokens that together have a probability.
    ///
    /// - Parameters:
    ///   - probabilityThreshold: The probability, from 0 to 1.
    ///   - seed: A seed, for the same choices each time; `nil` for different ones.
    /// - Returns: The mode.
    public static func random(
      probabilityThreshold: Double, seed: UInt64? = nil
    ) -> SamplingMode {
      SamplingMode(kind: .randomProbabilityThreshold(probabilityThreshold, seed: seed))
    }
  }

  /// Whether a model calls tools.
  public struct ToolCallingMode: Sendable, Equatable {
    /// Which mode it is.
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
