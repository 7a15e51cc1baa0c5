#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

extension Decimal: ConvertibleFromGeneratedContent, ConvertibleToGeneratedContent {
  /// Reads a number, exactly.
  ///
  /// - Parameter content: The content.
  /// - Throws: ``GeneratedContent/ConversionError`` if the content is no number, or if a decimal
  ///   cannot hold all its digits. Nothing is rounded.
  public init(_ content: GeneratedContent) throws {
    guard let value = content.exactNumber?.decimalValue else {
      throw content.numberText == nil
        ? content.mismatch(Decimal.self) : content.unrepresentable(Decimal.self)
    }
    self = value
  }

  /// The decimal as content, or null if it is not a number.
  public var generatedContent: GeneratedContent {
    guard let number = SchemaNumber(self) else {
      return GeneratedContent(scalar: ContentWord(.null))
    }
    return GeneratedContent(number: number)
  }
}

extension SchemaNumber {
  /// The value as a decimal, or `nil` if a decimal cannot hold all its digits.
  public var decimalValue: Decimal? {
    switch storage {
    case .integer(let value):
      return Decimal(value)
    case .decimal(let significand, let exponent):
      return SchemaNumber.decimal(
        Decimal(significand.magnitude), isNegative: significand < 0, exponent: Int(exponent))
    case .large(let large):
      // A decimal has 128 bits, hence 38 digits always fit.
      guard large.digits.count <= 38 else { return nil }
      var value = Decimal(0)
      for digit in large.digits { value = value * 10 + Decimal(digit) }
      return SchemaNumber.decimal(value, isNegative: large.isNegative, exponent: large.exponent)
    }
  }

  /// A decimal by its parts, if its exponent, of 8 bits, can be made to fit.
  private static func decimal(
    _ significand: Decimal, isNegative: Bool, exponent: Int
  ) -> Decimal? {
    var significand = significand
    var exponent = exponent
    while exponent > 127 {
      // 38 digits are reached soon.
      guard significand < Decimal(sign: .plus, exponent: 37, significand: 1) else { return nil }
      significand *= 10
      exponent -= 1
    }
    guard exponent >= -128 else { return nil }
    return Decimal(
      sign: isNegative ? .minus : .plus, exponent: exponent, significand: significand)
  }
}
