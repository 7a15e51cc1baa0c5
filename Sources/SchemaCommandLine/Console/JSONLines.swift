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
    let layout = layout ?? (display.isTerminal ? .pretty : .compact)
    // A text without styles needs no division into tokens.
    guard layout == .pretty || display.isColored else { return try write(document: text) }
    try write(StyledLine.lines(ofJSON: text, layout))
  }
}

extension StyledLine {
  /// Returns the lines of a JSON text, with styles for names, strings and null.
  ///
  /// - Parameters:
  ///   - text: A well-formed JSON text.
  ///   - layout: The layout of the lines, whatever the white space of the text is.
  /// - Returns: The lines; one for the compact layout.
  /// - Complexity: Linear in the length of the text, without recursion.
  static func lines(ofJSON text: String, _ layout: JSONLayout) -> [StyledLine] {
    let bytes = Array(text.utf8)
    var scanner = JSONScanner(bytes)
    var lines: [StyledLine] = []
    var parts: [Part] = []
    var depth = 0
    var last: JSONScanner.Kind?
    func endLine() {
      guard layout == .pretty else { return }
      lines.append(StyledLine(parts: parts))
      parts = [Part(text: String(repeating: "  ", count: depth), style: nil)]
    }
    while let token = scanner.next() {
      let isEnd = token.kind == .endObject || token.kind == .endArray
      let isFirst = last == .beginObject || last == .beginArray
      if isEnd { depth -= 1 }
      if let last, last != .name, !isEnd, !isFirst { parts.append(Part(text: ",", style: nil)) }
      if last != nil, last != .name, !(isEnd && isFirst) { endLine() }
      let word = String(decoding: bytes[token.range], as: UTF8.self)
      parts.append(Part(text: word, style: style(of: token.kind, word)))
      if token.kind == .name {
        parts.append(Part(text: layout == .pretty ? ": " : ":", style: nil))
      }
      if token.kind == .beginObject || token.kind == .beginArray { depth += 1 }
      last = token.kind
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
