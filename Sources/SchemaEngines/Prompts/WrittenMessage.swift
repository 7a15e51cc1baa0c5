import ConstrainedDecoding

/// A message of the model in a prompt, with the markup around it.
struct WrittenMessage {
  /// The place of an output in the message.
  struct Place {
    /// The bytes of the output's complete tokens, and then the bytes of the partial last token.
    var bytes, rest: Range<Int>
    var answer: GeneratedAnswer
  }

  /// The parts of the prompt that belong to the message.
  let range: Range<Int>
  private let entryID: String
  private let text: [UInt8]
  private let members: [(part: PromptPart, bytes: Range<Int>)]
  /// The bytes of the parts that the model wrote, in ascending order.
  private let written: [Range<Int>]

  /// - Returns: `nil` if the prompt has no part of the entry.
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

  /// Finds an output, or the end of an output, that the template repeats unchanged.
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
        // Most offsets would cut a part, so the texts are compared at only a few offsets.
        guard containsWholeParts(place), text[place].elementsEqual(all) else { continue }
        return Place(
          bytes: offset..<offset + bytes.count, rest: offset + bytes.count..<place.upperBound,
          answer: GeneratedAnswer(text: string, tokens: tokens))
      }
    }
    return nil
  }

  /// Returns `true` if a range has at least one part that the model wrote, and cuts no such part.
  private func containsWholeParts(_ place: Range<Int>) -> Bool {
    let first = firstWritten { $0.upperBound > place.lowerBound }
    let end = firstWritten { $0.lowerBound >= place.upperBound }
    return first < end && written[first].lowerBound >= place.lowerBound
      && written[end - 1].upperBound <= place.upperBound
  }

  /// Returns the index of the first written part that meets a condition.
  ///
  /// All later parts have to meet the condition, too.
  private func firstWritten(where isBehind: (Range<Int>) -> Bool) -> Int {
    var (low, high) = (0, written.count)
    while low < high {
      let middle = (low + high) / 2
      if isBehind(written[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }

  /// Returns the parts of the message, with an output as one part.
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

/// The texts of tokens in prompts, with special tokens by their names.
struct TokenTexts: Sendable {
  private let vocabulary: Vocabulary
  private let names: [Int: [UInt8]]

  init(_ facts: EngineFacts) {
    vocabulary = facts.vocabulary
    names = Dictionary(
      facts.markers.map { ($1.token, Array($0.utf8)) }, uniquingKeysWith: { first, _ in first })
  }

  func bytes(of token: Int) -> [UInt8] { vocabulary.bytes(of: token) ?? names[token] ?? [] }
}
