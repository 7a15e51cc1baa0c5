import SchemaText

/// A chunk of JSON text, the position of the parser in it, and the room for its strings in a
/// builder.
///
/// Strings are copied to the builder while they are scanned, eight bytes at a time. A chunk exists
/// only during one call, because it has pointers to the caller's bytes and to the builder's memory.
@safe struct JSONChunk: ~Copyable {
  /// The room for text in addition to the number of unread bytes.
  ///
  /// Earlier text can add a few bytes, and text is written eight bytes at a time.
  static let slack = 32

  let base: UnsafePointer<UInt8>
  let count: Int
  /// The index of the next byte.
  var index = 0
  /// The address after the builder's text, with room for the unread bytes.
  var text: UnsafeMutablePointer<UInt8>

  /// Creates a chunk, with room in a builder for all of its text.
  ///
  /// - Returns: `nil` if there are no bytes, or if there is too much text. The builder records the
  ///   latter.
  init?(_ bytes: Span<UInt8>, for builder: inout ContentBuilder) {
    guard let base = unsafe bytes.withUnsafeBufferPointer({ $0.baseAddress }),
      let text = unsafe builder.reserveTextRoom(bytes.count + JSONChunk.slack)
    else { return nil }
    unsafe self.base = base
    count = bytes.count
    unsafe self.text = text
  }

  /// Makes room for the unread text, after another change of the builder; `true` if there is enough
  /// room.
  mutating func makeRoom(in builder: inout ContentBuilder) -> Bool {
    guard let text = unsafe builder.reserveTextRoom(count - index + JSONChunk.slack) else {
      return false
    }
    unsafe self.text = text
    return true
  }

  /// `true` if all bytes have been read.
  var isAtEnd: Bool { index >= count }

  /// A byte of the chunk.
  @inline(__always)
  subscript(index: Int) -> UInt8 {
    precondition(index >= 0 && index < count, "A chunk of \(count) bytes has no byte \(index).")
    return unsafe base[index]
  }

  /// Returns the bytes from an index up to the current index.
  func bytes(from start: Int) -> [UInt8] { (start..<index).map { self[$0] } }

  /// Copies the bytes from an index up to the current index, as text; returns their number.
  @inline(__always)
  mutating func copy(from start: Int) -> Int {
    for index in start..<index {
      unsafe text.pointee = self[index]
      unsafe text += 1
    }
    return index &- start
  }

  // MARK: Messages

  /// The current character, for messages.
  var currentCharacter: String {
    guard index < count else { return "the end of the text" }
    let byte = self[index]
    switch byte {
    case 0x0A: return "a line break"
    case UInt8(ascii: "\""): return "a quote"
    case 0x21..<0x7F: return "\"\(Character(Unicode.Scalar(byte)))\""
    case 0x20: return "a space"
    case 0x80...:
      var decoder = UTF8()
      var bytes = (index..<min(count, index + 4)).map { self[$0] }
        .makeIterator()
      if case .scalarValue(let scalar) = decoder.decode(&bytes) { return "\"\(scalar)\"" }
      return "the byte 0x" + Hexadecimal.uppercaseText(of: byte)
    default: return "the control character 0x" + Hexadecimal.uppercaseText(of: byte)
    }
  }
}
