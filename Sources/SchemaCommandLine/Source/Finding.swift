import SchemaKit

/// Something to tell about a schema: how much it matters, where it is, what it is, and what to do.
struct Finding: Sendable, Hashable {
  /// How much a finding matters.
  enum Severity: String, Sendable {
    /// Good to know.
    case note
    /// Something is weaker than declared, or may be rejected.
    case warning
    /// Something does not work at all.
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

  /// Where it is in a text, in words, if there is a text.
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
  /// What a dialect says of a schema that it takes.
  ///
  /// - Parameter diagnostic: The diagnostic.
  init(_ diagnostic: SchemaDiagnostic) {
    self.init(
      severity: Severity(diagnostic.severity),
      pointer: diagnostic.path.pointer, problem: diagnostic.problem, remedy: diagnostic.remedy)
  }

  /// Why a schema cannot be used.
  ///
  /// - Parameter error: The error.
  init(_ error: SchemaError) {
    self.init(
      severity: .error, pointer: error.path.pointer, problem: error.context.debugDescription,
      remedy: error.recoverySuggestion)
  }
}
