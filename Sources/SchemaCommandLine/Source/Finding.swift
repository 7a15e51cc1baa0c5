import SchemaKit

/// A problem of a schema: its severity, its place, a description and a remedy.
struct Finding: Sendable, Hashable {
  /// The severity of a finding.
  enum Severity: String, Sendable {
    /// Information.
    case note
    /// Something is weaker than declared, or may be rejected.
    case warning
    /// The schema is rejected.
    case error

    init(_ severity: SchemaDiagnostic.Severity) {
      switch severity {
      case .note: self = .note
      case .warning: self = .warning
      case .error: self = .error
      }
    }
  }

  var severity: Severity

  /// Where it is, as a JSON Pointer.
  var pointer: String

  /// The place in the text, in words, if there is a text.
  var position: String?

  /// What it is, as a sentence.
  var problem: String

  /// What to do about it, as a sentence.
  var remedy: String?

  /// Where it is, for people to read.
  var place: String {
    let place = pointer.isEmpty ? "the root" : pointer
    return position.map { "\(place) (\($0))" } ?? place
  }

  /// The whole finding in one line.
  var line: String {
    let text = "\(severity.rawValue): at \(place): \(problem)"
    return remedy.map { "\(text) \($0)" } ?? text
  }
}

extension Finding {
  /// Creates the finding of a diagnostic.
  ///
  /// - Parameter diagnostic: The diagnostic.
  init(_ diagnostic: SchemaDiagnostic) {
    self.init(
      severity: Severity(diagnostic.severity),
      pointer: diagnostic.path.pointer, problem: diagnostic.problem, remedy: diagnostic.remedy)
  }

  /// Creates the finding of a schema error.
  ///
  /// - Parameter error: The error.
  init(_ error: SchemaError) {
    self.init(
      severity: .error, pointer: error.path.pointer, problem: error.context.debugDescription,
      remedy: error.recoverySuggestion)
  }
}
