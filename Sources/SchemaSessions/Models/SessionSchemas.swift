import SchemaEncoding
package import SchemaModel
import SchemaReading
package import SchemaValidation

/// The validators and the readers of a session's schemas, each made when it is first used.
package struct SessionSchemas: Sendable {
  private let validators = PreparedSchemas<ContentValidator>()
  private let readers = PreparedSchemas<SchemaReader>()

  package init() {}

  /// Returns the validator of a schema.
  ///
  /// - Throws: `SchemaError` if the schema has a fault.
  package func validator(of schema: GenerationSchema) throws -> ContentValidator {
    try validators.value(for: schema) { try ContentValidator($0) }
  }

  /// Returns the reader of texts along a schema.
  ///
  /// - Throws: `SchemaError` if the schema has a fault.
  func reader(of schema: GenerationSchema) throws -> SchemaReader {
    try readers.value(for: schema) {
      try SchemaReader(SchemaGraph($0), typedBy: validator(of: $0))
    }
  }
}
