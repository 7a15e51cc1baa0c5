import SchemaKit

/// The result of writing a schema in one dialect.
struct DialectCheck: Sendable, Hashable {
  /// Whether a dialect can state a schema.
  enum Outcome: String, Sendable, CaseIterable {
    /// It states everything that the schema declares.
    case ok
    /// It accepts the schema but states less, or may reject it.
    case weakened
    /// It rejects the schema.
    case rejected
  }

  /// The name of the dialect.
  let dialect: String

  /// The findings, in the order of the schema.
  let findings: [Finding]

  /// Whether the dialect can state the schema.
  var outcome: Outcome {
    switch findings.map(\.severity).max() {
    case .error: .rejected
    case .warning: .weakened
    case .note, nil: .ok
    }
  }

  /// Encodes a schema and collects the findings.
  ///
  /// - Parameters:
  ///   - reading: The schema.
  ///   - dialect: The dialect.
  ///   - source: The name of the schema.
  init(_ reading: SchemaReading, in dialect: any SchemaDialect, of source: String) {
    self.dialect = dialect.name
    let diagnostics = SchemaEncoder(dialect: dialect).check(reading.graph)
    let positions = reading.positions(of: diagnostics.map(\.path))
    findings = diagnostics.map { Finding($0, at: positions[$0.path], in: source) }
  }
}
