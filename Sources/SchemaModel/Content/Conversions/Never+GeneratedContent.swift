extension Never: ConvertibleFromGeneratedContent, ConvertibleToGeneratedContent {
  /// Throws, whatever the content, since there is no such value.
  ///
  /// - Parameter content: The content.
  /// - Throws: ``GeneratedContent/ConversionError`` always.
  public init(_ content: GeneratedContent) throws {
    throw content.mismatch(Never.self)
  }

  /// Never read, since there is no such value.
  public var generatedContent: GeneratedContent {
    switch self {}
  }
}
