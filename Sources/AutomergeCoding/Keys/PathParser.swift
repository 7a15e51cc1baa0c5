import SchemaContent
import SchemaModel
import SchemaText

/// Reads the text of a path.
struct PathParser {
  private let text: [Unicode.Scalar]
  private var offset = 0
  /// The offsets of complete brackets that belong to a name, because other text follows them.
  private var bracketsInNames: Set<Int> = []

  init(_ path: String) { text = Array(path.unicodeScalars) }

  mutating func parse() throws(PathParseError) -> [AnyCodingKey] {
    var keys: [AnyCodingKey] = []
    while offset < text.count {
      if text[offset] == "." {
        offset += 1
      } else if text[offset] == "[" {
        keys.append(try bracket())
      } else {
        keys.append(AnyCodingKey(try name()))
      }
    }
    return keys
  }

  /// Reads a name, which ends before the next dot or before brackets that are not part of the name.
  private mutating func name() throws(PathParseError) -> String {
    let start = offset
    guard text[offset].isASCIILetter else {
      let end = text[start...].firstIndex(of: ".") ?? text.count
      throw PathParseError.InvalidPathElement(
        "The path element '\(string(start..<end).excerpt)' doesn't begin with a letter; write "
          + "[0] for an index and [\"key\"] for any key.")
    }
    while offset < text.count, text[offset] != "." {
      if text[offset] == "[", isBrackets(from: offset) { break }
      offset += 1
    }
    return string(start..<offset)
  }

  /// Returns `true` if only complete brackets follow up to the next dot or the end of the text.
  ///
  /// Otherwise the brackets belong to the name, and their offsets are recorded, so that each
  /// bracket is read once.
  private mutating func isBrackets(from start: Int) -> Bool {
    var starts: [Int] = []
    var end = start
    while end < text.count, text[end] != "." {
      guard !bracketsInNames.contains(end), let bracket = bracket(from: end) else {
        bracketsInNames.formUnion(starts)
        return false
      }
      starts.append(end)
      end = bracket.end
    }
    return true
  }

  /// Reads an index or a quoted key in brackets.
  private mutating func bracket() throws(PathParseError) -> AnyCodingKey {
    guard let bracket = bracket(from: offset) else { throw malformedBracket }
    offset = bracket.end
    return bracket.key
  }

  /// Returns the index or the quoted key in brackets, and the offset behind the brackets; `nil` if
  /// the brackets are not complete.
  private func bracket(from start: Int) -> (key: AnyCodingKey, end: Int)? {
    guard text[start] == "[" else { return nil }
    let isQuoted = isQuoted(start)
    let end = isQuoted ? endOfQuotes(start + 1) : endOfDigits(start + 1)
    guard end < text.count, text[end] == "]" else { return nil }
    let literal = string(start + 1..<end)
    let key =
      isQuoted
      ? (try? GeneratedContent(json: literal).value(String.self)).map { AnyCodingKey($0) }
      : UInt64(literal).map { AnyCodingKey($0) }
    return key.map { ($0, end + 1) }
  }

  private func isQuoted(_ start: Int) -> Bool { start + 1 < text.count && text[start + 1] == "\"" }

  private func endOfDigits(_ start: Int) -> Int {
    text[start...].firstIndex { !$0.isASCIIDigit } ?? text.count
  }

  /// Returns the offset behind the closing quotation mark of a key.
  ///
  /// If the mark is missing, returns the end of the text.
  private func endOfQuotes(_ start: Int) -> Int {
    var end = start + 1
    while end < text.count, text[end] != "\"" { end += text[end] == "\\" ? 2 : 1 }
    return min(end + 1, text.count)
  }

  /// The error for brackets at the current offset that contain neither an index nor a quoted key.
  private var malformedBracket: PathParseError {
    if isQuoted(offset) {
      let literal = string(offset + 1..<endOfQuotes(offset + 1))
      return PathParseError.InvalidPathElement(
        "The path element '\(literal.excerpt)' is not a quoted key; write [\"key\"].")
    }
    let end = text[offset...].firstIndex(of: "]").map { $0 + 1 } ?? text.count
    return PathParseError.EmptyListIndex(
      "The path element '\(string(offset..<end).excerpt)' is not an index; write [0].")
  }

  private func string(_ range: Range<Int>) -> String {
    var string = String.UnicodeScalarView()
    string.append(contentsOf: text[range])
    return String(string)
  }

  /// Returns `true` if a key can be written without quotes.
  static func isName(_ key: String) -> Bool {
    guard let first = key.unicodeScalars.first, first.isASCIILetter else { return false }
    return !key.unicodeScalars.contains {
      $0 == "." || $0 == "[" || $0.properties.generalCategory == .control
    }
  }

  static func quoted(_ key: String) -> String {
    var text: [UInt8] = []
    text.appendJSON(key)
    return String(decoding: text, as: UTF8.self)
  }
}
