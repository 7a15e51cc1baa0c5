public import ConstrainedDecoding

/// A request for an answer of an ``EngineScheduler``.
public struct EngineRequest: Sendable {
  let prompt: [Int]
  var form: Form
  let sampler: TokenSampler
  let maximumTokens: Int?
  let stops: [String]

  /// The form of an answer.
  public enum Form: Sendable {
    /// Any text, up to an end token.
    case text
    /// A text that a grammar accepts.
    case grammar(TokenGrammar)
    /// An output of a plan, which also gives events.
    case plan(TokenPlan)
  }

  /// Creates a request.
  ///
  /// - Parameters:
  ///   - prompt: The tokens of the prompt, at least one.
  ///   - form: The form of the answer, which masks enforce.
  ///   - sampler: The way to choose tokens.
  ///   - maximumTokens: The largest number of tokens in the answer, from 1; `nil` for as many as
  ///     fit the context. An answer by a grammar or a plan is complete within this number.
  ///   - stops: Strings that end free text, and the text parts of a plan, and are not a part of the
  ///     text. They do not apply to thoughts, calls or values.
  public init(
    prompt: [Int], form: Form = .text, sampler: TokenSampler, maximumTokens: Int? = nil,
    stops: [String] = []
  ) {
    self.prompt = prompt
    self.form = form
    self.sampler = sampler
    self.maximumTokens = maximumTokens
    self.stops = stops
  }
}

/// One step of an answer that an ``EngineScheduler`` generates.
public enum EngineStep: Sendable, Hashable {
  /// The answer has another token.
  case token(Int)

  /// The answer has the beginning of another token, and a stop string ends the answer there.
  case partialToken(Int, bytes: [UInt8])

  /// The plan of the answer has events for the tokens so far.
  case events([PlanEvent])

  /// The answer is complete.
  case finished

  /// The answer has reached its token limit, and is cut off.
  case cutOff
}

/// The token counts of an answer so far.
public struct EngineUsage: Sendable, Hashable {
  /// The number of tokens in the prompt.
  public var promptTokenCount: Int

  /// The number of tokens in the prompt that were reused from earlier requests.
  public var cachedTokenCount: Int

  /// The number of tokens in the answer, end tokens included.
  public var answerTokenCount: Int

  /// The number of tokens in the answer that its form determines, and the model does not choose.
  ///
  /// These tokens are read together with the token before them.
  public var forcedTokenCount: Int
}
