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

    /// The result with findings.
    fileprivate init(_ findings: [Finding]) {
      self =
        switch findings.map(\.severity).max() {
        case .error: .failed
        case .warning: .lossy
        case .note, nil: .exact
        }
    }
  }

  /// The name of the schema.
  let name: String

  /// The findings of reading it and of all dialects; those that several dialects share occur once.
  let findings: FindingList

  /// The result of each dialect; none if it could not be read.
  let dialects: [DialectCheck]

  /// The result of reading it.
  let imported: Import

  /// Returns `true` if all dialects accept it; if strict, `true` if all of them state everything in
  /// it.
  ///
  /// - Parameter isStrict: `true` if losses and weaker constraints are failures.
  /// - Returns: `true` if the check passes.
  func passes(isStrict: Bool) -> Bool {
    switch imported {
    case .failed: return false
    case .lossy where isStrict: return false
    case .lossy, .exact: break
    }
    let worst = dialects.compactMap(\.worst).max() ?? .note
    return worst < (isStrict ? .warning : .error)
  }

  /// Checks a schema.
  init(
    name: String, in dialects: [any SchemaDialect], read: () throws -> SchemaReading
  ) throws {
    self.name = name
    do {
      let reading = try read()
      var merged = MergedFindings()
      merged.add(reading.findings)
      self.dialects = dialects.map { dialect in
        DialectCheck(reading, in: dialect, isFitted: true, of: name) { merged.add($0) }
      }
      findings = reading.positioned(merged.list) { !$0.dialects.isEmpty }
      imported = Import(reading.findings)
    } catch {
      guard let finding = Finding(error, in: name) else { throw error }
      findings = FindingList([finding])
      imported = Import(findings.listed)
      self.dialects = []
    }
  }
}
