import SchemaModel

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
  public let tokenLimit: Int?

  /// The request throws ``LanguageModelError/contextSizeExceeded(_:)``, as in FoundationModels.
  public static let fail = ContextPolicy(action: .fail, tokenLimit: nil)

  /// The oldest turns are dropped.
  ///
  /// - Parameter tokenLimit: The number of tokens of a request above which turns are dropped, until
  ///   the request has at most half of that number; `nil` to wait for the provider's error. After
  ///   this error half of the conversation is dropped, and the request is sent again.
  /// - Returns: The policy.
  public static func droppingOldestTurns(over tokenLimit: Int? = nil) -> ContextPolicy {
    ContextPolicy(action: .drop, tokenLimit: tokenLimit)
  }

  /// The oldest turns are replaced by a summary, which a model writes.
  ///
  /// The summary is a prompt of the transcript. The tokens for writing it count for the request.
  ///
  /// - Parameters:
  ///   - model: The model that writes the summary.
  ///   - tokenLimit: The number of tokens of a request, as in ``droppingOldestTurns(over:)``.
  ///   - instructions: The instructions for the summary.
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
