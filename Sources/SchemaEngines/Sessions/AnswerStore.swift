import ConstrainedDecoding
import ContentStorage

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

  /// Keeps an output, and forgets the oldest ones where there are too many.
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

/// The texts of tokens as prompts have them, with special tokens by their names.
private struct TokenTexts: Sendable {
  private let vocabulary: Vocabulary
  private let names: [Int: [UInt8]]

  init(_ facts: EngineFacts) {
    vocabulary = facts.vocabulary
    names = Dictionary(
      facts.markers.map { ($1.token, Array($0.utf8)) }, uniquingKeysWith: { first, _ in first })
  }

  func bytes(of token: Int) -> [UInt8] { vocabulary.bytes(of: token) ?? names[token] ?? [] }
}

/// A message of the model in a prompt, with the markup around it.
private struct WrittenMessage {
  /// Where an output is in the message.
  struct Place {
    /// The bytes of the output, and behind them those of its last token's part.
    var bytes, rest: Range<Int>
    var answer: GeneratedAnswer
  }

  /// The parts of the prompt that the message has.
  let range: Range<Int>
  private let entryID: String
  private let text: [UInt8]
  private let members: [(part: PromptPart, bytes: Range<Int>)]
  /// The bytes of the parts that the model wrote.
  private let written: [Range<Int>]

  /// - Returns: `nil` if the prompt has nothing of the entry.
  init?(_ entryID: String, in parts: [PromptPart]) {
    func belongs(_ part: PromptPart) -> Bool {
      if case .answer(_, entryID) = part { true } else { part.isMarkup }
    }
    guard
      let first = parts.firstIndex(where: { part in
        if case .answer(_, entryID) = part { true } else { false }
      })
    else { return nil }
    let start = parts[..<first].lastIndex { !belongs($0) }.map { $0 + 1 } ?? 0
    let end = parts[first...].firstIndex { !belongs($0) } ?? parts.count
    var text: [UInt8] = []
    var members: [(PromptPart, Range<Int>)] = []
    for part in parts[start..<end] {
      let lower = text.count
      text += part.text.utf8
      members.append((part, lower..<text.count))
    }
    range = start..<end
    self.entryID = entryID
    self.text = text
    self.members = members
    written = members.filter { !$0.0.isMarkup && !$0.1.isEmpty }.map(\.1)
  }

  /// Finds an output, or the end of it, that the template has written as the model did.
  func place(of output: GeneratedOutput, _ texts: TokenTexts) -> Place? {
    guard let first = written.first, let last = written.last else { return nil }
    for start in output.starts where start < output.tokens.count {
      let tokens = Array(output.tokens[start...])
      let bytes = tokens.flatMap { texts.bytes(of: $0) }
      let all = bytes + output.rest
      guard !bytes.isEmpty, all.count <= text.count,
        let string = String(validating: bytes, as: UTF8.self)
      else { continue }
      let offsets = max(first.lowerBound - all.count + 1, 0)..<last.upperBound
      for offset in offsets where offset + all.count <= text.count {
        let place = offset..<offset + all.count
        // Most offsets cut a part, so texts that repeat themselves are compared at few of them.
        guard isWhole(place), text[place].elementsEqual(all) else { continue }
        return Place(
          bytes: offset..<offset + bytes.count, rest: offset + bytes.count..<place.upperBound,
          answer: GeneratedAnswer(text: string, tokens: tokens))
      }
    }
    return nil
  }

  /// Whether bytes have something that the model wrote, and cut nothing of it.
  private func isWhole(_ place: Range<Int>) -> Bool {
    written.contains { $0.overlaps(place) }
      && written.allSatisfy { part in
        !part.overlaps(place)
          || place.lowerBound <= part.lowerBound && place.upperBound >= part.upperBound
      }
  }

  /// The parts of the message, with an output as one of them.
  func parts(replacing place: Place) -> [PromptPart] {
    var parts: [PromptPart] = []
    func add(_ bytes: Range<Int>, of part: PromptPart) {
      guard !bytes.isEmpty else { return }
      let text = String(decoding: text[bytes], as: UTF8.self)
      parts.append(part.isMarkup ? .markup(text) : .text(text))
    }
    for (part, bytes) in members where bytes.lowerBound < place.bytes.lowerBound {
      add(bytes.lowerBound..<min(bytes.upperBound, place.bytes.lowerBound), of: part)
    }
    parts.append(.answer(place.answer.text, entryID: entryID))
    add(place.rest, of: .text(""))
    for (part, bytes) in members where bytes.upperBound > place.rest.upperBound {
      add(max(bytes.lowerBound, place.rest.upperBound)..<bytes.upperBound, of: part)
    }
    return parts
  }
}
