import SchemaModel
public import SchemaReading

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

  /// The mends that the session makes in answers with a schema and in the arguments of tools.
  ///
  /// If it is `nil`, the session reads strictly where the provider enforces the schema, and
  /// elsewhere makes the mends that have one clear meaning.
  ///
  /// If an answer is not JSON, nothing has enforced its schema, whatever the provider says.
  ///
  /// ``LanguageModelSession/Response/mends`` has the mends that were made.
  public var reading: ReadingPolicy?

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
  public init(
    reask: ReaskPolicy = ReaskPolicy(), maximumToolRounds: Int = 16,
    toolFailure: ToolFailure = .throw, unsupportedOption: UnsupportedOption = .throw,
    validation: Validation = .strict, cutOffText: CutOffText = .accept,
    reading: ReadingPolicy? = nil
  ) {
    self.reask = reask
    self.maximumToolRounds = maximumToolRounds
    self.toolFailure = toolFailure
    self.unsupportedOption = unsupportedOption
    self.validation = validation
    self.cutOffText = cutOffText
    self.reading = reading
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
  public init(maximumTries: Int = 2, tokenBudget: Int? = nil) {
    self.maximumTries = maximumTries
    self.tokenBudget = tokenBudget
  }
}

/// The effect of a failed turn on the transcript.
public struct TranscriptErrorHandlingPolicy: Sendable {
  let keepsEntries: Bool

  /// The transcript loses all entries of the turn.
  public static let revertTranscript = TranscriptErrorHandlingPolicy(keepsEntries: false)

  /// The transcript keeps the complete entries of the turn.
  ///
  /// A round of tool calls is kept with all of its outputs. If a tool threw an error, the round is
  /// removed.
  public static let preserveTranscript = TranscriptErrorHandlingPolicy(keepsEntries: true)
}

/// The steps that a session takes when its conversation exceeds the context of the model.
///
///     session.contextPolicy = .summarizing(with: smallModel, over: 100_000)
///
/// The session drops or summarizes whole turns, oldest first. A turn begins with a prompt and ends
/// before the next one; calls of tools stay with their outputs. Instructions stay, and so does the
/// current turn. The dropped turns also leave the session's ``LanguageModelSession/transcript``
/// when the current turn ends. Keep a copy if your users should see the dropped turns.
///
/// If a profile hides old turns from the model, the session drops turns until the model's input
/// changes. If the input has no turn that can be dropped, the conversation stays unchanged.
///
/// A stream that has shown a part of an answer is not restarted: it throws the provider's error.
///
/// The provider reports the size of a session's last request. The session estimates all entries
/// after it, or the whole conversation if there is no report: a token for each four bytes of
/// English text. A ``TokenCountingLanguageModel`` counts the conversation before a request if the
/// estimate exceeds half of ``tokenLimit``. If the count fails, the session uses the estimate.
public struct ContextPolicy: Sendable {
  /// Makes a summary of a text.
  typealias Summarize = @Sendable (String) async throws -> (String, LanguageModelSession.Usage)

  enum Action: Sendable {
    case fail
    case drop
    case summarize(Summarize)
  }

  let action: Action

  /// The number of tokens of a request above which turns are dropped; `nil` to wait for the
  /// provider's error.
  let tokenLimit: Int?

  /// The request throws ``LanguageModelError/contextSizeExceeded(_:)``, as in FoundationModels.
  public static let fail = ContextPolicy(action: .fail, tokenLimit: nil)

  /// The oldest turns are dropped.
  ///
  /// Above `tokenLimit` tokens of a request, turns are dropped until it has at most half of them.
  /// Without a limit, half of the conversation is dropped after the provider's error, and the
  /// request is sent again.
  public static func droppingOldestTurns(over tokenLimit: Int? = nil) -> ContextPolicy {
    ContextPolicy(action: .drop, tokenLimit: tokenLimit)
  }

  /// The oldest turns are replaced by a summary, which a model writes.
  ///
  /// The summary is a prompt of the transcript. The tokens for writing it count for the request.
  ///
  /// `tokenLimit` is the number of tokens of a request, as in ``droppingOldestTurns(over:)``.
  ///
  /// - Returns: The policy. If the model fails, the request throws its error.
  public static func summarizing(
    with model: some LanguageModel, over tokenLimit: Int? = nil,
    instructions: String = """
    You get the beginning of a conversation between a user and an assistant. Summarize it for \
    the assistant, who will not see it again: what the user wants, what is decided, and all \
    facts, names and numbers that later turns may need. Write the summary only.
    """
  ) -> ContextPolicy {
    let summarize: Summarize = { text in
      let session = LanguageModelSession(model: model, instructions: instructions)
      let response = try await session.respond(to: Prompt(text))
      return (response.content, response.usage)
    }
    return ContextPolicy(action: .summarize(summarize), tokenLimit: tokenLimit)
  }
}
