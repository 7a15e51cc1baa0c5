import ContentStorage

extension Float: ConvertibleFromGeneratedContent, ConvertibleToGeneratedContent {
  /// Reads the nearest number there is.
  ///
  /// What is too small becomes zero.
  ///
  /// - Parameter content: The content.
  /// - Throws: ``GeneratedContent/ConversionError`` if the content is not a number or is too large.
  public init(_ content: GeneratedContent) throws {
    if let value = content.integerValue {
      self = Float(value)
    } else if let value = content.withNumberText({ NumberScan.float($0) }) {
      self = value
    } else {
      throw content.numberText == nil
        ? content.mismatch(Float.self) : content.unrepresentable(Float.self)
    }
  }

  /// The shortest decimal that reads back as this value.
  ///
  /// JSON has no infinity and no NaN; these become null.
  public var generatedContent: GeneratedContent {
    guard let number = SchemaNumber(self) else {
      return GeneratedContent(StoredContent.null)
    }
    return GeneratedContent(number: number)
  }
}

extension Double: ConvertibleFromGeneratedContent, ConvertibleToGeneratedContent {
  /// Reads the nearest number there is.
  ///
  /// What is too small becomes zero.
  ///
  /// - Parameter content: The content.
  /// - Throws: ``GeneratedContent/ConversionError`` if the content is not a number or is too large.
  public init(_ content: GeneratedContent) throws {
    if let value = content.integerValue {
      self = Double(value)
    } else if let value = content.withNumberText({ NumberScan.double($0) }) {
      self = value
    } else {
      throw content.numberText == nil
        ? content.mismatch(Double.self) : content.unrepresentable(Double.self)
    }
  }

  /// The shortest decimal that reads back as this value.
  ///
  /// JSON has no infinity and no NaN; these become null.
  public var generatedContent: GeneratedContent {
    guard let number = SchemaNumber(self) else {
      return GeneratedContent(StoredContent.null)
    }
    return GeneratedContent(number: number)
  }
}
