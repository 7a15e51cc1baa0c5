public import SchemaModel

extension GenerableExpansion {
  /// Reads the properties of a value that is made from content.
  public struct PropertyReader: ~Copyable {
    @usableFromInline
    var reader: GeneratedContent.PropertyReader

    /// Creates a reader.
    @inlinable
    public init(_ content: GeneratedContent) { reader = GeneratedContent.PropertyReader(content) }

    /// Reads a required property.
    ///
    /// - Throws: `GeneratedContent.ConversionError` if the value is missing or of another type.
    @inlinable
    public mutating func value<Value: ConvertibleFromGeneratedContent>(
      forProperty property: StaticString
    ) throws -> Value {
      try reader.value(Value.self, forProperty: property)
    }

    /// Reads an optional property.
    ///
    /// - Throws: `GeneratedContent.ConversionError` if it is of another type.
    @inlinable
    public mutating func value<Value: ConvertibleFromGeneratedContent>(
      forProperty property: StaticString
    ) throws -> Value? {
      try reader.value(Value?.self, forProperty: property)
    }

    /// Accepts the reading of a value whose type is not `Generable`.
    ///
    /// Such a type is an error in the generated schema, at the line of the property. With this
    /// overload, the compiler does not report the type a second time here. A program with a call of
    /// this overload does not compile.
    ///
    /// - Throws: `GeneratedContent.ConversionError`, always.
    public mutating func value<Value>(forProperty property: StaticString) throws -> Value {
      throw GeneratedContent.ConversionError(
        .typeMismatch, expected: "a Generable type", found: _typeName(Value.self, qualified: false),
        path: [.key(property.description)])
    }
  }

  /// Checks that the type of a property is `Generable`: otherwise the call does not compile.
  public static func requireGenerable<Value: Generable>(_ type: Value.Type) {}

  /// Checks that the type of an optional property is `Generable`: otherwise the call does not
  /// compile.
  public static func requireGenerable<Value: Generable>(_ type: Value?.Type) {}
}
