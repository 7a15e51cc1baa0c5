public import SchemaModel

extension Dictionary: ConvertibleFromGeneratedContent
where Key == String, Value: ConvertibleFromGeneratedContent {
  /// Reads a dictionary.
  ///
  /// If partial values are read, with `GeneratedContent.partialValue(_:)` or because the values are
  /// partially generated, the structure may be incomplete. An incomplete last value is left out if
  /// it cannot be read yet, such as half a date.
  ///
  /// - Throws: `GeneratedContent.ConversionError` if the content is not a structure, is not
  ///   complete, has two names that Swift considers equal, or if a complete value cannot be read.
  ///   The path of the error then begins with the name of the value.
  public init(_ content: GeneratedContent) throws {
    guard content.mayHaveProperties else { throw content.mismatch([String: Value].self) }
    try content.requireReadable(for: [String: Value].self, of: Value.self)
    let properties = try content.convertible(to: [String: Value].self).properties
    var values: [String: Value] = [:]
    values.reserveCapacity(properties.underestimatedCount)
    for (name, property) in properties {
      guard values[name] == nil else {
        throw GeneratedContent.ConversionError.locating(
          GeneratedContent.ConversionError(
            .notRepresentable, expected: "each name once", found: "a name that occurs twice"),
          in: .key(name))
      }
      do {
        values[name] = try Value(property)
      } catch {
        if !property.isComplete { continue }
        throw GeneratedContent.ConversionError.locating(error, in: .key(name))
      }
    }
    self = values
  }
}

extension Dictionary: InstructionsRepresentable, PromptRepresentable, ConvertibleToGeneratedContent
where Key == String, Value: ConvertibleToGeneratedContent {
  /// The values as a structure.
  ///
  /// They are sorted by the bytes of their names, so that equal dictionaries make the same content
  /// in every process.
  public var generatedContent: GeneratedContent {
    let names = keys.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    var builder = ContentBuilder(words: 8 + 4 * count, textBytes: 24 * count)
    builder.beginObject()
    for name in names {
      guard let value = self[name] else { continue }
      builder.key(name)
      builder.append(value.generatedContent)
    }
    builder.endObject()
    return builder.finish()
  }
}

extension Dictionary: Generable where Key == String, Value: Generable {
  /// An incomplete dictionary, whose properties appear one by one.
  public typealias PartiallyGenerated = [String: Value.PartiallyGenerated]

  /// An object with arbitrary property names, whose values have the dictionary's value type.
  public static var generationSchema: GenerationSchema {
    GenerationSchema(
      subject: .type(Self.self), kind: .object([], additional: .type(Value.self)))
  }

  /// Returns the values in the partially generated form, with their names.
  ///
  /// - Throws: An error from the type of the values, for a value that it cannot convert.
  public func asPartiallyGenerated() throws -> [String: Value.PartiallyGenerated] {
    try mapValues { try $0.asPartiallyGenerated() }
  }
}

extension Dictionary where Key == String, Value: Generable, Value.PartiallyGenerated == Value {
  /// Returns this dictionary, whose values are their own partially generated form.
  public func asPartiallyGenerated() -> [String: Value] { self }
}
