import SchemaKit

/// A problem that a command reports: its rule, its place, a description and a remedy.
struct Finding: Sendable, Hashable {
  /// The severity.
  var severity: SchemaDiagnostic.Severity

  /// The code of the rule, which `schema explain` explains.
  var code: String

  /// The name of the file or the other source; `nil` if there is none.
  var source: String?

  /// The place in the text of the source, if it has a text.
  var position: TextPosition?

  /// The place in the value or the schema, as a JSON Pointer.
  var pointer: String

  /// What it is, as a sentence.
  var problem: String

  /// What to do about it, as a sentence.
  var remedy: String?

  /// The finding for people and for editors: `path:line:column: severity: at pointer: problem [code]`,
  /// and a second line with the remedy.
  var lines: [StyledLine] {
    let pointer = pointer.isEmpty ? "the root" : pointer
    let first: StyledLine =
      "\(start, .strong)\(severity.rawValue, severity.style): at \(pointer): \(problem) \("[\(code)]", .faint)"
    return remedy.map { [first, "  \($0)"] } ?? [first]
  }

  /// The source and the position, as editors read them.
  private var start: String {
    guard let source else { return "" }
    return position.map { "\(source):\($0.line):\($0.column): " } ?? "\(source): "
  }

  /// The finding for programs.
  var json: GeneratedContent {
    GeneratedContent(
      properties: [
        "severity": severity.rawValue, "code": code, "source": source, "line": position?.line,
        "column": position?.column, "pointer": pointer, "problem": problem, "remedy": remedy,
      ], omittingNil: true)
  }
}

extension SchemaDiagnostic.Severity {
  fileprivate var style: TextStyle {
    switch self {
    case .note: .faint
    case .warning: .warning
    case .error: .bad
    }
  }
}
