import SchemaDialects
import SchemaEncoding
import SchemaModel
import SchemaSessions

/// Schemas as JSON Schema documents, each written once.
final class SchemaTexts: Sendable {
  private let texts = PreparedSchemas<String>()

  /// The document of a schema.
  ///
  /// - Throws: `SchemaError` for a schema that cannot be written.
  func text(of schema: GenerationSchema) throws -> String {
    try texts.value(for: schema) { schema in
      try SchemaEncoder(dialect: JSONSchemaDialect()).encode(schema).jsonString()
    }
  }
}
