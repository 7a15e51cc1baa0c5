import SchemaModel

/// The steps that a session takes when its conversation exceeds the context of the model.
///
///     session.contextPolicy = .summarizing(with: smallModel, over: 100_000)
///
/// The session drops or summarizes whole turns, oldest first. A turn begins with a prompt and ends
/// before the next one; calls of tools go with their outputs. Instructions stay, and so does the
/// turn that is being answered. The model reads the session's ``LanguageModelSession/transcript``:
/// when the turn has ended, the dropped turns are no longer in it. Keep them yourself, if the user
/// shall see them.
///
/// A session knows the size of its last request from the provider, and estimates what has been
/// added since, or a conversation of which the provider has not said anything: a token for each
/// four bytes of English text. A model that is a ``TokenCountingLanguageModel`` counts the
/// conversation before a request whose estimate is above half of ``tokenLimit``; if it cannot, the
/// estimate stays.
public struct ContextPolicy: Sendable {
  /// Makes a summary of a text.
  typealias Summarize = @Sendable (String) async throws -> (String, LanguageModelSession.Usage)

  enum Action: Sendable {
    case fail
    case drop
    case summarize(Summarize)
  }

  let action: Action

  /// How many tokens a request may have before turns are dropped; `nil` if only the provider's
  /// error says that there are too many.
  public let tokenLimit: Int?

  /// The request throws ``LanguageModelError/contextSizeExceeded(_:)``, as in FoundationModels.
  public static let fail = ContextPolicy(action: .fail, tokenLimit: nil)

  /// The oldest turns are dropped.
  ///
  /// - Parameter tokenLimit: How many tokens a request may have; above it, turns are dropped until
  ///   half of them are left. `nil` to wait for the provider's error; then half of the conversation
  ///   is dropped, and the request sent again.
  /// - Returns: The policy.
  public static func droppingOldestTurns(over tokenLimit: Int? = nil) -> ContextPolicy {
    ContextPolicy(action: .drop, tokenLimit: tokenLimit)
  }

  /// The oldest turns are replaced by a summary, which a model writes.
  ///
  /// The summary is a prompt of the transcript. What writing it uses counts for the request.
  ///
  /// - Parameters:
  ///   - model: The model that writes the summary.
  ///   - tokenLimit: How many tokens a request may have, as in ``droppingOldestTurns(over:)``.
  ///   - instructions: What the summary should have.
  /// - Returns: The policy; where the model fails, the request throws its error.
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
