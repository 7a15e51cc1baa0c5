/// The length of a text and its first and last bytes, in which most texts differ.
///
/// Texts of up to 16 bytes are equal if their outlines are.
package struct TextOutline: BitwiseCopyable, Hashable, Sendable {
  package let count: Int
  /// The first and the last eight bytes, or all if there are fewer.
  package let first: UInt64
  package let last: UInt64

  package init(_ text: Span<UInt8>) {
    count = text.count
    first = Self.word(text, 0..<min(8, text.count))
    last = Self.word(text, max(0, text.count - 8)..<text.count)
  }

  package init(_ text: String) { self = withSpan(of: text.utf8) { TextOutline($0) } }

  private static func word(_ text: Span<UInt8>, _ range: Range<Int>) -> UInt64 {
    var word: UInt64 = 0
    for index in range { word = word << 8 | UInt64(text[index]) }
    return word
  }
}
