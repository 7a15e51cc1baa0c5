import ContentStorage

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

extension GeneratedContent {
  /// Reads an integer of any width, exactly.
  ///
  /// - Throws: ``ConversionError`` if this is not a number, has a fraction, or is out of range.
  package func readInteger<T: FixedWidthInteger>() throws -> T {
    if let value = integerValue, let result = T(exactly: value) { return result }
    return try readRareInteger()
  }

  /// Reads an integer with a fraction of zeros, an exponent, or more than 63 bits.
  private func readRareInteger<T: FixedWidthInteger>() throws -> T {
    guard let number = exactNumber else {
      throw numberText == nil ? mismatch(T.self) : unrepresentable(T.self)
    }
    guard let result = number.integer(T.self) else { throw unrepresentable(T.self) }
    return result
  }

  package init(integer value: some FixedWidthInteger) {
    if let value = Int64(exactly: value) {
      self.init(StoredContent(integer: value))
    } else {
      self.init(number: SchemaNumber(value))
    }
  }
}

extension Int: ConvertibleFromGeneratedContent, ConvertibleToGeneratedContent {
  /// Reads an integer, including `3.0` and `1e3`.
  ///
  /// - Throws: ``GeneratedContent/ConversionError`` if the content is not a number, has a fraction,
  ///   or is out of range.
  public init(_ content: GeneratedContent) throws { self = try content.readInteger() }

  /// The integer as content.
  public var generatedContent: GeneratedContent { GeneratedContent(integer: self) }
}

extension Float: ConvertibleFromGeneratedContent, ConvertibleToGeneratedContent {
  /// Reads the nearest number.
  ///
  /// A number that is too small becomes zero.
  ///
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

  /// The shortest decimal that is read back as this value.
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
  /// Reads the nearest number.
  ///
  /// A number that is too small becomes zero.
  ///
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

  /// The shortest decimal that is read back as this value.
  ///
  /// JSON has no infinity and no NaN; these become null.
  public var generatedContent: GeneratedContent {
    guard let number = SchemaNumber(self) else {
      return GeneratedContent(StoredContent.null)
    }
    return GeneratedContent(number: number)
  }
}

extension Decimal: ConvertibleFromGeneratedContent, ConvertibleToGeneratedContent {
  /// Reads a number, exactly.
  ///
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
