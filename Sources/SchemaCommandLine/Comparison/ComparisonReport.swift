import SchemaKit

/// Writes a comparison for people and for programs.
struct ComparisonReport {
  private let comparison: SchemaComparison
  private let losses: [SchemaComparison.Reason]

  /// The verdict, taking the losses of reading into account.
  let verdict: SchemaComparison.Verdict

  /// Creates a report.
  ///
  /// A constraint that reading lost of the new schema may exclude an old answer. A constraint that
  /// it lost of the old schema may exclude the answer that is reported as breaking.
  ///
  /// - Parameters:
  ///   - comparison: The comparison.
  ///   - oldLosses: The number of losses when the old schema was read.
  ///   - newLosses: The number of losses when the new schema was read.
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
          problem: "Reading the \(which) schema lost a part of it, which could not be "
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
      case .unknown: .warning
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
    case .unknown: "it is not known whether every old answer is valid under the new schema."
    }
  }
}
