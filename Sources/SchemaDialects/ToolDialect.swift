package import SchemaEncoding

/// The dialect of a provider for the arguments of tools.
///
/// All providers require an object for them.
package struct ToolDialect: SchemaDialect {
  private let base: any SchemaDialect

  package init(_ base: any SchemaDialect) {
    self.base = base
  }

  package var name: String { base.name }

  package var rules: DialectRules {
    var rules = base.rules
    rules[.otherRoot] = .rejected
    return rules
  }

  package var adaptation: Adaptation? { base.adaptation }

  package func check(_ schema: EncodedSchema) throws -> [SchemaDiagnostic] {
    try base.check(schema)
  }
}
