import SchemaModel

/// A dialect in the form that the writer uses: its rules, read once, and its keywords as JSON text.
final class PreparedDialect: Sendable {
  let name: String
  let rules: DialectRules
  let text: KeywordText
  let adaptation: SchemaDialect.Adaptation?

  /// Indicates whether the adaptation sees references.
  ///
  /// It sees none if the dialect has no references.
  let adaptsReferences: Bool

  /// Prepares a dialect.
  convenience init(_ dialect: any SchemaDialect) {
    let rules = dialect.rules
    self.init(
      dialect.name, rules, adaptation: dialect.adaptation,
      adaptsReferences: rules.definitions != nil)
  }

  private init(
    _ name: String, _ rules: DialectRules, adaptation: SchemaDialect.Adaptation?,
    adaptsReferences: Bool
  ) {
    self.name = name
    self.rules = rules
    text = KeywordText(rules)
    self.adaptation = adaptation
    self.adaptsReferences = adaptsReferences
  }

  /// The dialect with references and without limits.
  ///
  /// With it, a problem is reported once, and not at each place where the schema is written inline.
  var withReferences: PreparedDialect {
    guard rules.definitions == nil else { return self }
    var rules = rules
    rules.definitions = DialectRules.DefinitionRules()
    rules.definitions?.recursion = .rejected
    rules.limits = DocumentLimits()
    return PreparedDialect(name, rules, adaptation: adaptation, adaptsReferences: false)
  }
}
