#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

extension GenerationSchema {
  /// The schema of a type that the library knows.
  fileprivate static func builtIn(
    _ type: any Generable.Type, _ kind: Kind, guides: [GuideValue] = []
  ) -> GenerationSchema {
    GenerationSchema(subject: .type(type), kind: kind, guides: guides)
  }

  /// The schema of an integer of fixed width; what 64 bits hold on the negative side is not bounded.
  fileprivate static func integer<Value: FixedWidthInteger & Generable>(
    _ type: Value.Type
  ) -> GenerationSchema {
    let maximum = Value.bitWidth < 64 ? SchemaNumber(Value.max) : nil
    let minimum = Value.bitWidth < 64 || !Value.isSigned ? SchemaNumber(Value.min) : nil
    return builtIn(
      type, .integer, guides: [GuideValue(.bounds(minimum: minimum, maximum: maximum))])
  }
}

extension String: Generable {
  /// A string.
  public static var generationSchema: GenerationSchema { .builtIn(Self.self, .string) }
}

extension Bool: Generable {
  /// A boolean.
  public static var generationSchema: GenerationSchema { .builtIn(Self.self, .boolean) }
}

extension Int: Generable {
  /// An integer.
  public static var generationSchema: GenerationSchema { .builtIn(Self.self, .integer) }
}

extension Int64: Generable {
  /// An integer.
  public static var generationSchema: GenerationSchema { .builtIn(Self.self, .integer) }
}

extension Int32: Generable {
  /// An integer within the bounds of the type.
  public static var generationSchema: GenerationSchema { .integer(Self.self) }
}

extension Int16: Generable {
  /// An integer within the bounds of the type.
  public static var generationSchema: GenerationSchema { .integer(Self.self) }
}

extension Int8: Generable {
  /// An integer within the bounds of the type.
  public static var generationSchema: GenerationSchema { .integer(Self.self) }
}

extension UInt: Generable {
  /// An integer that is not negative.
  public static var generationSchema: GenerationSchema { .integer(Self.self) }
}

extension UInt64: Generable {
  /// An integer that is not negative.
  public static var generationSchema: GenerationSchema { .integer(Self.self) }
}

extension UInt32: Generable {
  /// An integer within the bounds of the type.
  public static var generationSchema: GenerationSchema { .integer(Self.self) }
}

extension UInt16: Generable {
  /// An integer within the bounds of the type.
  public static var generationSchema: GenerationSchema { .integer(Self.self) }
}

extension UInt8: Generable {
  /// An integer within the bounds of the type.
  public static var generationSchema: GenerationSchema { .integer(Self.self) }
}

extension Float: Generable {
  /// A number.
  public static var generationSchema: GenerationSchema { .builtIn(Self.self, .number) }
}

extension Double: Generable {
  /// A number.
  public static var generationSchema: GenerationSchema { .builtIn(Self.self, .number) }
}

extension Decimal: Generable {
  /// A number.
  public static var generationSchema: GenerationSchema { .builtIn(Self.self, .number) }
}

extension UUID: Generable {
  /// A string of the format `uuid` (RFC 9562).
  public static var generationSchema: GenerationSchema {
    .builtIn(Self.self, .string, guides: [GuideValue(.format("uuid"))])
  }
}

extension Date: Generable {
  /// A string of the format `date-time` (RFC 3339).
  public static var generationSchema: GenerationSchema {
    .builtIn(Self.self, .string, guides: [GuideValue(.format("date-time"))])
  }
}

extension URL: Generable {
  /// A string of the format `uri` (RFC 3986).
  public static var generationSchema: GenerationSchema {
    .builtIn(Self.self, .string, guides: [GuideValue(.format("uri"))])
  }
}

extension GeneratedContent: Generable {
  /// Any value.
  public static var generationSchema: GenerationSchema { .builtIn(Self.self, .any) }
}

extension Never: Generable {
  /// No value; resolving it is an error.
  public static var generationSchema: GenerationSchema { .builtIn(Self.self, .never) }
}

extension Array: Generable where Element: Generable {
  /// An array as it is generated: elements appear one by one.
  public typealias PartiallyGenerated = [Element.PartiallyGenerated]

  /// An array of the element's values.
  public static var generationSchema: GenerationSchema {
    GenerationSchema(subject: .type(Self.self), kind: .array(of: .type(Element.self)))
  }
}
