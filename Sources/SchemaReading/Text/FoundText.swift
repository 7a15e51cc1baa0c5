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

  /// `true` if a line begins with a name of the schema and a colon.
  static func isLines(_ source: ReadText) -> Bool {
    source.text(0..<min(source.count, 2_000)).split(separator: "\n").contains {
      isLine($0, of: source)
    }
  }

  private static func isLine(_ line: Substring, of source: ReadText) -> Bool {
    guard let colon = line.firstIndex(of: ":") else { return false }
    let name = line[..<colon].drop { " -*".contains($0) }
    return source.isKnown(String(name))
  }

  /// The lines before the first one that begins with a name of the schema and a colon.
  static func wordsBeforeLines(in text: String, of source: ReadText) -> String {
    text.split(separator: "\n").prefix { !isLine($0, of: source) }.joined(separator: "\n")
  }
}
