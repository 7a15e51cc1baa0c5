import SchemaKit

/// The result of reading one schema, and of writing it in dialects.
struct SchemaCheck: Sendable, Hashable {
  /// The result of reading a schema.
  enum Import: String, Sendable, CaseIterable {
    /// It was read without loss.
    case exact
    /// It was read with losses.
    case lossy
    /// It could not be read.
    case failed
  }

  /// The name of the schema.
  let name: String

  /// The findings of reading it.
  let findings: [Finding]

  /// The result of each dialect; none if it could not be read.
  let dialects: [DialectCheck]

  /// The result of reading it.
  var imported: Import {
    switch findings.map(\.severity) {
    case let severities where severities.contains(.error): .failed
    case let severities where severities.contains(.warning): .lossy
    default: .exact
    }
  }

  /// Whether all dialects accept it; strictly, whether all of them state everything in it.
  ///
  /// - Parameter isStrict: Whether losses and weaker constraints are failures.
  /// - Returns: Whether the check passes.
  func passes(isStrict: Bool) -> Bool {
    let worst = isStrict ? [DialectCheck.Outcome.ok] : [.ok, .weakened]
    return imported != .failed && (imported == .exact || !isStrict)
      && dialects.allSatisfy { worst.contains($0.outcome) }
  }

  /// Checks a schema.
  ///
  /// - Parameters:
  ///   - name: The name of the schema.
  ///   - dialects: The dialects to write it in.
  ///   - read: Reads the schema.
  init(
    name: String, in dialects: [any SchemaDialect], read: () throws -> SchemaReading
  ) {
    self.name = name
    do {
      let reading = try read()
      findings = reading.findings
      self.dialects = dialects.map { DialectCheck(reading.graph, in: $0) }
    } catch {
      findings = [Finding(describing: error)]
      self.dialects = []
    }
  }
}
