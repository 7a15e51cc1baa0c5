import SchemaKit
import SchemaText

extension Finding {
  /// Creates the note of a mend.
  init(_ mend: Mend, in source: String) {
    self.init(
      severity: mend.kind == .suspiciousEscape ? .warning : .note, code: Rule.Code.mend(mend.kind),
      source: source, position: mend.position, place: mend.path,
      problem: mend.kind.meaning.capitalizedFirst
        + (mend.found.isEmpty ? "." : ": \(mend.found)"))
  }

  /// Creates the finding of a text that was not read.
  init(_ error: ReadingError, in source: String) {
    let violation = error.report?.violations.first
    self.init(
      severity: .error,
      code: error.code == .endedEarly
        ? Rule.Code.incompleteJSON
        : violation.map { Rule.Code.value($0.rule.description) } ?? Rule.Code.unread,
      source: source, position: error.position, place: violation?.path ?? [],
      problem: "No value was read: \(error.problem)"
        + (violation.map { ". Expected \($0.expected), found \($0.found)." } ?? "."),
      remedy: error.recoverySuggestion)
  }
}

extension Rule.Code {
  static let unread = "read.nothing"

  /// The code of a kind of mend, such as `read.missing-comma`.
  static func mend(_ kind: MendKind) -> String { "read.\(kind.name)" }
}

extension Rule {
  /// The rules of reading a text along a schema.
  static let reading =
    [
      Rule(
        code: Code.unread,
        meaning: """
          A text has no value of the schema, or more than one meaning. The finding describes what \
          was found. Ask the model again.
          """)
    ]
    + MendKind.all.map { kind in
      Rule(
        code: Code.mend(kind),
        meaning: "Read in a text: \(kind.meaning). "
          + (kind.isGuess ? "It is a guess. " : "")
          + "It is not read so if \(kind.contradiction).")
    }
}
