import SchemaKit

/// Writes a comparison for people and for programs.
struct ComparisonReport {
  private let comparison: SchemaComparison
  private let losses: [SchemaComparison.Reason]

  /// What the comparison comes to, given what was lost in reading.
  let verdict: SchemaComparison.Verdict

  /// Creates a report.
  ///
  /// What reading lost of the new schema may be what excludes an old answer; what it lost of the
  /// old one may have excluded the answer that is taken for lost.
  ///
  /// - Parameters:
  ///   - comparison: The comparison.
  ///   - oldLosses: How many things reading lost of the old schema.
  ///   - newLosses: How many things reading lost of the new schema.
  init(_ comparison: SchemaComparison, oldLosses: Int = 0, newLosses: Int = 0) {
    self.comparison = comparison
    let isShaken =
      switch comparison.verdict {
      case .compatible: newLosses > 0
      case .breaking: oldLosses > 0
      case .unknown: false
      }
    verdict = isShaken ? .unknown : comparison.verdict
    let which = comparison.verdict == .compatible ? "new" : "old"
    losses =
      isShaken
      ? [
        SchemaComparison.Reason(
          isCertain: false, path: SchemaPath(),
          problem: "Reading the \(which) schema lost something that it says, so it could not be "
            + "taken into account.",
          remedy: "See the warnings.")
      ] : []
  }

  private var reasons: [SchemaComparison.Reason] { losses + comparison.reasons }

  /// The report for people.
  ///
  /// - Parameter display: What it is shown on.
  /// - Returns: The text, with its line breaks.
  func text(on display: Display) -> String {
    let style: TextStyle =
      switch verdict {
      case .compatible: .good
      case .breaking: .bad
      case .unknown: .middling
      }
    var lines = [display.styled("\(verdict.rawValue)", style) + ": " + verdict.sentence]
    let findings = reasons.map { reason in
      Finding(
        severity: reason.isCertain ? .error : .warning, pointer: reason.path.pointer,
        problem: reason.problem, remedy: reason.remedy)
    }
    if !findings.isEmpty { lines.append("") }
    lines += findings.lines(on: display) { $0 == .error ? "breaking" : "unknown" }
    if comparison.omittedReasons > 0 {
      lines += ["", "  and \(comparison.omittedReasons) more"]
    }
    return lines.map { $0 + "\n" }.joined()
  }

  /// The report for programs.
  var json: GeneratedContent {
    GeneratedContent(properties: [
      "verdict": verdict.rawValue,
      "reasons": GeneratedContent(
        elements: reasons.map { reason in
          GeneratedContent(properties: [
            "verdict": reason.isCertain ? "breaking" : "unknown", "pointer": reason.path.pointer,
            "problem": reason.problem, "remedy": reason.remedy,
          ])
        }),
      "omittedReasons": comparison.omittedReasons,
    ])
  }
}

extension SchemaComparison.Verdict {
  /// What it means.
  fileprivate var sentence: String {
    switch self {
    case .compatible: "every answer under the old schema is valid under the new one."
    case .breaking: "some answer under the old schema is not valid under the new one."
    case .unknown: "it cannot be told whether every old answer is valid under the new schema."
    }
  }
}
