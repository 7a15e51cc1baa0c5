import SchemaEncoding

/// The dialect of a provider for the arguments of tools, which all providers want as an object.
struct ToolDialect: SchemaDialect {
  private let base: any SchemaDialect

  init(_ base: any SchemaDialect) {
    self.base = base
  }

  var name: String { base.name }

  var rules: DialectRules {
    var rules = base.rules
    rules.otherRoot = .rejected
    return rules
  }

  var adaptation: Adaptation? { base.adaptation }

  func check(_ schema: EncodedSchema) throws -> [SchemaDiagnostic] { try base.check(schema) }
}
