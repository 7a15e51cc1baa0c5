/// A chunk of JSON text, how far it has been read, and where its strings go in a builder.
///
/// Strings are copied to their place in the builder while they are scanned, eight bytes at a time.
/// A chunk is made for one call and not kept: it points into the caller's bytes and the builder's
/// memory.
@safe struct JSONChunk: ~Copyable {
  /// The room for text beyond the length of the bytes that are still unread.
  ///
  /// Text that was read before can add a few bytes, and text is written eight bytes at a time.
  static let slack = 32

  let base: UnsafePointer<UInt8>
  let count: Int
  /// The index of the byte that is to be read next.
  var index = 0
  /// The end of the builder's text, with room for the bytes that are still unread.
  var text: UnsafeMutablePointer<UInt8>

  /// Creates a chunk, with room in a builder for all of its text.
  ///
  /// - Returns: `nil` if there are no bytes, or too much text, which the builder notes.
  init?(_ bytes: Span<UInt8>, for builder: inout ContentBuilder) {
    guard let base = unsafe bytes.withUnsafeBufferPointer({ $0.baseAddress }),
      let text = unsafe builder.textRoom(bytes.count + JSONChunk.slack)
    else { return nil }
    unsafe self.base = base
    count = bytes.count
    unsafe self.text = text
  }

  /// Makes room for the text that is still to be read, after the builder has been changed
  /// otherwise.
  ///
  /// - Returns: Whether there is not too much text.
  mutating func makeRoom(in builder: inout ContentBuilder) -> Bool {
    guard let text = unsafe builder.textRoom(count - index + JSONChunk.slack) else { return false }
    unsafe self.text = text
    return true
  }

  /// Whether all bytes have been read.
  var isAtEnd: Bool { index >= count }

  /// A byte of the chunk.
  @inline(__always)
  subscript(index: Int) -> UInt8 {
    precondition(index >= 0 && index < count, "A chunk of \(count) bytes has no byte \(index).")
    return unsafe base[index]
  }

  /// The bytes from an index to where reading stands.
  func bytes(from start: Int) -> [UInt8] {
    (start..<index).map { self[$0] }
  }

  /// Copies the bytes from an index to where reading stands, as text.
  ///
  /// - Returns: The number of bytes.
  @inline(__always)
  mutating func copy(from start: Int) -> Int {
    for index in start..<index {
      unsafe text.pointee = self[index]
      unsafe text += 1
    }
    return index &- start
  }
}
