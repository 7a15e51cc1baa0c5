import ContentStorage

extension GeneratedContent: ConvertibleFromGeneratedContent, ConvertibleToGeneratedContent {
  /// The content itself.
  public var generatedContent: GeneratedContent { self }
}

extension Bool: ConvertibleFromGeneratedContent, ConvertibleToGeneratedContent {
  /// Reads a boolean, but not a number.
  ///
  /// - Throws: ``GeneratedContent/ConversionError`` if the content is anything else.
  public init(_ content: GeneratedContent) throws {
    guard let value = content.truth else { throw content.mismatch(Bool.self) }
    self = value
  }

  /// The boolean as content.
  public var generatedContent: GeneratedContent { GeneratedContent(StoredContent(bool: self)) }
}

extension String: ConvertibleFromGeneratedContent, ConvertibleToGeneratedContent {
  /// Reads a string.
  ///
  /// - Throws: ``GeneratedContent/ConversionError`` if the content is anything else, or is not
  ///   complete; ``GeneratedContent/partialValue(_:)`` accepts the beginning of a string.
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

extension Optional: ConvertibleToGeneratedContent where Wrapped: ConvertibleToGeneratedContent {
  /// The value as content, or null.
  public var generatedContent: GeneratedContent {
    switch self {
    case .some(let value): value.generatedContent
    case .none: GeneratedContent(StoredContent.null)
    }
  }
}

extension Never: ConvertibleFromGeneratedContent, ConvertibleToGeneratedContent {
  /// Always throws, since `Never` has no value.
  ///
  /// - Throws: ``GeneratedContent/ConversionError`` always.
  public init(_ content: GeneratedContent) throws { throw content.mismatch(Never.self) }

  /// Never called, since the value cannot exist.
  public var generatedContent: GeneratedContent {
    switch self {}
  }
}
