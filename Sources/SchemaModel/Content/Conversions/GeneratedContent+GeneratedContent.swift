extension GeneratedContent: ConvertibleFromGeneratedContent, ConvertibleToGeneratedContent {
  /// The content itself.
  public var generatedContent: GeneratedContent { self }
}
