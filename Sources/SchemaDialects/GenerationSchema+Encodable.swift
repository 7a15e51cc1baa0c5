public import SchemaEncoding

// `GenerationSchema` belongs to SchemaModel, which does not handle JSON; this is the lowest module
// that has the form of FoundationModels. SchemaImport decodes it.
extension GenerationSchema: Encodable {
  /// Encodes the schema in FoundationModels' form, without any loss.
  ///
  /// The result is that of ``AppleDialect`` for every schema that FoundationModels can state, but
  /// only declared titles are written. Other parts, such as an open object, a dictionary, a format
  /// or a length, are written as keywords of JSON Schema (draft 2020-12), whereas ``AppleDialect``
  /// describes or rejects them.
  ///
  /// Definitions have the same unique names as in ``AppleDialect``. Import `SchemaImport` or
  /// `SchemaKit` to decode the schema again.
  ///
  /// - Parameter encoder: The encoder. If it does not keep the order of members, such as
  ///   `JSONEncoder`, only the order of properties whose names match a pattern is lost. `x-order`
  ///   lists the other properties.
  /// - Throws: `SchemaError` if the schema has a fault; `EncodingError` if its
  ///   document nests deeper than `GeneratedContent.maximumDepth`, has a number that no integer of
  ///   64 bits and no `Double` represents exactly, or has two names that an encoder considers equal
  ///   although their bytes differ.
  public func encode(to encoder: any Encoder) throws {
    // Strict, so that a later rule cannot silently weaken a schema.
    try SchemaEncoder(dialect: LosslessAppleDialect(), isStrict: true)
      .encode(self).encode(to: encoder)
  }
}

/// Apple's form, with the keywords of JSON Schema for constraints that Apple's form lacks.
private struct LosslessAppleDialect: SchemaDialect {
  let name = "apple"

  var rules: DialectRules {
    let apple = AppleDialect().rules
    var rules = DialectRules.jsonSchema
    rules.keywords = apple.keywords
    // Other titles are not written, because decoding makes a definition of a schema with a title.
    rules.title = { node, definition in definition ?? node.title }
    rules.constraints.choicesHavePattern = apple.constraints.choicesHavePattern
    return rules
  }
}
