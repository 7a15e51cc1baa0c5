import SchemaContent
import SchemaFitting
import SchemaModel
import SchemaReading
import SchemaValidation

/// Reads texts of a model along a declared schema, also texts in the form of a fitted one.
struct FormReader {
  private let reader: SchemaReader
  private let validator: ContentValidator
  private let mapping: AnswerMapping
  /// The session's schemas.
  private let schemas: SessionSchemas

  /// Creates a reader.
  ///
  /// - Throws: `SchemaError` if the schema has a fault.
  init(
    _ schema: GenerationSchema, _ mapping: AnswerMapping, _ schemas: SessionSchemas
  ) throws {
    reader = try schemas.reader(of: schema)
    validator = try schemas.validator(of: schema)
    self.mapping = mapping
    self.schemas = schemas
  }

  /// Reads a text in the form of the fitted schema.
  ///
  /// If there is none, or the text does not have this form, reads the text in the declared form.
  ///
  /// - Returns: The reading, with content in the declared form.
  func read(
    _ text: String, by policy: ReadingPolicy, id: GenerationID = GenerationID()
  ) throws(ReadingError) -> Reading {
    // The model was asked for the fitted form, in which a null may stand for an absent value.
    if let reading = fitted(text, policy, id) { return reading }
    var reader = reader
    reader.policy = policy
    return try reader.read(text, id: id)
  }

  /// Reads a text in the form of the fitted schema; `nil` if it has none.
  ///
  /// Only the syntax is mended, since the fitted schema is not known here.
  private func fitted(_ text: String, _ policy: ReadingPolicy, _ id: GenerationID) -> Reading? {
    guard !mapping.isIdentity,
      var reader = try? schemas.reader(of: GeneratedContent.generationSchema)
    else { return nil }
    reader.policy = policy
    guard
      let reading = try? reader.read(text, id: id),
      let content = try? mapping.content(from: reading.content), validator.isValid(content)
    else { return nil }
    return Reading(content: content, mends: reading.mends, suspicions: reading.suspicions)
  }
}
