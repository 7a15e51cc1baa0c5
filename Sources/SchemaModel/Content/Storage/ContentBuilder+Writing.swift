/// Text that the caller writes where it is to lie, so that it is touched once.
///
///     let room = builder.textRoom(9)
///     …                                     // write "title" to room
///     builder.key(written: 5)
///
/// All of these change the builder, hence get it by reference: by value it would be copied each time.
extension ContentBuilder {
  /// Room for text after all text so far.
  ///
  /// It is valid until text is added in another way than by the functions below.
  ///
  /// - Parameter count: How many bytes are to be written.
  /// - Returns: Where to write, or `nil` if there would be too much text, which is noted.
  package mutating func textRoom(_ count: Int) -> UnsafeMutablePointer<UInt8>? {
    guard reserve(text: count) else { return nil }
    return text + textCount
  }

  /// Adds a string of so many bytes that were written to the room.
  package mutating func string(written count: Int) {
    guard state == .value else { return note(.unexpectedValue) }
    let offset = textCount
    textCount = offset + count
    appendText(entry: .string, offset: offset)
    valueIsDone()
  }

  /// Adds a number of so many bytes that were written to the room.
  ///
  /// - Parameter count: The length of a number by the grammar of RFC 8259 that has a fraction or an
  ///   exponent, which is not checked here.
  package mutating func number(written count: Int) {
    guard state == .value else { return note(.unexpectedValue) }
    let offset = textCount
    textCount = offset + count
    appendText(entry: .number, offset: offset)
    valueIsDone()
  }

  /// Adds a key of so many bytes that were written to the room.
  ///
  /// - Returns: Where the key's text lies in the arena.
  package mutating func key(written count: Int) -> Int {
    guard state == .keyOrEnd else {
      note(.unexpectedKey)
      return textCount
    }
    let offset = textCount
    textStart = offset
    textCount = offset + count
    keyStart = wordCount
    appendText(entry: .string, offset: offset)
    state = .value
    return offset
  }

  /// Adds so many bytes that were written to the room to the string or key that was begun.
  package mutating func text(written count: Int) {
    guard state == .stringText || state == .keyText else { return note(.unexpectedText) }
    textCount += count
  }

  /// Where the text lies of the string or key that was begun, or was last ended.
  package mutating func currentText() -> (
    arena: UnsafePointer<UInt8>, offset: Int, count: Int
  ) {
    (UnsafePointer(text), textStart, textCount - textStart)
  }
}
