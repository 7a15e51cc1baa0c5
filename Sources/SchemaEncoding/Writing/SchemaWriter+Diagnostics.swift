import SchemaModel

extension SchemaWriter {
  /// Throws that the dialect rejects something, or reports it where all of that is wanted.
  mutating func reject(
    _ feature: String, _ rule: SchemaDiagnostic.Rule, at node: SchemaGraph.Node,
    problem: String? = nil,
    remedy: String = "Remove it, or encode in another dialect."
  ) throws(SchemaError) {
    let problem = problem ?? "The dialect '\(dialect.name)' rejects \(feature)."
    guard reportsRejections else {
      throw .unsupported(
        feature: feature,
        context: SchemaError.Context(path: node.path, problem: problem, remedy: remedy))
    }
    diagnostics.append(SchemaDiagnostic(.error, rule, at: node, problem: problem, remedy: remedy))
  }

  /// Warns of a kind of node that not all dialects know, or rejects it, with the beginning of a
  /// remedy.
  mutating func check(
    _ support: DialectRules.Support, _ rule: SchemaDiagnostic.Rule, _ feature: String,
    _ phrase: String, remedy: String, _ node: SchemaGraph.Node
  ) throws(SchemaError) {
    switch support {
    case .written: return
    case .rejected:
      try reject(
        feature, rule, at: node, problem: "The dialect '\(dialect.name)' rejects \(phrase).",
        remedy: "\(remedy), or fit the schema with 'SchemaEncoder.fit(_:)'.")
    case .warned:
      diagnostics.append(
        SchemaDiagnostic(
          .warning, rule, at: node,
          problem: "The dialect '\(dialect.name)' may not understand \(phrase).",
          remedy: "Describe the value with a type of its own."))
    }
  }

  /// Warns that the dialect may not accept the name of a property.
  mutating func warnOfName(_ name: String, at node: SchemaGraph.Node) {
    diagnostics.append(
      SchemaDiagnostic(
        .warning, .propertyName, at: node,
        problem: "The dialect '\(dialect.name)' may not accept the name '\(name)' of a property.",
        remedy: "Rename the property, or fit the schema with 'SchemaEncoder.fit(_:)'."))
  }

  mutating func checkRoot(_ node: SchemaGraph.Node) throws(SchemaError) {
    guard node.kind != .object else { return }
    let remedy =
      "Make the value a property of a struct, or fit the schema with 'SchemaEncoder.fit(_:)'."
    switch dialect.rules.otherRoot {
    case .written: return
    case .warned:
      diagnostics.append(
        SchemaDiagnostic(
          .warning, .root, at: node,
          problem: "The dialect '\(dialect.name)' may accept only an object at the root.",
          remedy: remedy))
    case .rejected:
      try reject(
        "root", .root, at: node,
        problem: "The dialect '\(dialect.name)' accepts only an object at the root.",
        remedy: remedy)
    }
  }
}

extension PreparedDialect {
  /// A warning that the arrays may hold too many elements together.
  func elementWarning(_ count: Int) -> SchemaDiagnostic? {
    guard let advisable = rules.advisableElements, count > advisable else { return nil }
    return SchemaDiagnostic(
      .warning, at: SchemaPath(),
      problem:
        "The '\(rules.keywords[.maximumCount])' of all arrays add up to \(count), and the dialect '\(name)' may"
        + " reject more than \(advisable).",
      remedy: "Lower some of them, or leave some out.", rule: .elementTotal)
  }
}
