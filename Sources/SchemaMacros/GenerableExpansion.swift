public import _StringProcessing

/// What the code that `@Generable` generates calls.
///
/// There is nothing here to call by hand.
public enum GenerableExpansion {
  /// The properties of a value on the way to becoming content.
  public struct Properties: ~Copyable {
    // A builder would spare the list, but not the stack: types that contain themselves have one of
    // these on it at each level.
    private var entries: [(name: String, content: GeneratedContent)] = []
    private let explicitNil: Bool

    /// Creates an empty list.
    ///
    /// - Parameter explicitNil: Whether a property that is `nil` is written, as null.
    public init(explicitNil: Bool = false) {
      self.explicitNil = explicitNil
    }

    /// Adds a property.
    ///
    /// - Parameters:
    ///   - name: The key.
    ///   - value: The value.
    public mutating func append(_ name: String, _ value: some Generable) {
      entries.append((name, value.generatedContent))
    }

    /// Adds a property that may have no value.
    ///
    /// - Parameters:
    ///   - name: The key.
    ///   - value: The value, or `nil`.
    public mutating func append(_ name: String, _ value: (some Generable)?) {
      if let value {
        append(name, value)
      } else if explicitNil {
        entries.append((name, GeneratedContent(kind: .null)))
      }
    }

    /// Takes a value whose type is not `Generable`.
    ///
    /// Such a type is an error in the generated schema, at the line of the property. This overload
    /// keeps the compiler from reporting it here again; a program that contains a call of it does
    /// not compile.
    ///
    /// - Parameters:
    ///   - name: The key.
    ///   - value: The value.
    public mutating func append<Value>(_ name: String, _ value: Value) {}

    /// Adds the name of an enumeration's case, under the key `type`.
    ///
    /// - Parameter name: The name.
    public mutating func append(type name: String) {
      entries.append(("type", name.generatedContent))
    }

    /// Ends the list.
    ///
    /// - Returns: The content.
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

  /// The string that stands for a case: its raw value, if that is a string.
  ///
  /// - Parameters:
  ///   - value: The case.
  ///   - name: The name of the case.
  /// - Returns: The raw value.
  public static func choice<Value: RawRepresentable>(_ value: Value, named name: String) -> String
  where Value.RawValue == String {
    value.rawValue
  }

  /// The string that stands for a case: its name, if its raw value is not a string.
  ///
  /// - Parameters:
  ///   - value: The case.
  ///   - name: The name of the case.
  /// - Returns: The name.
  public static func choice<Value>(_ value: Value, named name: String) -> String {
    name
  }

  /// A guide as it is.
  public static func guide<Value>(_ guide: GenerationGuide<Value>) -> GenerationGuide<Value> {
    guide
  }

  /// The guide that a regular expression stands for.
  public static func guide<Output>(_ regex: Regex<Output>) -> GenerationGuide<String> {
    .pattern(regex)
  }

  /// The name of the case that content describes; it has to be complete.
  ///
  /// - Parameters:
  ///   - content: The content of an enumeration with values.
  ///   - type: The enumeration.
  /// - Returns: The name.
  /// - Throws: `GeneratedContent.ConversionError` if there is no name, or not all of it yet.
  public static func type(of content: GeneratedContent, for type: any Any.Type) throws -> String {
    let name: GeneratedContent = try content.value(forProperty: "type")
    do {
      try name.requireComplete(for: type)
      return try name.value()
    } catch let error as GeneratedContent.ConversionError {
      throw error.located(in: .key("type"))
    }
  }

  /// The error that content is not a case of an enumeration without values.
  ///
  /// - Parameters:
  ///   - content: The content.
  ///   - type: The enumeration.
  /// - Returns: The error.
  public static func unexpected(
    _ content: GeneratedContent, for type: any Generable.Type
  ) -> GeneratedContent.ConversionError {
    GeneratedContent.ConversionError(
      .notRepresentable, expected: expectation(of: type),
      found: content.foundDescription)
  }

  /// The error that content names a case that an enumeration with values does not have.
  ///
  /// - Parameters:
  ///   - content: The content.
  ///   - type: The enumeration.
  /// - Returns: The error.
  public static func unexpectedType(
    of content: GeneratedContent, for type: any Any.Type
  ) -> GeneratedContent.ConversionError {
    let name = try? content.value(GeneratedContent.self, forProperty: "type")
    return GeneratedContent.ConversionError(
      .notRepresentable, expected: "the name of a case of \(_typeName(type, qualified: false))",
      found: name?.foundDescription ?? "nothing", path: [.key("type")])
  }

  /// The name of a type with its choices, of which no more are named than a reader reads.
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
