import SchemaModel

/// A dialect in the form that the writer uses: its rules, read once, and its keywords as JSON text.
final class PreparedDialect: Sendable {
  let dialect: any SchemaDialect
  let name: String
  let rules: DialectRules
  let text: KeywordText
  let adaptation: SchemaDialect.Adaptation?

  /// Indicates whether the adaptation sees references.
  let adaptsReferences: Bool

  /// Prepares a dialect.
  ///
  /// The adaptation sees references unless the dialect, or the dialect that it is derived from, has
  /// none.
  init(_ dialect: any SchemaDialect, adaptsReferences: Bool = true) {
    self.dialect = dialect
    name = dialect.name
    rules = dialect.rules
    text = KeywordText(rules)
    adaptation = dialect.adaptation
    self.adaptsReferences = adaptsReferences && rules.definitions != nil
  }

  /// Indicates whether schemas with a title are written once and referenced.
  var hasReferences: Bool { rules.definitions != nil }

  /// The dialect with references and without limits.
  ///
  /// With it, a problem is reported once, and not at each place where the schema is written inline.
  var withReferences: PreparedDialect {
    if hasReferences { return self }
    let derived = DerivedDialect(dialect) { rules in
      rules.definitions = DialectRules.DefinitionRules()
      rules.definitions?.recursion = .rejected
      rules.limits = DocumentLimits()
    }
    return PreparedDialect(derived, adaptsReferences: false)
  }

  /// The dialect with the keywords and the names of types of JSON Schema; `nil` if it has them.
  ///
  /// An adaptation that uses other names is left out.
  var withPlainKeywords: PreparedDialect? {
    // Validators read no order of properties.
    var names = DialectRules.Keywords()
    names.propertyOrder = rules.keywords.propertyOrder
    guard rules.keywords != names else { return nil }
    let derived = DerivedDialect(dialect, isAdapted: false) { [names] in $0.keywords = names }
    return PreparedDialect(derived, adaptsReferences: adaptsReferences)
  }
}
