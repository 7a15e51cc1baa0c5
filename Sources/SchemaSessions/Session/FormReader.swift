import SchemaContent
import SchemaEncoding
import SchemaFitting
import SchemaModel
import SchemaReading
import SchemaValidation

/// Reads texts of a model along a declared schema, also texts in the form of a fitted one.
struct FormReader {
  private let reader: SchemaReader
  private let validator: ContentValidator
  private let mapping: AnswerMapping

  /// Creates a reader; `validator` is that of the schema.
  ///
  /// - Throws: `SchemaError` if the schema has a fault.
  init(
    _ schema: GenerationSchema, _ validator: ContentValidator, _ mapping: AnswerMapping
  ) throws {
    reader = SchemaReader(try SchemaGraph(schema), typedBy: validator)
    self.validator = validator
    self.mapping = mapping
  }

  /// Reads a text in the declared form, or else in the form of the fitted schema.
  ///
  /// - Returns: The reading, with content in the declared form.
  func read(
    _ text: String, by policy: ReadingPolicy, id: GenerationID = GenerationID()
  ) throws(ReadingError) -> Reading {
    var reader = reader
    reader.policy = policy
    do {
      return try reader.read(text, id: id)
    } catch {
      guard let reading = fitted(text, policy, id) else { throw error }
      return reading
    }
  }

  /// Reads a text in the form of the fitted schema; `nil` if it has none.
  ///
  /// Only the syntax is mended, since the fitted schema is not known here.
  private func fitted(_ text: String, _ policy: ReadingPolicy, _ id: GenerationID) -> Reading? {
    guard !mapping.isIdentity,
      let reader = try? SchemaReader(GeneratedContent.self, policy: policy),
      let reading = try? reader.read(text, id: id),
      let content = try? mapping.content(from: reading.content), validator.isValid(content)
    else { return nil }
    return Reading(content: content, mends: reading.mends, suspicions: reading.suspicions)
  }
}
