public import _StringProcessing

// The files in SchemaMacrosPlugin/Generation spell these names in the text of generated code. The
// compiler finds a difference only where a macro is used, so change both together.

/// The functions for the code that `@Generable` generates.
///
/// Do not call them yourself.
public enum GenerableExpansion {
  /// The properties of a value that is being converted to content.
  public struct Properties: ~Copyable {
    // The stack has one such value for each level of a type that contains itself. A
    // `ContentBuilder` instead of this list would take more space.
    private var entries: [(name: String, content: GeneratedContent)] = []
    private let explicitNil: Bool

    /// Creates an empty list.
    public init(explicitNil: Bool = false) { self.explicitNil = explicitNil }

    /// Adds a property.
    public mutating func append(_ name: String, _ value: some Generable) {
      entries.append((name, value.generatedContent))
    }

    /// Adds an optional property.
    public mutating func append(_ name: String, _ value: (some Generable)?) {
      if let value {
        append(name, value)
      } else if explicitNil {
        entries.append((name, GeneratedContent(kind: .null)))
      }
    }

    /// Accepts a value whose type is not `Generable`.
    ///
    /// Such a type is an error in the generated schema, at the line of the property. With this
    /// overload, the compiler does not report the type a second time here. A program with a call of
    /// this overload does not compile.
    public mutating func append<Value>(_ name: String, _ value: Value) {}

    /// Adds the name of an enumeration's case, under the key `type`.
    public mutating func append(type name: String) {
      entries.append(("type", name.generatedContent))
    }

    /// Ends the list.
    public consuming func finish() -> GeneratedContent {
      var builder = ContentBuilder()
      builder.beginObject()
      for entry in entries {
        builder.key(entry.name)
        builder.append(entry.content)
      }
      builder.endObject()
      return builder.finish()
    }
  }

  /// Returns the string for a case: its raw value, if that is a string.
  ///
  /// Generated code calls this function or the next one if only the compiler knows the raw type.
  public static func choice<Value: RawRepresentable>(_ value: Value, named name: String) -> String
  where Value.RawValue == String {
    value.rawValue
  }

  /// Returns the string for a case: its name, if its raw value is not a string.
  public static func choice<Value>(_ value: Value, named name: String) -> String { name }

  /// Returns a guide unchanged.
  ///
  /// Generated code calls this function or the next one for an argument of which only the compiler
  /// knows whether it is a guide or a regular expression.
  public static func guide<Value>(_ guide: GenerationGuide<Value>) -> GenerationGuide<Value> {
    guide
  }

  /// Returns the guide of a regular expression.
  public static func guide<Output>(_ regex: Regex<Output>) -> GenerationGuide<String> {
    .pattern(regex)
  }

  /// Returns the name of the case that content describes.
  ///
  /// - Throws: `GeneratedContent.ConversionError` if there is no name, or if it is not complete.
  public static func type(of content: GeneratedContent, for type: any Any.Type) throws -> String {
    guard content.mayHaveProperties else { throw content.mismatch(type) }
    guard let name = content.property(named: "type") else {
      throw GeneratedContent.ConversionError(
        .missing, expected: nameOfCase(of: type), found: "nothing", path: [.key("type")])
    }
    do {
      try name.requireComplete(for: type)
      return try name.value()
    } catch let error as GeneratedContent.ConversionError {
      throw error.located(in: .key("type"))
    }
  }

  /// Returns the error for content that is not a case of an enumeration without values.
  public static func unexpected(
    _ content: GeneratedContent, for type: any Generable.Type
  ) -> GeneratedContent.ConversionError {
    GeneratedContent.ConversionError(
      .notRepresentable, expected: expectation(of: type),
      found: content.foundDescription)
  }

  /// Returns the error for content that names an unknown case of an enumeration with values.
  public static func unexpectedType(
    of content: GeneratedContent, for type: any Any.Type
  ) -> GeneratedContent.ConversionError {
    let name = content.property(named: "type")
    return GeneratedContent.ConversionError(
      .notRepresentable, expected: nameOfCase(of: type),
      found: name?.foundDescription ?? "nothing", path: [.key("type")])
  }

  private static func nameOfCase(of type: any Any.Type) -> String {
    "the name of a case of " + _typeName(type, qualified: false)
  }

  /// Returns the name of a type with its first choices.
  private static func expectation(of type: any Generable.Type) -> String {
    let name = "a case of " + _typeName(type, qualified: false)
    for guide in type.generationSchema.declaration.guides {
      guard case .choices(let choices) = guide.constraint else { continue }
      let list = choices.prefix(12).map { "\"\($0)\"" }.joined(separator: ", ")
      return "\(name) (\(list)\(choices.count > 12 ? ", …" : ""))"
    }
    return name
  }
}
