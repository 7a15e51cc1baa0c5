package import SchemaEncoding

/// A dialect with the rules of plain JSON Schema, except what a test changes.
package struct TestDialect: SchemaDialect {
  package var name = "test"
  package var rules = DialectRules.jsonSchema
  package var adaptation: Adaptation?
  package var checks: @Sendable (EncodedSchema) throws -> [SchemaDiagnostic] = { _ in [] }

  package init() {}

  package init(_ change: (inout DialectRules) -> Void) {
    change(&rules)
  }

  package func check(_ schema: EncodedSchema) throws -> [SchemaDiagnostic] {
    try checks(schema)
  }
}

/// The compact text of a type's schema.
package func text(
  _ type: any Generable.Type, in dialect: any SchemaDialect = TestDialect()
) throws -> String {
  try SchemaEncoder(dialect: dialect).encode(type).jsonString()
}

/// The compact text of a schema.
package func text(
  _ schema: GenerationSchema, in dialect: any SchemaDialect = TestDialect()
) throws -> String {
  try SchemaEncoder(dialect: dialect).encode(schema).jsonString()
}

/// What a type's schema is refused with, or `nil` if it is not.
package func fault(
  _ type: any Generable.Type, in dialect: any SchemaDialect = TestDialect()
) -> SchemaError? {
  fault { try text(type, in: dialect) }
}

/// What a schema is refused with, or `nil` if it is not.
package func fault(
  _ schema: GenerationSchema, in dialect: any SchemaDialect = TestDialect()
) -> SchemaError? {
  fault { try text(schema, in: dialect) }
}

/// What a function is refused with, or `nil` if it is not; it may throw nothing but a
/// `SchemaError`.
package func fault(_ body: () throws -> some Any) -> SchemaError? {
  do {
    _ = try body()
    return nil
  } catch {
    guard let error = error as? SchemaError else {
      preconditionFailure("\(error) is no SchemaError")
    }
    return error
  }
}
