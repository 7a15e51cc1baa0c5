package import SchemaEncoding

/// A dialect with the rules of plain JSON Schema, except what a test changes.
package struct TestDialect: SchemaDialect {
  package var name = "test"
  package var rules = DialectRules()
  package var adaptation: Adaptation?
  package var checks: @Sendable (EncodedSchema) throws(SchemaError) -> [SchemaDiagnostic] = { _ in
    []
  }

  package init() {}

  package init(_ change: (inout DialectRules) -> Void) {
    change(&rules)
  }

  package func check(_ schema: EncodedSchema) throws(SchemaError) -> [SchemaDiagnostic] {
    try checks(schema)
  }
}

/// The compact text of a type's schema.
package func text(
  _ type: any Generable.Type, in dialect: any SchemaDialect = TestDialect()
) throws(SchemaError) -> String {
  try SchemaEncoder(dialect: dialect).encode(type).jsonString()
}

/// The compact text of a schema.
package func text(
  _ schema: GenerationSchema, in dialect: any SchemaDialect = TestDialect()
) throws(SchemaError) -> String {
  try SchemaEncoder(dialect: dialect).encode(schema).jsonString()
}

/// What a type's schema is refused with, or `nil` if it is not.
package func fault(
  _ type: any Generable.Type, in dialect: any SchemaDialect = TestDialect()
) -> SchemaError? {
  do throws(SchemaError) {
    _ = try text(type, in: dialect)
    return nil
  } catch {
    return error
  }
}

/// What a schema is refused with, or `nil` if it is not.
package func fault(
  _ schema: GenerationSchema, in dialect: any SchemaDialect = TestDialect()
) -> SchemaError? {
  do throws(SchemaError) {
    _ = try text(schema, in: dialect)
    return nil
  } catch {
    return error
  }
}
