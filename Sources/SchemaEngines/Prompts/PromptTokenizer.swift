/// Divides the parts of a prompt into tokens.
///
/// The text between two special tokens is divided as one text, even if it comes from several parts.
/// Special tokens are searched in each part separately.
struct PromptTokenizer {
  private enum Piece {
    case text(String)
    case tokens([Int])
  }

  private let facts: EngineFacts
  private let markers: MarkerTable
  /// The pieces before ``text``.
  private var pieces: [Piece] = []
  /// The text since the last special token.
  private var text = ""
  /// The ranges of the text's bytes that come from the conversation, in ascending order.
  private var contents: [Range<Int>] = []
  /// `true` if white space at the beginning of the next text belongs to the marker before it.
  private var dropsLeadingSpace = false

  init(_ facts: EngineFacts) {
    self.facts = facts
    markers = MarkerTable(facts.markers)
  }

  mutating func append(_ part: PromptPart, answers: [String: GeneratedAnswer]) {
    switch part {
    case .markup(let text):
      for piece in markers.split(text) {
        switch piece {
        case .text(let text): append(text: text)
        case .marker(let marker): append(marker)
        }
      }
    case .text(let text):
      append(text: text, isContent: true)
    case .answer(let text, let entryID):
      guard let answer = answers[entryID], answer.text == text, !answer.tokens.isEmpty else {
        append(text: text, isContent: true)
        return
      }
      dropsLeadingSpace = false
      append(tokens: answer.tokens)
    }
  }

  private mutating func append(text part: String, isContent: Bool = false) {
    let part = dropsLeadingSpace ? part.drop { $0.isWhitespace } : part[...]
    guard !part.isEmpty else { return }
    dropsLeadingSpace = false
    let start = text.utf8.count
    text += part
    if isContent { contents.append(start..<text.utf8.count) }
  }

  private mutating func append(_ marker: EngineFacts.Marker) {
    if marker.absorbsLeadingSpace { while text.last?.isWhitespace == true { text.removeLast() } }
    append(tokens: [marker.token])
    dropsLeadingSpace = marker.absorbsTrailingSpace
  }

  /// Ends the text, and adds tokens after it.
  private mutating func append(tokens: [Int]) {
    pieces += lastTexts.map { .text($0) }
    text = ""
    contents = []
    pieces.append(.tokens(tokens))
  }

  /// The text since the last special token.
  ///
  /// An engine finds some markers in any text. The text is therefore cut inside of each such marker
  /// that does not come completely from the template.
  private var lastTexts: [String] {
    if text.isEmpty { return [] }
    return contents.isEmpty ? [text] : markers.parts(of: text, cuttingMarkersIn: contents)
  }

  /// The tokens of all parts.
  ///
  /// - Parameter divide: Divides text without special tokens.
  /// - Returns: The tokens, beginning with the model's beginning token if it has one.
  /// - Throws: The error of `divide`.
  func tokens(
    _ divide: (String) throws(EngineError) -> [Int]
  ) throws(EngineError) -> [Int] {
    var tokens: [Int] = []
    for piece in pieces {
      switch piece {
      case .text(let text): tokens += try divide(text)
      case .tokens(let some): tokens += some
      }
    }
    for text in lastTexts { tokens += try divide(text) }
    if let beginning = facts.beginningToken, tokens.first != beginning {
      tokens.insert(beginning, at: 0)
    }
    return tokens
  }
}

/// Finds markers in texts.
private struct MarkerTable {
  enum Piece {
    case text(String)
    case marker(EngineFacts.Marker)
  }

  private struct Entry {
    let name: [UInt8]
    let marker: EngineFacts.Marker

    /// The length of the first character, in bytes.
    var firstLength: Int { 1 + name.dropFirst().prefix { $0 & 0xC0 == 0x80 }.count }
  }

  /// The markers by their first byte, the longest first.
  private var entries: [UInt8: [Entry]] = [:]

  init(_ markers: [String: EngineFacts.Marker]) {
    for (name, marker) in markers {
      guard let first = name.utf8.first else { continue }
      entries[first, default: []].append(Entry(name: Array(name.utf8), marker: marker))
    }
    for first in entries.keys { entries[first]?.sort { $0.name.count > $1.name.count } }
  }

  /// Splits a template's text into plain text and markers.
  func split(_ text: String) -> [Piece] {
    let bytes = Array(text.utf8)
    var pieces: [Piece] = []
    var start = 0
    var index = 0
    func addText(to end: Int) {
      guard start < end else { return }
      pieces.append(.text(String(decoding: bytes[start..<end], as: UTF8.self)))
    }
    while index < bytes.count {
      guard let entry = entry(in: bytes, at: index) else {
        index += 1
        continue
      }
      addText(to: index)
      pieces.append(.marker(entry.marker))
      index += entry.name.count
      start = index
    }
    addText(to: bytes.count)
    return pieces
  }

  /// Cuts a text inside of each marker that an engine finds in every text, if the marker comes at
  /// least partly from the conversation.
  ///
  /// A marker of one character cannot be cut. It is the same token in a conversation as in the
  /// template.
  ///
  /// `contents`: The bytes from the conversation, as ascending ranges.
  func parts(of text: String, cuttingMarkersIn contents: [Range<Int>]) -> [String] {
    let bytes = Array(text.utf8)
    var parts: [String] = []
    var start = 0
    var index = 0
    var rest = contents[...]
    while index < bytes.count {
      while let content = rest.first, content.upperBound <= index { rest.removeFirst() }
      // The longest marker contains the bytes of shorter markers, so only the longest one is cut.
      if let entry = entry(in: bytes, at: index, where: \.isText),
        entry.name.count > entry.firstLength,
        let content = rest.first, content.lowerBound < index + entry.name.count
      {
        // The cut is after the first character, so that no character is divided.
        let end = index + entry.firstLength
        parts.append(String(decoding: bytes[start..<end], as: UTF8.self))
        start = end
        index = end
      } else {
        index += 1
      }
    }
    parts.append(String(decoding: bytes[start...], as: UTF8.self))
    return parts
  }

  private func entry(
    in bytes: [UInt8], at index: Int,
    where isIncluded: (EngineFacts.Marker) -> Bool = { _ in true }
  ) -> Entry? {
    entries[bytes[index]]?.first { entry in
      isIncluded(entry.marker) && index + entry.name.count <= bytes.count
        && bytes[index..<index + entry.name.count].elementsEqual(entry.name)
    }
  }
}
