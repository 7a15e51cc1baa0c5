public import SchemaModel

// Generated code takes the type of a property from the property, and does not repeat it: a type
// that does not exist would cause another error at each repetition.

extension GenerableExpansion {
  /// Returns the type of a value of a case.
  @inlinable
  public static func valueType<Whole, Value>(_ get: (Whole) throws -> Value) -> Value.Type {
    Value.self
  }

  /// Returns the type of a value of a case, which has to be `Generable`.
  @inlinable
  public static func generable<Value: Generable>(_ type: Value.Type) -> Value.Type { type }

  /// Returns the type of an optional value of a case, which has to be `Generable`.
  @inlinable
  public static func generable<Value: Generable>(_ type: Value?.Type) -> Value?.Type { type }

  /// Reports a type that is not `Generable`, by the message of this unavailable overload.
  @available(
    *, unavailable,
    message: """
      the type of a value of this case does not conform to 'Generable'. If it is your own type, \
      attach '@Generable' to its declaration. If it is a set, use an array. If it is a type \
      parameter, declare it as '<Value: Generable>'.
      """
  )
  public static func generable<Value>(_ type: Value.Type) -> GeneratedContent.Type {
    GeneratedContent.self
  }

  /// Returns the type of a property, which has to be `Generable`.
  @inlinable
  public static func generableProperty<Whole, Value: Generable>(
    _ get: (Whole) -> Value
  ) -> Value.Type { Value.self }

  /// Returns the type of an optional property, which has to be `Generable`.
  @inlinable
  public static func generableProperty<Whole, Value: Generable>(
    _ get: (Whole) -> Value?
  ) -> Value?.Type { Value?.self }

  /// Reports a type that is not `Generable`, by the message of this unavailable overload.
  @available(
    *, unavailable,
    message: """
      the type of this property does not conform to 'Generable'. If it is your own type, attach \
      '@Generable' to its declaration. If it is a set, use an array. If it is a type parameter, \
      declare it as '<Value: Generable>'.
      """
  )
  public static func generableProperty<Whole, Value>(
    _ get: (Whole) -> Value
  ) -> GeneratedContent.Type { GeneratedContent.self }

  /// Reports guides for another type than the type of the property, by the message of this
  /// overload.
  @available(
    *, unavailable,
    message: """
      a guide of this property is for another type than the property has, or the property's type \
      does not conform to 'Generable'. Use guides for the type of the property. If the type is a \
      set, use an array.
      """
  )
  @_disfavoredOverload
  public static func generableProperty<Whole, Value, Guided: Generable>(
    _ get: (Whole) -> Value
  ) -> Guided.Type { Guided.self }

  /// Returns the initial value of a property of a partially generated type.
  @inlinable
  public static func absent<Whole, Value: Generable>(
    _ get: (Whole) -> Value
  ) -> Value.PartiallyGenerated? { nil }

  /// Returns the initial value of a property of a partially generated type, for an optional
  /// property.
  @inlinable
  public static func absent<Whole, Value: Generable>(
    _ get: (Whole) -> Value?
  ) -> Value.PartiallyGenerated? { nil }

  /// Accepts a property whose type is not `Generable`.
  ///
  /// Such a type is an error in the generated schema, at the line of the property. With this
  /// overload, the compiler does not report the type a second time here. A program with a call of
  /// this overload does not compile.
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
