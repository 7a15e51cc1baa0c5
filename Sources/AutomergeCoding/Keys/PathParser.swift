import Foundation
import SchemaText

/// Reads the text of a path.
struct PathParser {
  private let text: [Unicode.Scalar]
  private var offset = 0

  init(_ path: String) {
    text = Array(path.unicodeScalars)
  }

  mutating func parse() throws(CodingKeyLookupError) -> [AnyCodingKey] {
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

  /// Reads a name up to the next dot, or to brackets that end it.
  private mutating func name() throws(CodingKeyLookupError) -> String {
    let start = offset
    guard Self.beginsName(text[offset]) else {
      let end = text[start...].firstIndex(of: ".") ?? text.count
      throw CodingKeyLookupError(
        .invalidPathElement,
        "The path element '\(string(start..<end))' doesn't begin with a letter; write [0] for an "
          + "index and [\"key\"] for any key.")
    }
    while offset < text.count, text[offset] != "." {
      if text[offset] == "[", isBrackets(from: offset) { break }
      offset += 1
    }
    return string(start..<offset)
  }

  /// Returns `true` if only complete brackets follow, up to a dot or the end.
  private func isBrackets(from start: Int) -> Bool {
    var parser = self
    parser.offset = start
    while parser.offset < text.count, text[parser.offset] != "." {
      guard text[parser.offset] == "[", (try? parser.bracket()) != nil else { return false }
    }
    return true
  }

  /// Reads an index or a quoted key in brackets.
  private mutating func bracket() throws(CodingKeyLookupError) -> AnyCodingKey {
    let start = offset
    offset += 1
    if offset < text.count, text[offset] == "\"" { return try quotedKey(start) }
    let end = text[offset...].firstIndex(of: "]") ?? text.count
    let digits = string(offset..<end)
    let isNumber = !digits.isEmpty && digits.utf8.allSatisfy { (0x30...0x39).contains($0) }
    guard end < text.count, isNumber, let index = UInt64(digits) else {
      throw CodingKeyLookupError(
        .emptyListIndex,
        "The path element '\(string(start..<min(end + 1, text.count)))' is not an index; write "
          + "[0].")
    }
    offset = end + 1
    return AnyCodingKey(index)
  }

  private mutating func quotedKey(_ start: Int) throws(CodingKeyLookupError) -> AnyCodingKey {
    let literal = offset
    offset += 1
    while offset < text.count, text[offset] != "\"" {
      offset += text[offset] == "\\" ? 2 : 1
    }
    let end = min(offset + 1, text.count)
    guard end < text.count, text[end] == "]",
      let key = try? JSONDecoder().decode(
        String.self, from: Data(string(literal..<end).utf8))
    else {
      throw CodingKeyLookupError(
        .invalidPathElement,
        "The path element '\(string(start..<end))' is not a quoted key; write [\"key\"].")
    }
    offset = end + 1
    return AnyCodingKey(key)
  }

  private func string(_ range: Range<Int>) -> String {
    var string = String.UnicodeScalarView()
    string.append(contentsOf: text[range])
    return String(string)
  }

  private static func beginsName(_ scalar: Unicode.Scalar) -> Bool {
    scalar.isASCII && scalar.properties.isAlphabetic
  }

  /// Returns `true` if a key can be written without quotes.
  static func isName(_ key: String) -> Bool {
    guard let first = key.unicodeScalars.first, beginsName(first) else { return false }
    return !key.unicodeScalars.contains {
      $0 == "." || $0 == "[" || $0.properties.generalCategory == .control
    }
  }

  /// Returns a key as a JSON string.
  static func quoted(_ key: String) -> String {
    var text: [UInt8] = []
    text.appendJSON(key)
    return String(decoding: text, as: UTF8.self)
  }
}
