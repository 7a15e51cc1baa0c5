public import SchemaModel

extension GenerableExpansion {
  /// Returns the id of content, or a new one.
  ///
  /// The function is separate so that its variables take no space on the stack while deeply nested
  /// types are read.
  public static func id(of content: GeneratedContent) -> GenerationID {
    content.id ?? GenerationID()
  }

  /// Returns the partially generated form of a property's value.
  public static func partial<Value: Generable>(_ value: Value) -> Value.PartiallyGenerated? {
    try? value.asPartiallyGenerated()
  }

  /// Returns the partially generated form of an optional property's value.
  public static func partial<Value: Generable>(_ value: Value?) -> Value.PartiallyGenerated? {
    value.flatMap { partial($0) }
  }

  /// Accepts a value whose type is not `Generable`.
  ///
  /// Such a type is an error in the generated schema, at the line of the property. With this
  /// overload, the compiler does not report the type a second time here. A program with a call of
  /// this overload does not compile.
  public static func partial<Value>(_ value: Value) -> Value? { nil }
}
