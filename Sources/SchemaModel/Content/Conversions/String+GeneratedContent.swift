extension String: ConvertibleFromGeneratedContent, ConvertibleToGeneratedContent {
  /// Reads a string, as far as it has arrived.
  ///
  /// A string is its own partially generated type, hence the beginning of one is accepted;
  /// ``GeneratedContent/isComplete`` tells whether there is more to come.
  ///
  /// - Parameter content: The content.
  /// - Throws: ``GeneratedContent/ConversionError`` if the content is anything else.
  public init(_ content: GeneratedContent) throws {
    self = try content.requireString(for: String.self)
  }

  /// The string as content.
  public var generatedContent: GeneratedContent {
    var text = self
    return text.withUTF8 { GeneratedContent(string: $0) }
  }
}
