import SchemaModel

/// A dialect as documents are written in it: its rules, read once, and its keywords as JSON text.
final class PreparedDialect: Sendable {
  let name: String
  let rules: DialectRules
  let text: KeywordText
  let adaptation: SchemaDialect.Adaptation?

  /// Indicates whether the adaptation sees references, which it does not where the dialect has
  /// none.
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

  /// The dialect with references and without limits, to report each problem once and not at each
  /// place where a schema would be written out.
  var withReferences: PreparedDialect {
    guard rules.definitions == nil else { return self }
    var rules = rules
    rules.definitions = DialectRules.DefinitionRules()
    rules.definitions?.recursion = .rejected
    rules.limits = DocumentLimits()
    return PreparedDialect(name, rules, adaptation: adaptation, adaptsReferences: false)
  }
}
