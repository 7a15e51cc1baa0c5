extension Bool: ConvertibleFromGeneratedContent, ConvertibleToGeneratedContent {
  /// Reads a truth value, which a number never is.
  ///
  /// - Parameter content: The content.
  /// - Throws: ``GeneratedContent/ConversionError`` if the content is anything else.
  public init(_ content: GeneratedContent) throws {
    switch content.tag {
    case .true: self = true
    case .false: self = false
    default: throw content.mismatch(Bool.self)
    }
  }

  /// The truth value as content.
  public var generatedContent: GeneratedContent {
    GeneratedContent(scalar: ContentWord(self ? .true : .false))
  }
}
