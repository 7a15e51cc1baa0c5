extension SchemaPath {
  /// A text that is not a JSON Pointer.
  ///
  ///     "/a~b" is not a JSON Pointer: expected "0" or "1" after "~" at byte 3.
  public struct SyntaxError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The text.
    public let text: String

    /// Where the text is wrong, in bytes of UTF-8 from its beginning.
    public let offset: Int

    /// What is expected there.
    public let expected: String

    /// The text, the place and what was expected, as a sentence.
    public var description: String {
      "\(text.debugDescription) is not a JSON Pointer: expected \(expected) at byte \(offset)."
    }
  }
}
