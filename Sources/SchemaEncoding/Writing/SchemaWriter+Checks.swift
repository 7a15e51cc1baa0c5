import SchemaModel

extension SchemaWriter {
  /// Throws what the dialect refuses, or notes it if all of that is wanted.
  mutating func refuse(_ error: SchemaError) throws(SchemaError) {
    guard notesRefusals else { throw error }
    diagnostics.append(SchemaDiagnostic(error))
  }

  /// Applies the handling of a kind of node that not all dialects know.
  mutating func handle(
    _ handling: DialectRules.Handling, _ feature: String, _ phrase: String, _ node: Int
  ) throws(SchemaError) {
    switch handling {
    case .written: return
    case .refused: try refuse(unsupported(feature, node))
    case .told:
      diagnostics.append(
        SchemaDiagnostic(
          .warning, at: storage.path(to: node),
          problem: "The dialect '\(dialect)' may not understand \(phrase).",
          remedy: "Describe the value with a type of its own."))
    }
  }

  mutating func checkRoot(_ record: NodeRecord) throws(SchemaError) {
    guard record.kind != .object else { return }
    let remedy = "Make the value a property of a struct, and encode that."
    switch rules.otherRoot {
    case .written: return
    case .told:
      diagnostics.append(
        SchemaDiagnostic(
          .warning, at: SchemaPath(),
          problem: "The dialect '\(dialect)' may take nothing but an object at the root.",
          remedy: remedy))
    case .refused:
      try refuse(
        .unsupported(
          feature: "root",
          context: SchemaError.Context(
            path: SchemaPath(),
            problem: "The dialect '\(dialect)' takes nothing but an object at the root.",
            remedy: remedy)))
    }
  }

  /// Counts what arrays may hold, as far as counting goes.
  mutating func count(elements: Int) {
    let (sum, overflows) = elementCount.addingReportingOverflow(elements)
    elementCount = overflows ? .max : sum
  }

  /// Warns of arrays that may hold too much together.
  func elementWarning() -> SchemaDiagnostic? {
    guard let advisable = rules.advisableElements, elementCount > advisable else { return nil }
    return SchemaDiagnostic(
      .warning, at: SchemaPath(),
      problem:
        "The 'maxItems' of all arrays come to \(elementCount) together, and the dialect"
        + " '\(dialect)' may reject more than \(advisable).",
      remedy: "Lower some of them, or leave some out.")
  }

  /// Notes that an object's properties come in another order than that of declaration.
  mutating func noteOrder(of record: NodeRecord, _ node: Int) {
    var firstOptional: Int?
    for index in Int(record.first)..<Int(record.first + record.count) {
      if storage.properties[index].isOptional {
        firstOptional = firstOptional ?? index
      } else if let optional = firstOptional {
        let names = (
          storage.string(storage.properties[index].name),
          storage.string(storage.properties[optional].name)
        )
        diagnostics.append(
          SchemaDiagnostic(
            .note, at: storage.path(to: node),
            problem:
              "The dialect '\(dialect)' has the required properties generated first, so"
              + " '\(names.0)' comes before '\(names.1)'.",
            remedy: "Declare the required properties first, if the order matters."))
        return
      }
    }
  }

  func unsupported(_ feature: String, _ node: Int) -> SchemaError {
    .unsupported(
      feature: feature,
      context: SchemaError.Context(
        path: storage.path(to: node),
        problem: "The dialect '\(dialect)' refuses \(feature).",
        remedy: "Remove it, or encode in another dialect."))
  }
}
