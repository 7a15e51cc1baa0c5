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

/// The error for the schema of a type, or `nil` if the dialect accepts the schema.
package func fault(
  _ type: any Generable.Type, in dialect: any SchemaDialect = TestDialect()
) -> SchemaError? {
  fault { try text(type, in: dialect) }
}

/// The error for a schema, or `nil` if the dialect accepts the schema.
package func fault(
  _ schema: GenerationSchema, in dialect: any SchemaDialect = TestDialect()
) -> SchemaError? {
  fault { try text(schema, in: dialect) }
}

/// The error of a function that throws only `SchemaError`, or `nil` if it throws no error.
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
