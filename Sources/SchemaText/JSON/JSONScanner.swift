/// Reads the tokens of a JSON text that is known to be well-formed.
///
/// It neither recurses nor keeps a stack: a string is a name if a colon follows it.
///
///     var scanner = JSONScanner(Array(#"{"a": [1]}"#.utf8))
///     while let token = scanner.next() { … }   // beginObject, name, beginArray, number …
package struct JSONScanner {
  /// The kind of a token.
  package enum Kind: Hashable, Sendable {
    case beginObject, endObject, beginArray, endArray, name, string, number, literal
  }

  /// A token, with its quotes if it is a string or a name.
  package struct Token: Hashable, Sendable {
    package let kind: Kind
    package let range: Range<Int>
  }

  private let text: [UInt8]
  /// The offset up to which tokens have been read.
  package private(set) var offset: Int
  /// The position up to which lines and columns have been counted.
  private var counted: TextPosition

  /// Creates a scanner that begins at a value, or at white space before one.
  ///
  /// - Parameters:
  ///   - text: The text in UTF-8. A byte order mark at its beginning is skipped.
  ///   - offset: The offset at which reading begins.
  package init(_ text: [UInt8], at offset: Int = 0) {
    self.text = text
    let mark = text.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    self.offset = Swift.max(offset, mark)
    counted = TextPosition(offset: mark, line: 1, column: 1)
  }

  /// Reads the next token, or returns `nil` at the end of the text.
  package mutating func next() -> Token? {
    skipSpace()
    guard offset < text.count else { return nil }
    let start = offset
    offset += 1
    let kind: Kind
    switch text[start] {
    case UInt8(ascii: "{"): kind = .beginObject
    case UInt8(ascii: "}"): kind = .endObject
    case UInt8(ascii: "["): kind = .beginArray
    case UInt8(ascii: "]"): kind = .endArray
    case UInt8(ascii: "\""):
      offset = Self.endOfString(text, from: start)
      let end = offset
      while offset < text.count, Self.isWhiteSpace(text[offset]) { offset += 1 }
      let isName = offset < text.count && text[offset] == UInt8(ascii: ":")
      if !isName { offset = end }
      return Token(kind: isName ? .name : .string, range: start..<end)
    case let byte:
      while offset < text.count, !Self.endsWord(text[offset]) { offset += 1 }
      kind = byte == UInt8(ascii: "-") || byte &- 48 < 10 ? .number : .literal
    }
    return Token(kind: kind, range: start..<offset)
  }

  /// Skips a complete value.
  ///
  /// - Returns: The range of the value, or `nil` if an array, an object or the text ends here,
  ///   which is then not skipped.
  package mutating func skipValue() -> Range<Int>? {
    var depth = 0
    var start: Int?
    while true {
      let before = offset
      guard let token = next() else { return start.map { $0..<offset } }
      switch token.kind {
      case .beginObject, .beginArray: depth += 1
      case .endObject, .endArray:
        guard depth > 0 else {
          offset = before
          return nil
        }
        depth -= 1
      case .name: if depth == 0 { continue }
      case .string, .number, .literal: break
      }
      start = start ?? token.range.lowerBound
      if depth == 0 { return start.map { $0..<offset } }
    }
  }

  /// Returns the string of a token that is a string or a name.
  package func string(_ token: Token) -> String {
    String(unescapingJSON: text[token.range].dropFirst().dropLast())
  }

  /// Returns the positions of values.
  ///
  /// - Parameters:
  ///   - values: The numbers of the values in the order of the text, ascending and without
  ///     repetition.
  ///   - text: The text in UTF-8.
  /// - Returns: A position for each; fewer if the text has fewer values.
  /// - Complexity: Linear in the length of the text up to the last value.
  package static func positions(ofValues values: [Int], in text: [UInt8]) -> [TextPosition] {
    var scanner = JSONScanner(text)
    var positions: [TextPosition] = []
    var number = 0
    while positions.count < values.count, let token = scanner.next() {
      switch token.kind {
      case .endObject, .endArray, .name: continue
      case .beginObject, .beginArray, .string, .number, .literal: break
      }
      if values[positions.count] == number {
        positions.append(scanner.position(at: token.range.lowerBound))
      }
      number += 1
    }
    return positions
  }

  /// Returns the line and column of an offset.
  ///
  /// - Parameter offset: The offset, not below that of an earlier call.
  /// - Returns: The position.
  /// - Complexity: Linear in the distance from the last offset.
  package mutating func position(at offset: Int) -> TextPosition {
    let passed = text[counted.offset..<Swift.min(Swift.max(offset, counted.offset), text.count)]
    let lines = passed.count { $0 == 0x0A }
    let rest = lines == 0 ? passed : passed[((passed.lastIndex(of: 0x0A) ?? 0) + 1)...]
    // Bytes that continue a scalar do not count.
    let column = (lines == 0 ? counted.column : 1) + rest.count { $0 & 0xC0 != 0x80 }
    counted = TextPosition(offset: offset, line: counted.line + lines, column: column)
    return counted
  }

  /// Returns the offset after the string that begins at an offset.
  package static func endOfString(_ text: [UInt8], from start: Int) -> Int {
    var index = start + 1
    while index < text.count, text[index] != UInt8(ascii: "\"") {
      index += text[index] == UInt8(ascii: "\\") ? 2 : 1
    }
    return Swift.min(index + 1, text.count)
  }

  /// Skips white space, and the commas and colons between values.
  private mutating func skipSpace() {
    while offset < text.count {
      let byte = text[offset]
      guard Self.isWhiteSpace(byte) || byte == UInt8(ascii: ",") || byte == UInt8(ascii: ":")
      else { return }
      offset += 1
    }
  }

  private static func isWhiteSpace(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09
  }

  /// Returns `true` if a number or a literal ends before a byte.
  private static func endsWord(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: ","), UInt8(ascii: "}"), UInt8(ascii: "]"): true
    default: isWhiteSpace(byte)
    }
  }
}
