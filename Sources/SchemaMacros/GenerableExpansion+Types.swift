public import SchemaModel

// Generated code takes the type of a property from the property, and does not repeat it: a type
// that does not exist would cause another error at each repetition.

extension GenerableExpansion {
  /// Returns the type of a value of a case.
  ///
  /// - Parameter get: A function that reads the value. It is not called.
  /// - Returns: The type.
  @inlinable
  public static func valueType<Whole, Value>(_ get: (Whole) throws -> Value) -> Value.Type {
    Value.self
  }

  /// Returns the type of a value of a case, which has to be `Generable`.
  ///
  /// - Parameter type: The type.
  /// - Returns: The type.
  @inlinable
  public static func generable<Value: Generable>(_ type: Value.Type) -> Value.Type { type }

  /// Returns the type of an optional value of a case, which has to be `Generable`.
  ///
  /// - Parameter type: The type.
  /// - Returns: The type.
  @inlinable
  public static func generable<Value: Generable>(_ type: Value?.Type) -> Value?.Type { type }

  /// Reports a type that is not `Generable`, by the message of this unavailable overload.
  ///
  /// - Parameter type: The type.
  /// - Returns: A type that fits, so that the compiler reports no other error there.
  @available(
    *, unavailable,
    message: """
      the type of a value of this case does not conform to 'Generable'. Attach '@Generable' to the \
      type's declaration, declare an array instead of a set, or write '<Value: Generable>' for a \
      type parameter.
      """
  )
  public static func generable<Value>(_ type: Value.Type) -> GeneratedContent.Type {
    GeneratedContent.self
  }

  /// Returns the type of a property.
  ///
  /// - Parameter get: A function that reads the property. It is not called.
  /// - Returns: The type.
  @inlinable
  public static func propertyType<Whole, Value: Generable>(
    _ get: (Whole) -> Value
  ) -> Value.Type { Value.self }

  /// Returns the type of an optional property.
  ///
  /// - Parameter get: A function that reads the property. It is not called.
  /// - Returns: The type.
  @inlinable
  public static func propertyType<Whole, Value: Generable>(
    _ get: (Whole) -> Value?
  ) -> Value?.Type { Value?.self }

  /// Reports a type that is not `Generable`, by the message of this unavailable overload.
  ///
  /// - Parameter get: A function that reads the property. It is not called.
  /// - Returns: A type that fits, so that the compiler reports no other error there.
  @available(
    *, unavailable,
    message: """
      the type of this property does not conform to 'Generable'. Attach '@Generable' to the \
      type's declaration, declare an array instead of a set, or write '<Value: Generable>' for a \
      type parameter.
      """
  )
  public static func propertyType<Whole, Value>(
    _ get: (Whole) -> Value
  ) -> GeneratedContent.Type { GeneratedContent.self }

  /// Reports guides for another type than the type of the property, by the message of this
  /// overload.
  ///
  /// - Parameter get: A function that reads the property. It is not called.
  /// - Returns: The type that the guides are for.
  @available(
    *, unavailable,
    message: """
      the guides of this property do not apply to its type, or the type does not conform to \
      'Generable'. Declare an array instead of a set.
      """
  )
  @_disfavoredOverload
  public static func propertyType<Whole, Value, Guided: Generable>(
    _ get: (Whole) -> Value
  ) -> Guided.Type { Guided.self }

  /// Returns the initial value of a property of a partially generated type.
  ///
  /// - Parameter get: A function that reads the property of the complete value. It is not called.
  /// - Returns: `nil`.
  @inlinable
  public static func absent<Whole, Value: Generable>(
    _ get: (Whole) -> Value
  ) -> Value.PartiallyGenerated? { nil }

  /// Returns the initial value of a property of a partially generated type, for an optional
  /// property.
  ///
  /// - Parameter get: A function that reads the property of the complete value. It is not called.
  /// - Returns: `nil`.
  @inlinable
  public static func absent<Whole, Value: Generable>(
    _ get: (Whole) -> Value?
  ) -> Value.PartiallyGenerated? { nil }

  /// Accepts a property whose type is not `Generable`.
  ///
  /// Such a type is an error in the generated schema, at the line of the property. With this
  /// overload, the compiler does not report the type a second time here. A program with a call of
  /// this overload does not compile.
  ///
  /// - Parameter get: A function that reads the property of the complete value. It is not called.
  /// - Returns: `nil`.
  @inlinable
  public static func absent<Whole, Value>(_ get: (Whole) -> Value) -> Value? { nil }

  /// The error of a function that reads a value of a case, if the value is another case.
  public struct NoValue: Error, CustomStringConvertible {
    /// Creates the error.
    public init() {}

    /// The problem, as a sentence.
    public var description: String { "The value is another case." }
  }
}
