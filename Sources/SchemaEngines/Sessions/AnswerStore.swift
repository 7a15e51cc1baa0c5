import ConstrainedDecoding
import SchemaConcurrency

/// The output of a model in one reply.
struct GeneratedOutput: Sendable {
  /// The complete tokens of the output, without the end token.
  var tokens: [Int]
  /// The bytes of a last, partial token; empty if all tokens are complete.
  var rest: [UInt8] = []
  /// The indices of the tokens at which the output may begin when a template repeats it, in order.
  ///
  /// A template may leave out thoughts, or write only the answer.
  var starts: [Int]
}

/// The outputs of a model, for later requests of the same conversations.
final class AnswerStore: Sendable {
  private struct Outputs {
    var byEntry: [String: (output: GeneratedOutput, tokenCount: Int)] = [:]
    /// The entries, the oldest first.
    var order: [String] = []
    var tokenCount = 0
  }

  /// The largest number of tokens that are kept.
  private let tokenLimit: Int
  private let outputs = Locked(Outputs())
  private let texts: TokenTexts

  /// Creates a store.
  ///
  /// `tokenLimit`: The largest number of tokens that are kept. 2^20 tokens take about 8 MB.
  init(_ facts: EngineFacts, tokenLimit: Int = 1 << 20) {
    self.tokenLimit = tokenLimit
    texts = TokenTexts(facts)
  }

  /// Keeps the output of a reply for its entries.
  ///
  /// An entry may contain only a part of the output. The oldest outputs are removed while the total
  /// number of tokens exceeds the limit.
  func keep(_ output: GeneratedOutput, of entryIDs: [String]) {
    guard !output.tokens.isEmpty else { return }
    outputs.withLock { outputs in
      for entryID in entryIDs {
        // The entries share the tokens, so only the last one counts them. It is removed last.
        let tokenCount = entryID == entryIDs.last ? output.tokens.count : 0
        let before = outputs.byEntry.updateValue((output, tokenCount), forKey: entryID)
        if before == nil { outputs.order.append(entryID) }
        outputs.tokenCount += tokenCount - (before?.tokenCount ?? 0)
      }
      while outputs.tokenCount > tokenLimit, !outputs.order.isEmpty {
        let oldest = outputs.byEntry.removeValue(forKey: outputs.order.removeFirst())
        outputs.tokenCount -= oldest?.tokenCount ?? 0
      }
    }
  }

  /// Finds the outputs that a prompt repeats unchanged.
  ///
  /// - Returns: The parts, with each such output as one part, and the tokens of these outputs.
  func outputs(
    in parts: [PromptPart]
  ) -> (parts: [PromptPart], answers: [String: GeneratedAnswer]) {
    var parts = parts
    var answers: [String: GeneratedAnswer] = [:]
    var seen: Set<String> = []
    for case .answer(_, let entryID) in parts where seen.insert(entryID).inserted {
      guard let output = outputs.withLock({ $0.byEntry[entryID]?.output }),
        let message = WrittenMessage(entryID, in: parts),
        let place = message.place(of: output, texts)
      else { continue }
      parts.replaceSubrange(message.range, with: message.parts(replacing: place))
      answers[entryID] = place.answer
    }
    return (parts, answers)
  }
}
