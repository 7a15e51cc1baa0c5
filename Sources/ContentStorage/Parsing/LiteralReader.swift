/// Reads a literal.
struct LiteralReader {
  enum Word: UInt8 {
    case null, `true`, `false`

    /// Its letters.
    var text: String {
      switch self {
      case .null: "null"
      case .true: "true"
      case .false: "false"
      }
    }
  }

  let word: Word
  /// The unread letters, the next one in the lowest byte.
  private var rest: UInt64 = 0

  @inline(__always)
  init(_ word: Word) {
    self.word = word
    for letter in word.text.utf8.reversed() { rest = rest << 8 | UInt64(letter) }
  }

  /// `true` if all letters have been read.
  var isComplete: Bool { rest == 0 }

  /// Reads up to the end of the literal or of the chunk; `false` if the current byte is another
  /// letter.
  @inline(__always)
  mutating func read(_ chunk: inout JSONChunk) -> Bool {
    while !isComplete {
      guard !chunk.isAtEnd else { return true }
      guard rest & 0xFF == UInt64(chunk[chunk.index]) else { return false }
      rest >>= 8
      chunk.index += 1
    }
    return true
  }
}
