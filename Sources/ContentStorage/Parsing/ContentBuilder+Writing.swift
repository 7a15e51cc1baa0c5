/// Text that the parser writes where it is to lie, so that it is touched once.
extension ContentBuilder {
  /// Room for text after all text so far, valid until text is added in another way than below.
  ///
  /// - Parameter count: The number of bytes to write.
  /// - Returns: The address to write to, or `nil` if there would be too much text, which is noted.
  mutating func textRoom(_ count: Int) -> UnsafeMutablePointer<UInt8>? {
    guard reserve(text: count) else { return nil }
    return unsafe text + textCount
  }

  /// Adds a string whose bytes were written to the room.
  @inline(__always)
  mutating func string(written count: Int) {
    guard state == .value else { return note(.unexpectedValue) }
    appendText(entry: .string, offset: take(count))
    valueIsDone()
  }

  /// Adds a number whose bytes were written to the room.
  ///
  /// - Parameter count: The length of a number by the grammar of RFC 8259 that has a fraction or an
  ///   exponent, which is not checked here.
  @inline(__always)
  mutating func number(written count: Int) {
    guard state == .value else { return note(.unexpectedValue) }
    appendText(entry: .number, offset: take(count))
    valueIsDone()
  }

  /// Adds a key whose bytes were written to the room.
  @inline(__always)
  mutating func key(written count: Int) {
    guard state == .keyOrEnd else { return note(.unexpectedKey) }
    textStart = take(count)
    keyStart = wordCount
    appendText(entry: .string, offset: textStart)
    state = .value
  }

  /// Adds bytes that were written to the room to the string or key that was begun.
  mutating func text(written count: Int) {
    guard state == .stringText || state == .keyText else { return note(.unexpectedText) }
    _ = take(count)
  }

  /// Counts bytes as text, and gives where they begin.
  @inline(__always)
  private mutating func take(_ count: Int) -> Int {
    let offset = textCount
    precondition(count >= 0 && count <= textCapacity - offset)
    textCount = offset + count
    return offset
  }
}

/// JSON text in a text.
extension ContentBuilder {
  /// Adds the value of a JSON text (RFC 8259) as the next value.
  ///
  /// The value is parsed where it is to be. A text that is not JSON, or stops early, adds nothing.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - maximumDepth: How many arrays and objects may nest, those around the value included.
  /// - Returns: Whether the text is JSON.
  package mutating func append(json text: Span<UInt8>, maximumDepth: Int) -> Bool {
    guard state == .value else { return false }
    let mark = Mark(self)
    let options = JSONMachine.Options(
      maximumDepth: maximumDepth, duplicateKeys: .error, skipsSurroundingText: false,
      isLenient: false)
    var machine = JSONMachine(options: options, addingTo: self)
    machine.consume(text)
    let isWhole = machine.endAdding()
    self = machine.builder
    if !isWhole { returnTo(mark) }
    return isWhole
  }
}
