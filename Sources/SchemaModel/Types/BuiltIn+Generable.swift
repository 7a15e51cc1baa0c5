#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// The schemas of the built-in types, each made once.
private enum BuiltInSchema {
  static let string = schema(String.self, .string)
  static let bool = schema(Bool.self, .boolean)
  static let int = schema(Int.self, .integer)
  static let float = schema(Float.self, .number)
  static let double = schema(Double.self, .number)
  static let decimal = schema(Decimal.self, .number)
  static let content = schema(GeneratedContent.self, .any)
  static let never = schema(Never.self, .never)

  private static func schema(
    _ type: any Any.Type, _ kind: GenerationSchema.Kind
  ) -> GenerationSchema {
    GenerationSchema(subject: .type(type), kind: kind)
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

extension GeneratedContent: Generable {
  /// Any value.
  public static var generationSchema: GenerationSchema { BuiltInSchema.content }
}

extension Never: Generable {
  /// No value; resolving the schema is an error.
  public static var generationSchema: GenerationSchema { BuiltInSchema.never }
}

extension Array: Generable where Element: Generable {
  /// An incomplete array, whose elements appear one by one.
  public typealias PartiallyGenerated = [Element.PartiallyGenerated]

  /// An array of the element's values.
  public static var generationSchema: GenerationSchema {
    GenerationSchema(subject: .type(Self.self), kind: .array(of: .type(Element.self)))
  }

  /// Returns the elements in the partially generated form.
  ///
  /// - Throws: An error from the type of the elements, for an element that it cannot convert.
  public func asPartiallyGenerated() throws -> [Element.PartiallyGenerated] {
    try map { try $0.asPartiallyGenerated() }
  }
}

extension Array where Element: Generable, Element.PartiallyGenerated == Element {
  /// Returns this array, whose elements are their own partially generated form.
  public func asPartiallyGenerated() -> [Element] { self }
}
