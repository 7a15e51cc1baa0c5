/// Text that the parser writes directly to its final place.
extension ContentBuilder {
  /// Returns room for text after all text so far.
  ///
  /// It is valid until text is added by another function than those in this file.
  ///
  /// - Parameter count: The number of bytes to write.
  /// - Returns: The address to write to, or `nil` if there would be too much text, which is
  ///   recorded.
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
  /// - Parameter count: The length of a number by the grammar of RFC 8259 with a fraction or an
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

  /// Adds bytes that were written to the room to the current string or key.
  mutating func text(written count: Int) {
    guard state == .stringText || state == .keyText else { return note(.unexpectedText) }
    _ = take(count)
  }

  /// Counts bytes as text, and returns their beginning.
  @inline(__always)
  private mutating func take(_ count: Int) -> Int {
    let offset = textCount
    precondition(count >= 0 && count <= textCapacity - offset)
    textCount = offset + count
    return offset
  }
}

/// Adding JSON text.
extension ContentBuilder {
  /// Adds the value of a JSON text (RFC 8259) as the next value.
  ///
  /// The value is parsed in its place. A text that is not JSON, or is cut off, adds nothing.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - maximumDepth: The largest nesting depth of arrays and objects, including those around the
  ///     value.
  /// - Returns: `true` if the text is JSON.
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
