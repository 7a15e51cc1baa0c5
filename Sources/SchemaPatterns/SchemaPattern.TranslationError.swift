extension SchemaPattern {
  /// An error for a regular expression that cannot be a JSON Schema pattern.
  ///
  ///     do {
  ///       _ = try SchemaPattern(/(?>ab)c/)
  ///     } catch let error as SchemaPattern.TranslationError {
  ///       error.construct  // (?>
  ///       error.offset  // 0
  ///     }
  public struct TranslationError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The part of the pattern that has no translation.
    public let construct: String

    /// Where the construct begins, in UTF-8 bytes from the start of the pattern's text.
    ///
    /// For a Swift regex, this is the text that Swift gives for it, which can differ from the
    /// source: comments are missing, for example.
    public let offset: Int

    /// What is wrong, as a sentence.
    public let reason: String

    /// What to write instead, as a sentence.
    public let suggestion: String

    /// The construct, its offset, the reason and the suggestion in one line.
    public var description: String {
      "'\(construct)' at offset \(offset) cannot be part of a JSON Schema pattern: \(reason) "
        + suggestion
    }
  }
}
