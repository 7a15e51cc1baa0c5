import SchemaKit

/// A rule that a finding is about: its code, and what it means.
struct Rule: Sendable, Hashable {
  /// The code, such as `value.required`.
  let code: String

  /// What the rule is and what to do, in a few sentences.
  let meaning: String

  /// All rules, by families.
  static let all: [Rule] = json + schema + fitting + importing + value + comparison

  /// Finds a rule.
  ///
  /// - Parameter code: The code.
  /// - Returns: The rule, or `nil` if there is none.
  static func named(_ code: String) -> Rule? {
    all.first { $0.code == code }
  }

  private static let json = [
    Rule(
      code: "json.malformed",
      meaning:
        "A text is not JSON as RFC 8259 defines it. The finding says what was expected there."),
    Rule(
      code: "json.incomplete",
      meaning:
        "A text ends before its value is complete. If a model was cut off, allow it more tokens."
    ),
  ]

  private static let schema =
    SchemaDiagnostic.Rule.allCases.map { Rule(code: $0.code, meaning: $0.explanation) } + [
      Rule(
        code: "schema.not-evaluable",
        meaning: """
          No value can be judged by the document, as when a reference in it leads nowhere. Repair \
          the document.
          """),
      Rule(
        code: "schema.invalid",
        meaning: """
          The document is not a schema by the meta-schema of its draft, which '$schema' names; \
          without it, that is 2020-12. Repair the keyword.
          """),
    ]

  private static let importing = ImportRule.allCases.map {
    Rule(code: $0.code, meaning: $0.explanation)
  }

  private static let comparison = ComparisonRule.allCases.map {
    Rule(code: $0.code, meaning: $0.explanation)
  }
}
