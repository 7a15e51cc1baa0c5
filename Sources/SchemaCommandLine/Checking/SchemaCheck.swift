import SchemaKit

/// The result of reading one schema, and of writing it in dialects.
struct SchemaCheck: Sendable, Hashable {
  /// The result of reading a schema.
  enum Import: String, Sendable {
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
    switch findings.map(\.severity).max() {
    case .error: .failed
    case .warning: .lossy
    case .note, nil: .exact
    }
  }

  /// Returns `true` if all dialects accept it; if strict, `true` if all of them state everything in
  /// it.
  ///
  /// - Parameter isStrict: `true` if losses and weaker constraints are failures.
  /// - Returns: `true` if the check passes.
  func passes(isStrict: Bool) -> Bool {
    let worst = (findings + dialects.flatMap(\.findings)).map(\.severity).max() ?? .note
    return worst < (isStrict ? .warning : .error)
  }

  /// Checks a schema.
  init(
    name: String, in dialects: [any SchemaDialect], read: () throws -> SchemaReading
  ) throws {
    self.name = name
    do {
      let reading = try read()
      findings = reading.findings
      self.dialects = dialects.map { DialectCheck(reading, in: $0, isFitted: true, of: name) }
    } catch {
      guard let finding = Finding(error, in: name) else { throw error }
      findings = [finding]
      self.dialects = []
    }
  }
}
