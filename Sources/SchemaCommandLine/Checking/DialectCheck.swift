import SchemaKit

/// The result of writing a schema in one dialect.
struct DialectCheck: Sendable, Hashable {
  /// A dialect's ability to state a schema.
  enum Outcome: String, Sendable {
    /// It states everything that the document declares.
    case ok
    /// It states everything if the schema is fitted to it.
    case fitted
    /// It accepts the schema but states less than the document, or may reject it.
    case weakened
    /// It rejects the schema.
    case rejected
  }

  /// The name of the dialect.
  let dialect: String

  /// The findings, in the order of the schema.
  let findings: [Finding]

  /// The fittings that the schema needs, each once, in the order in which they are applied.
  let fittings: [SchemaDiagnostic.Fitting]

  /// The number of losses of reading the schema, which no dialect states.
  let losses: Int

  /// The dialect's ability to state the schema.
  var outcome: Outcome {
    switch findings.map(\.severity).max() {
    case .error: .rejected
    case .warning: .weakened
    case .note, nil: losses > 0 ? .weakened : fittings.isEmpty ? .ok : .fitted
    }
  }

  /// The number of findings that the document's schema is weaker in this dialect.
  var warningCount: Int { losses + findings.count { $0.severity == .warning } }

  /// Encodes a schema and collects the findings.
  init(
    _ reading: SchemaReading, in dialect: any SchemaDialect, isFitted: Bool, of source: String
  ) {
    self.dialect = dialect.name
    losses = reading.losses
    let encoder = SchemaEncoder(dialect: dialect)
    var diagnostics = encoder.check(reading.graph)
    if isFitted, diagnostics.contains(where: { $0.severity >= .warning }) {
      diagnostics = encoder.check(fitting: reading.graph)
    }
    let used = Set(diagnostics.compactMap(\.fitting))
    fittings = SchemaDiagnostic.Fitting.allCases.filter(used.contains)
    let positions = reading.positions(of: diagnostics.map(\.path))
    findings = diagnostics.map { diagnostic in
      var finding = Finding(diagnostic, at: positions[diagnostic.path], in: source)
      finding.add(dialects: [dialect.name])
      return finding
    }
  }
}
