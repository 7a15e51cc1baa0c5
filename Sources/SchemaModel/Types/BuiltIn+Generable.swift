#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// The schemas of the types that the library knows, each made once.
private enum BuiltInSchema {
  static let string = schema(String.self, .string)
  static let bool = schema(Bool.self, .boolean)
  static let int = schema(Int.self, .integer)
  static let int64 = schema(Int64.self, .integer)
  static let int32 = integer(Int32.self)
  static let int16 = integer(Int16.self)
  static let int8 = integer(Int8.self)
  static let uint = integer(UInt.self)
  static let uint64 = integer(UInt64.self)
  static let uint32 = integer(UInt32.self)
  static let uint16 = integer(UInt16.self)
  static let uint8 = integer(UInt8.self)
  static let float = schema(Float.self, .number)
  static let double = schema(Double.self, .number)
  static let decimal = schema(Decimal.self, .number)
  static let uuid = schema(UUID.self, .string, guides: [GuideValue(.format("uuid"))])
  static let date = schema(Date.self, .string, guides: [GuideValue(.format("date-time"))])
  static let url = schema(URL.self, .string, guides: [GuideValue(.format("uri"))])
  static let content = schema(GeneratedContent.self, .any)
  static let never = schema(Never.self, .never)

  private static func schema(
    _ type: any Any.Type, _ kind: GenerationSchema.Kind, guides: [GuideValue] = []
  ) -> GenerationSchema {
    GenerationSchema(subject: .type(type), kind: kind, guides: guides)
  }

  /// The schema of an integer of fixed width; what 64 bits hold on the negative side is not bounded.
  private static func integer<Value: FixedWidthInteger>(_ type: Value.Type) -> GenerationSchema {
    let maximum = Value.bitWidth < 64 ? SchemaNumber(Value.max) : nil
    let minimum = Value.bitWidth < 64 || !Value.isSigned ? SchemaNumber(Value.min) : nil
    return schema(
      type, .integer, guides: [GuideValue(.bounds(minimum: minimum, maximum: maximum))])
  }
}

extension String: Generable {
  /// A string.
  public static var generationSchema: GenerationSchema { BuiltInSchema.string }
}

extension Bool: Generable {
  /// A boolean.
  public static var generationSchema: GenerationSchema { BuiltInSchema.bool }
}

extension Int: Generable {
  /// An integer.
  public static var generationSchema: GenerationSchema { BuiltInSchema.int }
}

extension Int64: Generable {
  /// An integer.
  public static var generationSchema: GenerationSchema { BuiltInSchema.int64 }
}

extension Int32: Generable {
  /// An integer within the bounds of the type.
  public static var generationSchema: GenerationSchema { BuiltInSchema.int32 }
}

extension Int16: Generable {
  /// An integer within the bounds of the type.
  public static var generationSchema: GenerationSchema { BuiltInSchema.int16 }
}

extension Int8: Generable {
  /// An integer within the bounds of the type.
  public static var generationSchema: GenerationSchema { BuiltInSchema.int8 }
}

extension UInt: Generable {
  /// An integer that is not negative.
  public static var generationSchema: GenerationSchema { BuiltInSchema.uint }
}

extension UInt64: Generable {
  /// An integer that is not negative.
  public static var generationSchema: GenerationSchema { BuiltInSchema.uint64 }
}

extension UInt32: Generable {
  /// An integer within the bounds of the type.
  public static var generationSchema: GenerationSchema { BuiltInSchema.uint32 }
}

extension UInt16: Generable {
  /// An integer within the bounds of the type.
  public static var generationSchema: GenerationSchema { BuiltInSchema.uint16 }
}

extension UInt8: Generable {
  /// An integer within the bounds of the type.
  public static var generationSchema: GenerationSchema { BuiltInSchema.uint8 }
}

extension Float: Generable {
  /// A number.
  public static var generationSchema: GenerationSchema { BuiltInSchema.float }
}

extension Double: Generable {
  /// A number.
  public static var generationSchema: GenerationSchema { BuiltInSchema.double }
}

extension Decimal: Generable {
  /// A number.
  public static var generationSchema: GenerationSchema { BuiltInSchema.decimal }
}

extension UUID: Generable {
  /// A string of the format `uuid` (RFC 9562).
  public static var generationSchema: GenerationSchema { BuiltInSchema.uuid }
}

extension Date: Generable {
  /// A string of the format `date-time` (RFC 3339).
  public static var generationSchema: GenerationSchema { BuiltInSchema.date }
}

extension URL: Generable {
  /// A string of the format `uri` (RFC 3986).
  public static var generationSchema: GenerationSchema { BuiltInSchema.url }
}

extension GeneratedContent: Generable {
  /// Any value.
  public static var generationSchema: GenerationSchema { BuiltInSchema.content }
}

extension Never: Generable {
  /// No value; resolving it is an error.
  public static var generationSchema: GenerationSchema { BuiltInSchema.never }
}

extension Array: Generable where Element: Generable {
  /// An array as it is generated: elements appear one by one.
  public typealias PartiallyGenerated = [Element.PartiallyGenerated]

  /// An array of the element's values.
  public static var generationSchema: GenerationSchema {
    GenerationSchema(subject: .type(Self.self), kind: .array(of: .type(Element.self)))
  }
}

extension Dictionary: Generable where Key == String, Value: Generable {
  /// A dictionary as it is generated: properties appear one by one.
  public typealias PartiallyGenerated = [String: Value.PartiallyGenerated]

  /// An object whose properties have any names, each with one of the values.
  public static var generationSchema: GenerationSchema {
    GenerationSchema(
      subject: .type(Self.self), kind: .object([], additional: .type(Value.self)))
  }
}
