/// The reactions of a session to wrong answers, failing tools and unsupported options.
///
///     session.policy.reask = ReaskPolicy(maximumTries: 3, tokenBudget: 10_000)
///     session.policy.toolFailure = .tellModel
///
/// FoundationModels has no such type. The default reactions are the same as in FoundationModels,
/// with one exception: the session asks once more if an answer does not fit its schema.
public struct SessionPolicy: Sendable, Equatable {
  /// The limits on asking again for an answer that does not fit its schema.
  public var reask: ReaskPolicy

  /// The largest number of rounds of tool calls in one request, from 0.
  public var maximumToolRounds: Int

  /// The reaction to an error of a tool.
  public var toolFailure: ToolFailure

  /// The reaction to an option that the provider does not support.
  public var unsupportedOption: UnsupportedOption

  /// The check of answers against their schema.
  public var validation: Validation

  /// The reaction to a text that is cut off at the largest number of tokens.
  public var cutOffText: CutOffText

  /// The reaction to an error of a tool.
  public enum ToolFailure: Sendable, Equatable {
    /// The request throws ``LanguageModelSession/ToolCallError``.
    case `throw`

    /// The model reads the error's description as the tool's output.
    case tellModel
  }

  /// The reaction to an option that the provider does not support.
  public enum UnsupportedOption: Sendable, Equatable {
    /// The request throws ``LanguageModelError/unsupportedCapability(_:)``.
    case `throw`

    /// The option is left out, and the answer's metadata has a note under `notes`.
    case log
  }

  /// The check of answers against their schema.
  public enum Validation: Sendable, Equatable {
    /// All constraints are checked, including those that the provider's schema could not state.
    case strict

    /// Only the type's initializer and the session's checks are applied.
    case off
  }

  /// The reaction to a text that is cut off at the largest number of tokens.
  ///
  /// The reaction does not apply to answers with a schema: if one is cut off, the request throws
  /// `GeneratedContent.ParsingError`.
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
  ///   - reask: The limits on asking again for an answer that does not fit its schema.
  ///   - maximumToolRounds: The largest number of rounds of tool calls in one request, from 0.
  ///   - toolFailure: The reaction to an error of a tool.
  ///   - unsupportedOption: The reaction to an option that the provider does not support.
  ///   - validation: The check of answers against their schema.
  ///   - cutOffText: The reaction to a text that is cut off at the largest number of tokens.
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

/// The limits on asking again for an answer that does not fit its schema.
///
/// The model gets its wrong answer and, as the user's next turn, a description of the violations.
public struct ReaskPolicy: Sendable, Equatable {
  /// The largest number of answers to one request, from 1.
  public var maximumTries: Int

  /// The number of tokens after which no other answer is requested; `nil` for no limit.
  ///
  /// The last answer may exceed the budget.
  public var tokenBudget: Int?

  /// Creates a policy.
  ///
  /// - Parameters:
  ///   - maximumTries: The largest number of answers to one request, from 1.
  ///   - tokenBudget: The number of tokens after which no other answer is requested.
  public init(maximumTries: Int = 2, tokenBudget: Int? = nil) {
    self.maximumTries = maximumTries
    self.tokenBudget = tokenBudget
  }
}
