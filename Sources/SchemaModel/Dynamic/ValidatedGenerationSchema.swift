/// A schema made from dynamic schemas that have been checked.
public struct ValidatedGenerationSchema: Sendable {
  /// The schema.
  public let schema: GenerationSchema

  /// Checks dynamic schemas and links them.
  ///
  /// - Throws: The errors of ``GenerationSchema/init(root:dependencies:)``, and
  ///   ``SchemaError/emptyTypeChoices(schema:context:)`` if `schemas` is empty.
  public init(schemas: [DynamicGenerationSchema]) throws {
    guard let root = schemas.first else {
      throw SchemaError.emptyTypeChoices(
        schema: "ValidatedGenerationSchema",
        context: SchemaError.Context(
          path: SchemaPath(), problem: "The list of schemas is empty.",
          remedy: "Pass the root schema first, then its dependencies."))
    }
    schema = try GenerationSchema(root: root, dependencies: Array(schemas.dropFirst()))
  }
}
