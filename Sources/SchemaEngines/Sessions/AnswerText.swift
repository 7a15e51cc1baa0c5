import SchemaText

/// The text of an answer; its tokens may end inside of a character.
struct AnswerText {
  /// The bytes of an incomplete character.
  private var bytes: [UInt8] = []

  mutating func append(_ token: [UInt8]) -> String {
    bytes += token
    return take(upTo: bytes.count - bytes.span.unfinishedScalarLength)
  }

  /// Ends the text.
  mutating func finish() -> String { take(upTo: bytes.count) }

  private mutating func take(upTo end: Int) -> String {
    defer { bytes.removeFirst(end) }
    return String(decoding: bytes[..<end], as: UTF8.self)
  }
}
