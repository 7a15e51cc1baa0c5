import SchemaKit

/// A rule that a finding is about: its code, and what it means.
struct Rule: Sendable, Hashable {
  /// The code, such as `value.required`.
  let code: String

  /// What the rule is and what to do, in a few sentences.
  let meaning: String

  /// All rules, by families.
  static let all: [Rule] = json + schema + dialect + importing + value + comparison

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

  private static let schema = [
    Rule(
      code: "schema.duplicate-type",
      meaning: "Two different types have one name. Rename one of them."),
    Rule(
      code: "schema.duplicate-property",
      meaning: "An object declares two properties of one name. Remove or rename one of them."),
    Rule(
      code: "schema.empty-choices",
      meaning: "A list of choices is empty, so no value is allowed. List the choices."),
    Rule(
      code: "schema.undefined-reference",
      meaning: "A schema refers to a name that is not defined. Define it or correct the name."),
    Rule(
      code: "schema.circular-dependency",
      meaning: """
        A schema without a title contains itself, so it can be neither referenced nor written out. \
        Give it a title.
        """),
    Rule(
      code: "schema.contradictory-guides",
      meaning: """
        No value satisfies all constraints of a place, such as a minimum above the maximum. Relax \
        one of them.
        """),
    Rule(
      code: "schema.invalid-guide",
      meaning:
        "A constraint does not fit the kind of value that it constrains, or cannot be stated."),
    Rule(
      code: "schema.unsupported",
      meaning: "A schema states something that the dialect, or JSON Schema itself, cannot express."),
    Rule(
      code: "schema.not-evaluable",
      meaning: """
        No value can be judged by the document, as when a reference in it leads nowhere. Repair the \
        document.
        """),
    Rule(
      code: "schema.invalid",
      meaning: """
        The document is not a schema by the meta-schema of its draft, which '$schema' names; \
        without it, that is 2020-12. Repair the keyword.
        """),
    Rule(
      code: "schema.not-checked",
      meaning: """
        A part of the document is not checked, such as a keyword that is not known or a pattern \
        that cannot be run. A value that violates it counts as valid.
        """),
    Rule(
      code: "schema.limit-exceeded",
      meaning: "A schema is larger, deeper or longer than a limit allows."),
  ]

  private static let dialect = [
    Rule(
      code: "dialect.note",
      meaning: "The dialect states the schema in another way, with the same meaning."),
    Rule(
      code: "dialect.weakened",
      meaning: """
        The dialect cannot state a constraint. It is moved into the description, so the model reads \
        it but the provider does not enforce it. Check the value after decoding. With --strict this \
        is an error.
        """),
    Rule(
      code: "dialect.rejected",
      meaning: "The provider rejects the schema. Change the place, or encode in another dialect."),
  ]

  private static let importing = ImportRule.allCases.map {
    Rule(code: $0.code, meaning: $0.explanation)
  }

  private static let comparison = ComparisonRule.allCases.map {
    Rule(code: $0.code, meaning: $0.explanation)
  }
}
