import SchemaText

/// The layout of JSON in the output.
enum JSONLayout: CaseIterable, Sendable {
  /// On several lines, indented.
  case pretty
  /// On one line, without white space.
  case compact
}

extension Console {
  /// Writes a JSON text: indented on a terminal and compact elsewhere, unless a layout is chosen.
  ///
  /// - Parameters:
  ///   - text: A well-formed JSON text without white space between its tokens.
  ///   - layout: The layout; `nil` to choose it by the display.
  /// - Throws: ``WriteFailure`` if it cannot be written.
  mutating func write(json text: String, _ layout: JSONLayout? = nil) throws(WriteFailure) {
    let isPretty = layout.map { $0 == .pretty } ?? display.isTerminal
    let bytes = isPretty ? JSONPrettyPrinter.print(Array(text.utf8)) : Array(text.utf8)
    // A text without styles needs no division into tokens.
    guard display.isColored else {
      return try write(document: String(decoding: bytes, as: UTF8.self))
    }
    try write(StyledLine.lines(ofJSON: bytes))
  }
}

extension StyledLine {
  /// Returns the lines of a JSON text in UTF-8, with styles for names, strings and null.
  fileprivate static func lines(ofJSON text: [UInt8]) -> [StyledLine] {
    var scanner = JSONScanner(text)
    var lines: [StyledLine] = []
    var parts: [Part] = []
    var end = 0
    while let token = scanner.next() {
      let gap = text[end..<token.range.lowerBound]
      for (index, piece) in gap.split(separator: 0x0A, omittingEmptySubsequences: false)
        .enumerated()
      {
        if index > 0 {
          lines.append(StyledLine(parts: parts))
          parts = []
        }
        parts.append(Part(text: String(decoding: piece, as: UTF8.self), style: nil))
      }
      let word = String(decoding: text[token.range], as: UTF8.self)
      parts.append(Part(text: word, style: style(of: token.kind, word)))
      end = token.range.upperBound
    }
    return lines + [StyledLine(parts: parts)]
  }

  private static func style(of kind: JSONScanner.Kind, _ word: String) -> TextStyle? {
    switch kind {
    case .name: .name
    case .string: .good
    case .literal where word == "null": .faint
    case .literal, .number, .beginObject, .endObject, .beginArray, .endArray: nil
    }
  }
}
