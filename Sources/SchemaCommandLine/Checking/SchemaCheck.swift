import SchemaKit

/// What becomes of one schema, read and written in dialects.
struct SchemaCheck: Sendable, Hashable {
  /// What reading a schema came to.
  enum Import: String, Sendable, CaseIterable {
    /// Everything that it says was understood.
    case exact
    /// Something that it says was lost.
    case lossy
    /// It cannot be used.
    case failed
  }

  /// What the schema is called.
  let name: String

  /// What there is to tell about reading it.
  let findings: [Finding]

  /// What becomes of it in each dialect; nothing if it cannot be used.
  let dialects: [DialectCheck]

  /// What reading it came to.
  var imported: Import {
    switch findings.map(\.severity) {
    case let severities where severities.contains(.error): .failed
    case let severities where severities.contains(.warning): .lossy
    default: .exact
    }
  }

  /// Whether it can be used in each dialect; strictly, whether it stays as strong as it was written.
  ///
  /// - Parameter isStrict: Whether being weaker counts as a failure.
  /// - Returns: Whether all is well.
  func passes(isStrict: Bool) -> Bool {
    let worst = isStrict ? [DialectCheck.Outcome.ok] : [.ok, .weakened]
    return imported != .failed && (imported == .exact || !isStrict)
      && dialects.allSatisfy { worst.contains($0.outcome) }
  }

  /// Checks a schema.
  ///
  /// - Parameters:
  ///   - name: What the schema is called.
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
