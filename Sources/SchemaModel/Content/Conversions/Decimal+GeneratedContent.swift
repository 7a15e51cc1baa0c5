import ContentStorage

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

extension Decimal: ConvertibleFromGeneratedContent, ConvertibleToGeneratedContent {
  /// Reads a number, exactly.
  ///
  /// - Parameter content: The content.
  /// - Throws: ``GeneratedContent/ConversionError`` if the content is not a number, or if a decimal
  ///   cannot hold all its digits. Nothing is rounded.
  public init(_ content: GeneratedContent) throws {
    guard let value = content.exactNumber?.decimalValue else {
      throw content.numberText == nil
        ? content.mismatch(Decimal.self) : content.unrepresentable(Decimal.self)
    }
    self = value
  }

  /// The decimal as content, or null if it is NaN.
  public var generatedContent: GeneratedContent {
    guard let number = SchemaNumber(self) else {
      return GeneratedContent(StoredContent.null)
    }
    return GeneratedContent(number: number)
  }
}
