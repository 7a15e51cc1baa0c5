import SchemaContent
import SchemaDialects
package import SchemaEncoding
import SchemaFitting
import SchemaModel
import SchemaSessions
import SchemaValidation

/// The schemas of a conversation as its provider reads them, each fitted and written once.
package struct WrittenSchemas: Sendable {
  /// A schema as a provider reads it.
  struct Written: Sendable {
    /// The document.
    let document: GeneratedContent
    /// How values in its form are read.
    let mapping: AnswerMapping
    /// What the document has of what the dialect limits.
    let counts: LimitMeter.Counts
    /// The validator that tells declared values from others; `nil` if they have the same form.
    let validator: ContentValidator?
  }

  private let dialect: any SchemaDialect
  private let answers = PreparedSchemas<Written>()
  private let tools = PreparedSchemas<Written>()

  /// Creates a store without schemas.
  ///
  /// - Parameter dialect: The dialect of the provider.
  package init(_ dialect: any SchemaDialect) {
    self.dialect = dialect
  }

  /// The schema of an answer.
  ///
  /// - Throws: `SchemaError` for a schema that the dialect cannot be fitted to.
  func answer(_ schema: GenerationSchema) throws -> Written {
    try answers.value(for: schema) { try Self.write($0, in: dialect) }
  }

  /// The schema of a tool's arguments.
  ///
  /// - Throws: `SchemaError` for a schema that the dialect cannot be fitted to.
  func arguments(_ schema: GenerationSchema) throws -> Written {
    try tools.value(for: schema) { try Self.write($0, in: ToolDialect(dialect)) }
  }

  private static func write(
    _ schema: GenerationSchema, in dialect: some SchemaDialect
  ) throws -> Written {
    let graph = try SchemaGraph(schema)
    let fitted = try SchemaEncoder(dialect: dialect).fit(graph)
    return Written(
      document: try GeneratedContent(json: fitted.jsonString()), mapping: fitted.mapping,
      counts: fitted.counts,
      validator: fitted.mapping.isIdentity ? nil : try ContentValidator(graph))
  }
}
