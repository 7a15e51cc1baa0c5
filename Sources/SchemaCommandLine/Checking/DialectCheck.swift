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

  /// The highest severity of the findings; `nil` if there are none.
  let worst: SchemaDiagnostic.Severity?

  /// The number of findings that the schema is weaker in this dialect, without ``losses``.
  private let weakenings: Int

  /// The number of findings that the dialect rejects a part of the schema.
  let errorCount: Int

  /// The fittings that the schema needs, each once, in the order in which they are applied.
  let fittings: [SchemaDiagnostic.Fitting]

  /// The number of losses of reading the schema, which no dialect states.
  let losses: Int

  /// The dialect's ability to state the schema.
  var outcome: Outcome {
    switch worst {
    case .error: .rejected
    case .warning: .weakened
    case .note, nil: losses > 0 ? .weakened : fittings.isEmpty ? .ok : .fitted
    }
  }

  /// The number of findings that the document's schema is weaker in this dialect.
  var warningCount: Int { losses + weakenings }

  /// Encodes a schema and collects the findings.
  ///
  /// - Parameters:
  ///   - reading: The schema.
  ///   - dialect: The dialect.
  ///   - isFitted: Whether the schema is fitted to the dialect if that does not state it.
  ///   - source: The name of the schema.
  ///   - collect: Receives each finding, in the order of the schema, without a position.
  init(
    _ reading: SchemaReading, in dialect: any SchemaDialect, isFitted: Bool, of source: String,
    collect: (Finding) -> Void
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
    worst = diagnostics.map(\.severity).max()
    weakenings = diagnostics.count { $0.severity == .warning }
    errorCount = diagnostics.count { $0.severity == .error }
    for diagnostic in diagnostics {
      var finding = Finding(diagnostic, in: source)
      finding.add(dialects: [dialect.name])
      collect(finding)
    }
  }
}
