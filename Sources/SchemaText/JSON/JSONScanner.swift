/// Reads the tokens of a JSON text that is known to be well-formed.
///
/// The scanner neither recurses nor keeps a stack: a string is a name if a colon follows the
/// string.
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

  /// A place between tokens.
  private struct Cursor {
    var offset: Int
    var line = 1
    /// The offset at which the line begins.
    var lineStart: Int
  }

  private let text: [UInt8]
  private var cursor: Cursor
  /// The position up to which the scalars of the line have been counted.
  private var counted: TextPosition

  /// The offset up to which tokens have been read.
  var offset: Int { cursor.offset }

  /// Creates a scanner that begins at a value, or at white space before one.
  ///
  /// - Parameters:
  ///   - text: The text in UTF-8. A byte order mark at its beginning is skipped.
  ///   - offset: The offset at which reading begins.
  package init(_ text: [UInt8], at offset: Int = 0) {
    self.text = text
    let mark = text.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    cursor = Cursor(offset: Swift.max(offset, mark), lineStart: mark)
    counted = TextPosition(offset: mark, line: 1, column: 1)
  }

  /// Reads the next token, or returns `nil` at the end of the text.
  package mutating func next() -> Token? {
    var cursor = cursor
    let token = Self.token(in: text.span, from: &cursor)
    self.cursor = cursor
    return token
  }

  private static func token(in text: Span<UInt8>, from cursor: inout Cursor) -> Token? {
    var offset = cursor.offset
    while offset < text.count, isSeparator(text[offset]) {
      // Well-formed strings have no line feeds.
      if text[offset] == 0x0A {
        cursor.line += 1
        cursor.lineStart = offset + 1
      }
      offset += 1
    }
    cursor.offset = offset
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
      offset = endOfString(text, from: start)
      var next = offset
      while next < text.count, isWhiteSpace(text[next]) { next += 1 }
      kind = next < text.count && text[next] == UInt8(ascii: ":") ? .name : .string
    case let byte:
      while offset < text.count, !endsWord(text[offset]) { offset += 1 }
      kind = byte == UInt8(ascii: "-") || byte &- 48 < 10 ? .number : .literal
    }
    cursor.offset = offset
    return Token(kind: kind, range: start..<offset)
  }

  /// Skips the rest of the value whose first token was read last.
  package mutating func skipRest(of token: Token) {
    var token = token
    var depth = 0
    while true {
      switch token.kind {
      case .beginObject, .beginArray: depth += 1
      case .endObject, .endArray: depth -= 1
      case .name, .string, .number, .literal: break
      }
      guard depth > 0, let next = next() else { return }
      token = next
    }
  }

  /// Returns the string of a token that is a string or a name.
  package func string(_ token: Token) -> String {
    String(unescapingJSON: text[token.range].dropFirst().dropLast())
  }

  /// Returns the positions of values.
  ///
  /// - Parameters:
  ///   - values: The indices of the values in the order of the text, ascending and without
  ///     repetition.
  ///   - text: The text in UTF-8.
  /// - Returns: A position for each index; fewer if the text has fewer values.
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
      if values[positions.count] == number { positions.append(scanner.position(of: token)) }
      number += 1
    }
    return positions
  }

  /// Returns the position of the token that was read last.
  ///
  /// The scanner must have begun at the start of the text.
  ///
  /// - Complexity: Linear in the distance from the last position in the same line.
  package mutating func position(of token: Token) -> TextPosition {
    if counted.line < cursor.line {
      counted = TextPosition(offset: cursor.lineStart, line: cursor.line, column: 1)
    }
    let offset = token.range.lowerBound
    // Continuation bytes of UTF-8 are not counted.
    let scalars = text[counted.offset..<offset].count { $0 & 0xC0 != 0x80 }
    counted = TextPosition(offset: offset, line: counted.line, column: counted.column + scalars)
    return counted
  }

  /// Returns the offset after the string that begins at an offset.
  static func endOfString(_ text: Span<UInt8>, from start: Int) -> Int {
    var index = start + 1
    while index < text.count {
      let byte = text[index]
      if byte == UInt8(ascii: "\"") { return index + 1 }
      index &+= byte == UInt8(ascii: "\\") ? 2 : 1
    }
    return text.count
  }

  /// Returns `true` for the bytes that JSON allows between any two tokens.
  package static func isWhiteSpace(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x20, 0x0A, 0x0D, 0x09: true
    default: false
    }
  }

  /// Returns `true` for a byte that separates values: white space, a comma or a colon.
  private static func isSeparator(_ byte: UInt8) -> Bool {
    isWhiteSpace(byte) || byte == UInt8(ascii: ",") || byte == UInt8(ascii: ":")
  }

  /// Returns `true` if a number or a literal ends before a byte.
  private static func endsWord(_ byte: UInt8) -> Bool {
    isSeparator(byte) || byte == UInt8(ascii: "}") || byte == UInt8(ascii: "]")
  }
}
