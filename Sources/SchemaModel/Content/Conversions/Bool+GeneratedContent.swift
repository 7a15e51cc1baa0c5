import ContentStorage

extension Bool: ConvertibleFromGeneratedContent, ConvertibleToGeneratedContent {
  /// Reads a boolean; a number is not one.
  ///
  /// - Parameter content: The content.
  /// - Throws: ``GeneratedContent/ConversionError`` if the content is anything else.
  public init(_ content: GeneratedContent) throws {
    guard let value = content.truth else { throw content.mismatch(Bool.self) }
    self = value
  }

  /// The boolean as content.
  public var generatedContent: GeneratedContent {
    GeneratedContent(StoredContent(bool: self))
  }
}
