import SchemaDialects
import SchemaEncoding
import SchemaModel
import SchemaSessions

/// A schema in the forms that a model in this process needs, for masks and for prompts.
struct EngineSchema: Sendable {
  let graph: SchemaGraph
  /// The JSON Schema document as text.
  let text: String
  /// The schema as a type text, for prompts.
  let typeText: String
  /// The document as content, for templates.
  let document: GeneratedContent

  /// Prepares a schema.
  ///
  /// - Throws: `SchemaError` for a schema that cannot be written.
  init(_ schema: GenerationSchema) throws {
    graph = try SchemaGraph(schema)
    let encoded = try SchemaEncoder(dialect: JSONSchemaDialect()).encode(graph)
    text = encoded.jsonString()
    typeText = try TypeText(graph).description
    document = try encoded.content()
  }
}

extension EngineSchema: Hashable {
  /// Indicates whether two schemas have the same document.
  static func == (first: EngineSchema, second: EngineSchema) -> Bool { first.text == second.text }

  func hash(into hasher: inout Hasher) { hasher.combine(text) }
}

/// The schemas of the conversations with one model, each prepared once.
final class EngineSchemas: Sendable {
  private let schemas = PreparedSchemas<EngineSchema>()

  /// Returns the prepared form of a schema.
  ///
  /// - Throws: `SchemaError` for a schema that cannot be written.
  func prepared(_ schema: GenerationSchema) throws -> EngineSchema {
    try schemas.value(for: schema) { try EngineSchema($0) }
  }
}
