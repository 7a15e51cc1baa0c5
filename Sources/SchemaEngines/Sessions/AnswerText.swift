/// The text of an answer.
///
/// Its tokens may end inside of a character.
struct AnswerText {
  /// The bytes of an incomplete character.
  private var bytes: [UInt8] = []

  /// Adds the bytes of a token.
  ///
  /// - Parameter token: The bytes.
  /// - Returns: The characters that the token completes.
  mutating func append(_ token: [UInt8]) -> String {
    bytes += token
    return take(upTo: bytes.count - bytes.incompleteSuffixCount)
  }

  /// Ends the text.
  ///
  /// - Returns: The rest of the text, with a replacement for an incomplete character.
  mutating func finish() -> String { take(upTo: bytes.count) }

  private mutating func take(upTo end: Int) -> String {
    defer { bytes.removeFirst(end) }
    return String(decoding: bytes[..<end], as: UTF8.self)
  }
}

extension [UInt8] {
  /// The number of bytes at the end that belong to an incomplete UTF-8 character.
  fileprivate var incompleteSuffixCount: Int {
    for length in 1...3 where count >= length {
      let byte = self[count - length]
      if byte & 0xC0 == 0x80 { continue }
      let needed =
        switch byte {
        case 0xC2...0xDF: 2
        case 0xE0...0xEF: 3
        case 0xF0...0xF4: 4
        default: 1
        }
      return needed > length ? length : 0
    }
    return 0
  }
}
