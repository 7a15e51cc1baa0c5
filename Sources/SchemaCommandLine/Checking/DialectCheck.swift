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
    switch findings.map(\.severity) {
    case let severities where severities.contains(.error): .rejected
    case let severities where severities.contains(.warning): .weakened
    default: .ok
    }
  }

  /// How many constraints are weaker than declared.
  var weakenings: Int { findings.count { $0.severity == .warning } }

  /// Encodes a schema and collects the findings.
  ///
  /// - Parameters:
  ///   - graph: The schema.
  ///   - dialect: The dialect.
  init(_ graph: SchemaGraph, in dialect: any SchemaDialect) {
    self.dialect = dialect.name
    findings = SchemaEncoder(dialect: dialect).check(graph).map { Finding($0) }
  }
}
