import SchemaKit

/// Writes a comparison for people and for programs.
struct ComparisonReport {
  let comparison: SchemaCompatibility

  /// The report for people.
  ///
  /// - Parameter display: What it is shown on.
  /// - Returns: The text, with its line breaks.
  func text(on display: Display) -> String {
    let style: TextStyle =
      switch comparison.verdict {
      case .compatible: .good
      case .breaking: .bad
      case .unknown: .warning
      }
    var lines = [
      display.styled(comparison.verdict.rawValue, style) + ": " + comparison.verdict.sentence
    ]
    let findings = comparison.reasons.map { reason in
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
      "verdict": comparison.verdict.rawValue,
      "reasons": GeneratedContent(
        elements: comparison.reasons.map { reason in
          GeneratedContent(properties: [
            "verdict": reason.isCertain ? "breaking" : "unknown", "pointer": reason.path.pointer,
            "problem": reason.problem, "remedy": reason.remedy,
          ])
        }),
      "omittedReasons": comparison.omittedReasons,
    ])
  }
}

extension SchemaCompatibility.Verdict {
  /// What it means.
  fileprivate var sentence: String {
    switch self {
    case .compatible: "every answer under the old schema is valid under the new one."
    case .breaking: "some answer under the old schema is not valid under the new one."
    case .unknown: "it is not known whether every old answer is valid under the new schema."
    }
  }
}
