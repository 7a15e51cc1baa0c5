import SchemaDialects
package import SchemaEncoding

/// Gemini's dialect, except that names of definitions are unchanged, as in the plan's encoder.
package struct PlanDialect: SchemaDialect {
  package let name = "plan"

  package init() {}

  package var rules: DialectRules {
    var rules = GeminiDialect().rules
    rules.definitions?.names = .any
    return rules
  }
}
