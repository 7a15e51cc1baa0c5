import ContentStorage

extension String: ConvertibleFromGeneratedContent, ConvertibleToGeneratedContent {
  /// Reads a string.
  ///
  /// - Parameter content: The content.
  /// - Throws: ``GeneratedContent/ConversionError`` if the content is anything else, or is not
  ///   complete; ``GeneratedContent/partialValue(_:)`` takes the beginning of a string.
  public init(_ content: GeneratedContent) throws {
    guard let text = content.text else {
      throw content.isNothingYet
        ? content.incompleteness(for: String.self) : content.mismatch(String.self)
    }
    try content.requireReadable(for: String.self)
    self = text
  }

  /// The string as content.
  public var generatedContent: GeneratedContent { GeneratedContent(StoredContent(string: self)) }
}
