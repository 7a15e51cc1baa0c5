import SchemaKit

/// What becomes of a schema in one dialect.
struct DialectCheck: Sendable, Hashable {
  /// How well a dialect takes a schema.
  enum Outcome: String, Sendable, CaseIterable {
    /// It states all that the schema declares.
    case ok
    /// It takes the schema, but states less, or may reject it.
    case weakened
    /// It does not take the schema.
    case refused
  }

  /// The name of the dialect.
  let dialect: String

  /// What there is to tell, in the order of the schema.
  let findings: [Finding]

  /// How well the dialect takes the schema.
  var outcome: Outcome {
    switch findings.map(\.severity) {
    case let severities where severities.contains(.error): .refused
    case let severities where severities.contains(.warning): .weakened
    default: .ok
    }
  }

  /// How many things are weaker than declared.
  var weakenings: Int { findings.count { $0.severity == .warning } }

  /// Encodes a schema to see what becomes of it.
  ///
  /// - Parameters:
  ///   - graph: The schema.
  ///   - dialect: The dialect.
  init(_ graph: SchemaGraph, in dialect: any SchemaDialect) {
    self.dialect = dialect.name
    findings = SchemaEncoder(dialect: dialect).check(graph).map { Finding($0) }
  }
}
