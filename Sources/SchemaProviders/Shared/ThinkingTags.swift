/// Splits thoughts from the text of an answer.
///
/// Models whose server has no parser for thoughts write them into the text, between tags. A tag
/// begins a thought only at the beginning of the text, after white space and other thoughts, so
/// tags in the values of an answer stay text. Chat templates may write the opening tag into the
/// prompt; then the text has only the closing tag, and all text before it is a thought.
///
/// The splitter holds back at most the beginning of one tag, with the white space before it.
struct ThinkingTags {
  /// A part of the text.
  enum Part: Equatable {
    case text(String)
    case thought(String)
    /// All text so far was a thought.
    case textWasThought(String)
  }

  private enum State: Equatable {
    /// The text has no answer yet.
    case beginning
    /// In a thought, which a tag closes.
    case thought(close: [UInt8])
    case text
  }

  private static let tags = [
    ("<think>", "</think>"), ("[THINK]", "[/THINK]"), ("<thinking>", "</thinking>"),
    ("<thought>", "</thought>"), ("◁think▷", "◁/think▷"),
  ].map { (open: Array($0.0.utf8), close: Array($0.1.utf8)) }

  /// The largest amount of white space that is held back, in bytes.
  ///
  /// More white space before a tag stays in the text.
  private static let longestSpace = 64

  private static let firstBytes = tags.map(\.close[0])

  private var state = State.beginning
  private var held: [UInt8] = []
  /// `true` after a thought.
  ///
  /// The white space after a thought is not a part of the answer.
  private var hasThought = false
  /// The text so far, while a closing tag without an opening one may follow.
  private var text: [UInt8] = []
  private var hasBegunThought = false
  private var quotes = JSONQuotes()
  /// `false` if a closing tag without an opening one is text.
  private var takesLoneClose = true

  /// Reads a closing tag without an opening one as text, such as of a server that sends thoughts
  /// outside of the text.
  mutating func ignoreLoneClose() {
    takesLoneClose = false
    text = []
  }

  /// Reads a piece of the text.
  mutating func add(_ piece: String) -> [Part] {
    if state == .text, held.isEmpty {
      guard takesLoneClose else { return [.text(piece)] }
      if !piece.utf8.contains(where: Self.firstBytes.contains) {
        text += piece.utf8
        return [.text(piece)]
      }
    }
    return read(held + piece.utf8, isLast: false)
  }

  /// Ends the text, and returns the parts that were held back.
  mutating func finish() -> [Part] { read(held, isLast: true) }

  private mutating func read(_ bytes: [UInt8], isLast: Bool) -> [Part] {
    var rest = bytes[...]
    var parts: [Part] = []
    held = []
    while !rest.isEmpty {
      switch state {
      case .beginning:
        let start = rest.drop(while: \.isSpace)
        if let tag = Self.tags.first(where: { start.starts(with: $0.open) }) {
          (state, hasBegunThought) = (.thought(close: tag.close), false)
          rest = start.dropFirst(tag.open.count)
        } else if !isLast, rest.count - start.count < Self.longestSpace,
          start.isEmpty || Self.tags.contains(where: { $0.open.starts(with: start) })
        {
          held = Array(rest)
          rest = []
        } else {
          if hasThought { rest = start }
          state = .text
        }
      case .thought(let close):
        if !hasBegunThought { rest = rest.drop(while: \.isSpace) }
        let end = rest.firstRange(of: close)
        var thought = rest[..<(end?.lowerBound ?? rest.endIndex)]
        if let end {
          rest = rest[end.upperBound...]
          (state, hasThought, takesLoneClose, text) = (.beginning, true, false, [])
        } else {
          // White space before a closing tag is not a part of the thought.
          let partial = isLast ? rest.endIndex : rest.beginning(of: [close])
          let cut = rest[..<partial].lastIndex { !$0.isSpace }.map { $0 + 1 } ?? rest.startIndex
          thought = rest[..<(rest.endIndex - cut > Self.longestSpace ? partial : cut)]
          held = isLast ? [] : Array(rest[thought.endIndex...])
          rest = []
        }
        if end != nil { thought = thought.dropLast(while: \.isSpace) }
        if !thought.isEmpty {
          hasBegunThought = true
          parts.append(.thought(String(decoding: thought, as: UTF8.self)))
        }
      case .text:
        rest = readText(rest, isLast, &parts)
      }
    }
    return parts
  }

  /// Reads text of the answer, and returns the text after a closing tag without an opening one.
  private mutating func readText(
    _ bytes: ArraySlice<UInt8>, _ isLast: Bool, _ parts: inout [Part]
  ) -> ArraySlice<UInt8> {
    var end = bytes.endIndex
    if takesLoneClose {
      var start = bytes.startIndex
      var noted = start
      while let candidate = bytes[start...].firstIndex(where: Self.firstBytes.contains) {
        let found = bytes[candidate...]
        start = candidate + 1
        guard let tag = Self.tags.first(where: { found.starts(with: $0.close) }) else { continue }
        let next = candidate + tag.close.count
        if next == bytes.endIndex, !isLast {
          end = candidate
          break
        }
        text += bytes[noted..<candidate]
        noted = candidate
        let isQuoted =
          text.last.map { [0x22, 0x27, 0x60].contains($0) && bytes[next...].first == $0 } ?? false
        if isQuoted || quotes.isInString(text) { continue }
        if ArraySlice(text).firstRange(of: tag.open) != nil {
          // A text that also has the opening tag is about tags.
          takesLoneClose = false
          text = []
          break
        }
        let thought = String(
          decoding: text.drop(while: \.isSpace).dropLast(while: \.isSpace), as: UTF8.self)
        parts.append(.textWasThought(thought))
        (state, hasThought, takesLoneClose, text) = (.beginning, true, false, [])
        return bytes[next...]
      }
      if !isLast, end == bytes.endIndex { end = bytes.beginning(of: Self.tags.map(\.close)) }
      if noted < end { text += bytes[noted..<end] }
    }
    let part = bytes[..<end]
    held = Array(bytes[end...])
    if !part.isEmpty { parts.append(.text(String(decoding: part, as: UTF8.self))) }
    return []
  }
}

/// Finds the end of a text in a string of JSON, if the text begins with JSON.
private struct JSONQuotes {
  private var count = 0
  /// `true` if the text begins with JSON; `nil` while it has only white space.
  private var isJSON: Bool?
  private var isInString = false
  private var isEscaped = false

  /// Returns `true` if a text, which continues the last one, ends in a string.
  mutating func isInString(_ text: [UInt8]) -> Bool {
    for byte in text[count...] {
      if isJSON == nil, !byte.isSpace { isJSON = [UInt8]("{[\"`".utf8).contains(byte) }
      switch byte {
      case _ where isEscaped: isEscaped = false
      case UInt8(ascii: "\\") where isInString: isEscaped = true
      case UInt8(ascii: "\""): isInString.toggle()
      default: break
      }
    }
    count = text.count
    return isJSON == true && isInString
  }
}

extension UInt8 {
  fileprivate var isSpace: Bool { self == 0x20 || (0x09...0x0D).contains(self) }
}

extension ArraySlice<UInt8> {
  /// The position at which the bytes end in the beginning of a tag; the end if they do not.
  fileprivate func beginning(of tags: [[UInt8]]) -> Int {
    let longest = tags.lazy.map(\.count).max() ?? 0
    return (Swift.max(startIndex, endIndex - longest + 1)..<endIndex)
      .first { place in tags.contains { $0.starts(with: self[place...]) } } ?? endIndex
  }

  fileprivate func dropLast(while isDropped: (UInt8) -> Bool) -> ArraySlice<UInt8> {
    self[..<(lastIndex { !isDropped($0) }.map { $0 + 1 } ?? startIndex)]
  }

  fileprivate func firstRange(of part: [UInt8]) -> Range<Int>? {
    guard count >= part.count else { return nil }
    return (startIndex...(endIndex - part.count))
      .first { self[$0] == part[0] && self[$0...].starts(with: part) }
      .map { $0..<($0 + part.count) }
  }
}
