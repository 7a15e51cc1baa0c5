public import SchemaModel

extension SchemaNumber: Generable {
  /// A number.
  public static var generationSchema: GenerationSchema {
    GenerationSchema(subject: .type(SchemaNumber.self), kind: .number)
  }

  /// Reads a number, exactly.
  ///
  /// - Parameter content: The content.
  /// - Throws: `GeneratedContent.ConversionError` if the content is not a number.
  public init(_ content: GeneratedContent) throws {
    guard let number = content.exactNumber else {
      throw content.numberText == nil
        ? content.mismatch(SchemaNumber.self) : content.unrepresentable(SchemaNumber.self)
    }
    self = number
  }

  /// The number as content.
  public var generatedContent: GeneratedContent { GeneratedContent(number: self) }
}
