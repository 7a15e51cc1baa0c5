public import SchemaModel

/// The conformance of integers of fixed width.
extension Generable where Self: FixedWidthInteger {
  /// An integer.
  ///
  /// The schema states the bounds of a type with fewer than 64 bits. Of a type with 64 bits, it
  /// states only the minimum of an unsigned type.
  public static var generationSchema: GenerationSchema {
    let isNarrow = bitWidth < 64
    let minimum = isNarrow || !isSigned ? SchemaNumber(min) : nil
    let maximum = isNarrow ? SchemaNumber(max) : nil
    let bounds = GuideValue(.bounds(minimum: minimum, maximum: maximum))
    return GenerationSchema(
      subject: .type(Self.self), kind: .integer,
      guides: minimum == nil ? [] : [bounds])
  }

  /// Reads an integer, including `3.0` and `1e3`.
  ///
  /// - Throws: `GeneratedContent.ConversionError` if the content is not a number, has a fraction,
  ///   or is out of range.
  public init(_ content: GeneratedContent) throws { self = try content.readInteger() }

  /// The integer as content.
  public var generatedContent: GeneratedContent { GeneratedContent(integer: self) }
}

extension Int8: Generable {}
extension Int16: Generable {}
extension Int32: Generable {}
extension Int64: Generable {}
extension UInt: Generable {}
extension UInt8: Generable {}
extension UInt16: Generable {}
extension UInt32: Generable {}
extension UInt64: Generable {}

extension SchemaNumber: Generable {
  /// A number.
  public static var generationSchema: GenerationSchema {
    GenerationSchema(subject: .type(SchemaNumber.self), kind: .number)
  }

  /// Reads a number, exactly.
  ///
  /// - Throws: `GeneratedContent.ConversionError` if the content is not a number, or its exponent
  ///   has more than 17 digits.
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
