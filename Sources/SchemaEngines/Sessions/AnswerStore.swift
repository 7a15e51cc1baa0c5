import ContentStorage

/// The tokens of the answers of a model, for the requests that follow in the same conversation.
final class AnswerStore: Sendable {
  private struct Answers {
    var byEntry: [String: GeneratedAnswer] = [:]
    /// The entries, the oldest first.
    var order: [String] = []
    var tokenCount = 0
  }

  /// The most tokens that are kept, about 8 MB of them.
  private static let tokenLimit = 1 << 20

  private let answers = Locked(Answers())

  /// Keeps an answer, and forgets the oldest ones where there are too many.
  func keep(_ answer: GeneratedAnswer, of entryID: String) {
    answers.withLock { answers in
      guard answers.byEntry.updateValue(answer, forKey: entryID) == nil else { return }
      answers.order.append(entryID)
      answers.tokenCount += answer.tokens.count
      while answers.tokenCount > Self.tokenLimit, !answers.order.isEmpty {
        let oldest = answers.byEntry.removeValue(forKey: answers.order.removeFirst())
        answers.tokenCount -= oldest?.tokens.count ?? 0
      }
    }
  }

  /// The answers among the parts of a prompt.
  func answers(in parts: [PromptPart]) -> [String: GeneratedAnswer] {
    answers.withLock { answers in
      var found: [String: GeneratedAnswer] = [:]
      for case .answer(_, let entryID) in parts { found[entryID] = answers.byEntry[entryID] }
      return found
    }
  }
}
