public import SchemaEncoding

// `GenerationSchema` belongs to SchemaModel, which knows nothing of JSON; this is the first module
// that knows the form in which FoundationModels encodes it. SchemaImport decodes it.
extension GenerationSchema: Encodable {
  /// Encodes the schema in the form that FoundationModels gives it, without any loss.
  ///
  /// The result is that of ``AppleDialect`` for every schema that FoundationModels can state. What
  /// it cannot state, such as an open object, a dictionary, a format or a length, is written as the
  /// keyword of JSON Schema (draft 2020-12), where ``AppleDialect`` describes or rejects it.
  ///
  /// Definitions have the distinct names that ``AppleDialect`` gives them. Import `SchemaImport` or
  /// `SchemaKit` to decode the schema again.
  ///
  /// - Parameter encoder: The encoder. One that does not keep the order of members, such as
  ///   `JSONEncoder`, loses nothing but the order of properties whose names match a pattern:
  ///   `x-order` lists the others.
  /// - Throws: `SchemaError` if the schema is at fault; `EncodingError` if it nests deeper than 500
  ///   levels, has a number that no integer of 64 bits and no `Double` holds exactly, or has two
  ///   names that are equal to an encoder and differ in their bytes.
  public func encode(to encoder: any Encoder) throws {
    // Strict, so that a rule that is added later cannot weaken a schema in silence.
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
    rules.titles = apple.titles
    rules.statesPatternBesideChoices = apple.statesPatternBesideChoices
    return rules
  }
}
