import SchemaDialects
package import SchemaEncoding

/// Gemini's dialect, but for the names of definitions, which the plan's way writes as they are.
package struct PlanDialect: SchemaDialect {
  package let name = "plan"

  package init() {}

  package var rules: DialectRules {
    var rules = GeminiDialect().rules
    rules.definitions?.names = .any
    return rules
  }
}
