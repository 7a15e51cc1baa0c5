import SchemaKit

extension Report {
  /// Creates the report on a comparison of schemas.
  ///
  /// - Parameters:
  ///   - compatibility: The result of the comparison.
  ///   - new: The new schema, in whose text the findings have their positions.
  ///   - name: The name of the new schema.
  init(_ compatibility: SchemaCompatibility, _ new: SchemaReading, named name: String) {
    let positions = new.positions(of: compatibility.reasons.map(\.path))
    let reasons =
      compatibility.reasons.filter(\.isCertain) + compatibility.reasons.filter { !$0.isCertain }
    findings = reasons.map { reason in
      Finding(
        severity: reason.isCertain ? .error : .warning, code: reason.rule.code, source: name,
        position: positions[reason.path], pointer: reason.path.pointer, problem: reason.problem,
        remedy: reason.remedy)
    }
    let verdict = compatibility.verdict
    let omitted = compatibility.omittedReasons
    summary = [
      "\(verdict.rawValue, verdict.style): \(verdict.sentence)\(omitted > 0 ? " And \(omitted) more reasons." : "")"
    ]
    let provenCount = reasons.count(where: \.isCertain)
    let undecidedCount = reasons.count - provenCount
    properties = [
      ("verdict", verdict.rawValue), ("proven", provenCount), ("undecided", undecidedCount),
      ("omittedReasons", omitted),
    ]
    if provenCount > 0, undecidedCount > 0 {
      layout =
        findings[..<provenCount].flatMap(\.lines) + ["", "Not decided:"]
        + findings[provenCount...].flatMap(\.lines) + [""] + summary
    }
  }
}

extension SchemaCompatibility.Verdict {
  fileprivate var style: TextStyle {
    switch self {
    case .compatible: .good
    case .breaking: .bad
    case .unknown: .warning
    }
  }

  /// What it means.
  fileprivate var sentence: String {
    switch self {
    case .compatible: "every answer under the old schema is valid under the new one."
    case .breaking: "some answer under the old schema is not valid under the new one."
    case .unknown: "it is not known whether every old answer is valid under the new schema."
    }
  }
}
