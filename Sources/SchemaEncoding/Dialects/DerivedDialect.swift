/// A dialect whose rules differ from the rules of another dialect.
package struct DerivedDialect: SchemaDialect {
  private let base: any SchemaDialect
  package let rules: DialectRules
  package let adaptation: Adaptation?

  /// Derives a dialect.
  ///
  /// - Parameters:
  ///   - base: The other dialect.
  ///   - isAdapted: `false` to leave out the adaptation, which may use names of keywords that the
  ///     change replaces.
  ///   - change: The change of the rules.
  package init(
    _ base: any SchemaDialect, isAdapted: Bool = true, _ change: (inout DialectRules) -> Void
  ) {
    self.base = base
    adaptation = isAdapted ? base.adaptation : nil
    var rules = base.rules
    change(&rules)
    self.rules = rules
  }

  package var name: String { base.name }

  package func check(_ schema: EncodedSchema) throws -> [SchemaDiagnostic] {
    try base.check(schema)
  }
}

extension SchemaDialect {
  /// The dialect for the arguments of tools, for which all providers require an object.
  package var forTools: some SchemaDialect { DerivedDialect(self) { $0[.otherRoot] = .rejected } }
}
