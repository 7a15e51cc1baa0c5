/// The length of a text and its first and last bytes, which distinguish most texts.
///
/// Texts of up to 16 bytes are equal if their outlines are equal.
@usableFromInline package struct TextOutline: BitwiseCopyable, Sendable {
  @usableFromInline package let count: Int
  /// The first and the last eight bytes, or all bytes of a shorter text.
  @usableFromInline package let first: UInt64
  @usableFromInline package let last: UInt64

  @inlinable
  package init(_ text: Span<UInt8>) {
    count = text.count
    let bytes = unsafe text.bytes
    guard count >= 8 else {
      // Overlapping loads need no loop. The processor would have to predict the length of a loop.
      var word: UInt64 = 0
      if count >= 4 {
        let start = unsafe bytes.unsafeLoadUnaligned(as: UInt32.self)
        let end = unsafe bytes.unsafeLoadUnaligned(fromByteOffset: count - 4, as: UInt32.self)
        word = UInt64(start) << 32 | UInt64(end)
      } else if count > 0 {
        word = UInt64(text[0]) << 16 | UInt64(text[count / 2]) << 8 | UInt64(text[count - 1])
      }
      (first, last) = (word, word)
      return
    }
    first = unsafe bytes.unsafeLoadUnaligned(as: UInt64.self).bigEndian
    last = unsafe bytes.unsafeLoadUnaligned(
      fromByteOffset: count - 8, as: UInt64.self
    ).bigEndian
  }

  /// `true` if the text has at most 16 bytes, so that no other text has the same outline.
  @inlinable
  package var isWhole: Bool { count <= 16 }

  package init(_ text: String) { self = withSpan(of: text.utf8) { TextOutline($0) } }

  @inlinable
  package func isSame(as other: TextOutline) -> Bool {
    first == other.first && count == other.count && last == other.last
  }
}
