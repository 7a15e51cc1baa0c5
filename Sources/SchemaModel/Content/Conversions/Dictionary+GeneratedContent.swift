extension Dictionary: ConvertibleFromGeneratedContent
where Key == String, Value: ConvertibleFromGeneratedContent {
  /// Reads a dictionary, as far as it has arrived.
  ///
  /// The value that is still arriving is left out if it cannot be read yet, such as a date of which
  /// half is there. ``GeneratedContent/isComplete`` tells whether there is more to come.
  ///
  /// - Parameter content: The content.
  /// - Throws: ``GeneratedContent/ConversionError`` if the content is no structure, if a name occurs
  ///   twice (Swift takes different spellings of one character for the same), or if a value that
  ///   has arrived cannot be read; its path has the name.
  public init(_ content: GeneratedContent) throws {
    guard content.tag == .object else {
      guard content.isNothingYet else { throw content.mismatch([String: Value].self) }
      self = [:]
      return
    }
    var values: [String: Value] = [:]
    values.reserveCapacity(content.properties.underestimatedCount)
    for (name, property) in content.properties {
      do {
        let value = try Value(property)
        guard values.updateValue(value, forKey: name) == nil else {
          throw GeneratedContent.ConversionError(
            .notRepresentable, expected: "each name once", found: "a name that occurs twice")
        }
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
  /// The values as a structure, sorted by the bytes of their names, so that equal dictionaries make
  /// the same content in every process.
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
