import SchemaModel

extension SchemaWriter {
  /// Applies the handling of a kind of node that not all dialects know.
  mutating func handle(
    _ handling: DialectRules.Handling, _ feature: String, _ phrase: String,
    _ node: SchemaGraph.Node
  ) throws(SchemaError) {
    switch handling {
    case .written: return
    case .rejected: try reject(form.unsupported(feature, node))
    case .described:
      diagnostics.append(
        SchemaDiagnostic(
          .warning, at: node.path,
          problem: "The dialect '\(form.dialect)' may not understand \(phrase).",
          remedy: "Describe the value with a type of its own."))
    }
  }

  mutating func checkRoot(_ node: SchemaGraph.Node) throws(SchemaError) {
    guard node.kind != .object else { return }
    let remedy = "Make the value a property of a struct, and encode that."
    switch form.rules.otherRoot {
    case .written: return
    case .described:
      diagnostics.append(
        SchemaDiagnostic(
          .warning, at: SchemaPath(),
          problem: "The dialect '\(form.dialect)' may accept only an object at the root.",
          remedy: remedy))
    case .rejected:
      try reject(
        .unsupported(
          feature: "root",
          context: SchemaError.Context(
            path: SchemaPath(),
            problem: "The dialect '\(form.dialect)' accepts only an object at the root.",
            remedy: remedy)))
    }
  }

  /// Notes that an object's properties come in another order than that of declaration.
  mutating func noteOrder(of node: SchemaGraph.Node) {
    let properties = node.properties
    guard let optional = properties.firstIndex(where: \.isOptional),
      let required = properties[optional...].first(where: { !$0.isOptional })
    else { return }
    diagnostics.append(
      SchemaDiagnostic(
        .note, at: node.path,
        problem:
          "The dialect '\(form.dialect)' generates the required properties first, so '\(required.name)'"
          + " comes before '\(properties[optional].name)'.",
        remedy: "Declare the required properties first, if the order matters."))
  }
}

extension DocumentForm {
  func unsupported(_ feature: String, _ node: SchemaGraph.Node) -> SchemaError {
    .unsupported(
      feature: feature,
      context: SchemaError.Context(
        path: node.path, problem: "The dialect '\(dialect)' rejects \(feature).",
        remedy: "Remove it, or encode in another dialect."))
  }

  /// A warning that the arrays may hold too many elements together.
  func elementWarning(_ count: Int) -> SchemaDiagnostic? {
    guard let advisable = rules.advisableElements, count > advisable else { return nil }
    return SchemaDiagnostic(
      .warning, at: SchemaPath(),
      problem:
        "The '\(rules.keywords[.maximumCount])' of all arrays add up to \(count), and the dialect '\(dialect)' may"
        + " reject more than \(advisable).",
      remedy: "Lower some of them, or leave some out.")
  }
}
