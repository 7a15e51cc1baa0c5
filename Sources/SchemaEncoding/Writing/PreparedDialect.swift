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
    rules.limits.enforced = DocumentLimits()
    return PreparedDialect(name, rules, adaptation: adaptation, adaptsReferences: false)
  }

  /// The dialect with the keywords and the names of types of JSON Schema; `nil` if it has them.
  ///
  /// An adaptation that uses other names is left out.
  var withPlainKeywords: PreparedDialect? {
    // Validators read no order of properties.
    var names = DialectRules.Keywords()
    names.propertyOrder = rules.keywords.propertyOrder
    let isRenamed = rules.keywords != names
    guard isRenamed || rules.objects.open == .closedWithoutKeyword else { return nil }
    var plain = rules
    plain.keywords = names
    if plain.objects.open == .closedWithoutKeyword { plain.objects.open = .closed }
    return PreparedDialect(
      name, plain, adaptation: isRenamed ? nil : adaptation, adaptsReferences: adaptsReferences)
  }
}
