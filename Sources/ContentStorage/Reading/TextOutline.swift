/// The length of a text and its first and last bytes, which distinguish most texts.
///
/// Texts of up to 16 bytes are equal if their outlines are equal.
package struct TextOutline: BitwiseCopyable, Sendable {
  package let count: Int
  /// The first and the last eight bytes, or all bytes of a shorter text.
  package let first: UInt64
  package let last: UInt64

  package init(_ text: Span<UInt8>) {
    count = text.count
    guard count >= 8 else {
      var word: UInt64 = 0
      for index in text.indices { word = word << 8 | UInt64(text[index]) }
      (first, last) = (word, word)
      return
    }
    let bytes = unsafe text.bytes
    first = unsafe bytes.unsafeLoadUnaligned(as: UInt64.self).bigEndian
    last = unsafe bytes.unsafeLoadUnaligned(
      fromByteOffset: count - 8, as: UInt64.self
    ).bigEndian
  }

  package init(_ text: String) { self = withSpan(of: text.utf8) { TextOutline($0) } }

  /// Returns `true` if all parts are the same.
  package func isSame(as other: TextOutline) -> Bool {
    first == other.first && count == other.count && last == other.last
  }
}
