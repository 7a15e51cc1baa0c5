/// What a session does when an answer is wrong, a tool fails or a provider lacks an option.
///
///     session.policy.reask = ReaskPolicy(maximumTries: 3, tokenBudget: 10_000)
///     session.policy.toolFailure = .tellModel
///
/// FoundationModels has no such value; a session's policy begins as what it does there, and asks
/// once more where an answer does not fit its schema.
public struct SessionPolicy: Sendable, Equatable {
  /// How often an answer that does not fit its schema is asked for again.
  public var reask: ReaskPolicy

  /// How many rounds of tool calls one request may take, from 0.
  public var maximumToolRounds: Int

  /// What follows when a tool throws.
  public var toolFailure: ToolFailure

  /// What follows when a provider lacks an option that is set.
  public var unsupportedOption: UnsupportedOption

  /// Whether answers are checked against their schema.
  public var validation: Validation

  /// What follows when a text is cut off at the largest number of tokens.
  public var cutOffText: CutOffText

  /// What follows when a tool throws.
  public enum ToolFailure: Sendable, Equatable {
    /// The request throws ``LanguageModelSession/ToolCallError``.
    case `throw`

    /// The model reads the error's description as the tool's output.
    case tellModel
  }

  /// What follows when a provider lacks an option.
  public enum UnsupportedOption: Sendable, Equatable {
    /// The request throws ``LanguageModelError/unsupportedCapability(_:)``.
    case `throw`

    /// The option is left out, and the metadata of the answer says so under `notes`.
    case log
  }

  /// Whether answers are checked against their schema.
  public enum Validation: Sendable, Equatable {
    /// All constraints are checked, also those that a provider's schema could not state.
    case strict

    /// Only the type's own initialiser and the session's checks judge the answer.
    case off
  }

  /// What follows when a text is cut off at the largest number of tokens.
  ///
  /// An answer of a schema is never taken: it throws `GeneratedContent.ParsingError`.
  public enum CutOffText: Sendable, Equatable {
    /// The text is the answer, as in FoundationModels, and
    /// ``LanguageModelSession/Response/finishReason`` is
    /// ``LanguageModelExecutorGenerationChannel/FinishReason/length``.
    case accept

    /// The request throws `GeneratedContent.ParsingError` with the text.
    case `throw`
  }

  /// Creates a policy.
  ///
  /// - Parameters:
  ///   - reask: How often an answer that does not fit its schema is asked for again.
  ///   - maximumToolRounds: How many rounds of tool calls one request may take, from 0.
  ///   - toolFailure: What follows when a tool throws.
  ///   - unsupportedOption: What follows when a provider lacks an option that is set.
  ///   - validation: Whether answers are checked against their schema.
  ///   - cutOffText: What follows when a text is cut off at the largest number of tokens.
  public init(
    reask: ReaskPolicy = ReaskPolicy(), maximumToolRounds: Int = 16,
    toolFailure: ToolFailure = .throw, unsupportedOption: UnsupportedOption = .throw,
    validation: Validation = .strict, cutOffText: CutOffText = .accept
  ) {
    self.reask = reask
    self.maximumToolRounds = maximumToolRounds
    self.toolFailure = toolFailure
    self.unsupportedOption = unsupportedOption
    self.validation = validation
    self.cutOffText = cutOffText
  }
}

/// How often an answer that does not fit its schema is asked for again.
///
/// The model gets its wrong answer and, as the user's next turn, the violations in words.
public struct ReaskPolicy: Sendable, Equatable {
  /// How many answers a request may take in all, from 1.
  public var maximumTries: Int

  /// How many tokens all tries of a request may use before the last one; `nil` for any number.
  public var tokenBudget: Int?

  /// Creates a policy.
  ///
  /// - Parameters:
  ///   - maximumTries: How many answers a request may take in all, from 1.
  ///   - tokenBudget: How many tokens all tries may use before the last one.
  public init(maximumTries: Int = 2, tokenBudget: Int? = nil) {
    self.maximumTries = maximumTries
    self.tokenBudget = tokenBudget
  }
}
