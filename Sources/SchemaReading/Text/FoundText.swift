/// What a text without a value is instead.
enum FoundText {
  /// A description of the text; `nil` if it may be JSON.
  static func description(of source: ReadText) -> String? {
    let start = source.skippingBlanks(from: 0)
    guard start < source.count else { return "nothing: the text is empty" }
    let excerpt = "\"\(source.excerpt(start..<source.count))\""
    switch source.mark(at: start)?.mark {
    case UInt8(ascii: "{"), UInt8(ascii: "["), UInt8(ascii: "\""): return nil
    case UInt8(ascii: "<"): return "text with tags, as in XML: \(excerpt)"
    default: break
    }
    if isRefusal(source) { return "a refusal in words: \(excerpt)" }
    if isLines(source) { return "lines with names and values, as in YAML: \(excerpt)" }
    return "words and no value: \(excerpt)"
  }

  static func isRefusal(_ source: ReadText) -> Bool {
    Prose.isRefusal(source.text(0..<min(source.count, 2_000)))
  }

  private static func isLines(_ source: ReadText) -> Bool {
    source.text(0..<min(source.count, 2_000)).split(separator: "\n").contains { line in
      guard let colon = line.firstIndex(of: ":") else { return false }
      let name = line[..<colon].drop { " -*".contains($0) }
      return source.isKnown(String(name))
    }
  }
}

/// Forms of text that only guesses read.
enum GuessedForms {
  /// Returns the text of an object for lines with names and values, or for a call.
  static func object(in text: String, names: Set<String>) -> (json: String, kind: MendKind)? {
    if let json = call(text.trimmed) { return (json, .call) }
    var members: [String] = []
    for line in text.split(whereSeparator: \.isNewline) {
      let line = String(line.drop { " \t-*•".contains($0) }).trimmed
      guard let colon = line.firstIndex(of: ":") else { continue }
      let name = String(line[..<colon]).filter { !"*_`\"".contains($0) || $0 == "_" }
      guard names.contains(FoldedName.of(name)) else { continue }
      let value = String(line[line.index(after: colon)...]).filter { $0 != "*" }.trimmed
      guard !value.isEmpty else { return nil }
      let isPlain =
        NumberForms.number(value, isInteger: false) != nil || value.hasPrefix("[")
        || value.hasPrefix("{") || value.hasPrefix("\"")
      members.append("\(quoted(name)): \(isPlain ? value : quoted(value))")
    }
    return members.isEmpty ? nil : ("{\(members.joined(separator: ", "))}", .lines)
  }

  private static func call(_ text: String) -> String? {
    guard text.hasSuffix(")"), let bracket = text.firstIndex(of: "("),
      text[..<bracket].allSatisfy({ $0.isLetter || $0.isNumber || "_.".contains($0) }),
      bracket > text.startIndex
    else { return nil }
    return "{\(text[text.index(after: bracket)...].dropLast())}"
  }

  private static func quoted(_ text: String) -> String {
    let escaped = text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
    return "\"\(escaped)\""
  }
}
