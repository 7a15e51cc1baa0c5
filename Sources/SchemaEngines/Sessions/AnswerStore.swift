import ConstrainedDecoding
import SchemaConcurrency

/// The output of a model in one reply.
struct GeneratedOutput: Sendable {
  /// The tokens, without the one that ended the output, and one of which only a part counts.
  var tokens: [Int]
  /// The text of the last token, where only a part of it counts.
  var rest: [UInt8] = []
  /// The tokens with which the output may begin where a template writes it again, in order.
  ///
  /// A template may leave out thoughts, or write the answer alone.
  var starts: [Int]
}

/// The outputs of a model, for the requests that follow in the same conversation.
final class AnswerStore: Sendable {
  private struct Outputs {
    var byEntry: [String: GeneratedOutput] = [:]
    /// The entries, the oldest first.
    var order: [String] = []
    var tokenCount = 0
  }

  /// The most tokens that are kept, about 8 MB of them.
  private static let tokenLimit = 1 << 20

  private let outputs = Locked(Outputs())
  private let texts: TokenTexts

  init(_ facts: EngineFacts) { texts = TokenTexts(facts) }

  /// Keeps an output, and removes the oldest ones while all together have more tokens than the
  /// limit.
  func keep(_ output: GeneratedOutput, of entryID: String) {
    guard !output.tokens.isEmpty else { return }
    outputs.withLock { outputs in
      let before = outputs.byEntry.updateValue(output, forKey: entryID)
      if before == nil { outputs.order.append(entryID) }
      outputs.tokenCount += output.tokens.count - (before?.tokens.count ?? 0)
      while outputs.tokenCount > Self.tokenLimit, !outputs.order.isEmpty {
        let oldest = outputs.byEntry.removeValue(forKey: outputs.order.removeFirst())
        outputs.tokenCount -= oldest?.tokens.count ?? 0
      }
    }
  }

  /// Finds the outputs that a prompt repeats as the model wrote them.
  ///
  /// - Parameter parts: The parts of the prompt.
  /// - Returns: The parts, in which each such output is one, and the tokens of these.
  func outputs(
    in parts: [PromptPart]
  ) -> (parts: [PromptPart], answers: [String: GeneratedAnswer]) {
    var parts = parts
    var answers: [String: GeneratedAnswer] = [:]
    var seen: Set<String> = []
    for case .answer(_, let entryID) in parts where seen.insert(entryID).inserted {
      guard let output = outputs.withLock({ $0.byEntry[entryID] }),
        let message = WrittenMessage(entryID, in: parts),
        let place = message.place(of: output, texts)
      else { continue }
      parts.replaceSubrange(message.range, with: message.parts(replacing: place))
      answers[entryID] = place.answer
    }
    return (parts, answers)
  }
}
