public import ConstrainedDecoding

/// A request for an answer of an ``EngineScheduler``.
public struct EngineRequest: Sendable {
  /// The tokens of the prompt, at least one.
  public var prompt: [Int]

  /// The form of the answer, to which masks hold it.
  public var form: Form

  /// The way to choose tokens.
  public var sampler: TokenSampler

  /// The most tokens of the answer, from 1; `nil` for as many as the context has room for.
  ///
  /// An answer by a grammar or a plan is complete within them.
  public var maximumTokens: Int?

  /// Strings that end free text; they are not a part of it.
  ///
  /// They are found in an answer of any text, and in the text for the reader of a plan, but not in
  /// thoughts, calls or values.
  public var stops: [String]

  /// The form of an answer.
  public enum Form: Sendable {
    /// Any text, up to an end token.
    case text
    /// The texts of a grammar.
    case grammar(TokenGrammar)
    /// The outputs of a plan, of which there are events.
    case plan(TokenPlan)
  }

  /// Creates a request.
  ///
  /// - Parameters:
  ///   - prompt: The tokens of the prompt.
  ///   - form: The form of the answer.
  ///   - sampler: The way to choose tokens.
  ///   - maximumTokens: The most tokens of the answer.
  ///   - stops: Strings that end free text.
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

  /// The answer has the beginning of another token, behind which a string ends it.
  case partialToken(Int, bytes: [UInt8])

  /// The tokens so far have a meaning in the plan of the answer.
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

  /// The number of tokens in the prompt that did not have to be read again.
  public var cachedTokenCount: Int

  /// The number of tokens in the answer, end tokens included.
  public var answerTokenCount: Int

  /// The number of tokens in the answer that its form determines, so that the model did not choose
  /// them.
  ///
  /// They are read together with the token before them.
  public var forcedTokenCount: Int
}
