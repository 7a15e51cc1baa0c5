import ContentStorage

extension Optional: ConvertibleToGeneratedContent where Wrapped: ConvertibleToGeneratedContent {
  /// The value as content, or null.
  public var generatedContent: GeneratedContent {
    switch self {
    case .some(let value): value.generatedContent
    case .none: GeneratedContent(StoredContent.null)
    }
  }
}
