/// The result of checking content against a schema.
///
///     let report = validator.report(on: content)
///     for violation in report.violations {
///       print(violation)  // at /steps/2/name: expected a string, found the number 7
///     }
///     if !report.isValid {
///       prompt = Prompt(report.modelFeedback())
///     }
public struct ValidationReport: Sendable, Equatable {
  /// The violations, each with its place.
  ///
  /// The violations of a value precede the violations of its parts.
  ///
  /// There are at most ``ContentValidator/maximumViolations``.
  public let violations: [Violation]

  /// The number of violations, including those that are not listed.
  ///
  /// A violation that several schemas share counts once. After the first 10 000 violations, or
  /// ``ContentValidator/maximumViolations`` if this is larger, such a violation counts once for
  /// each schema.
  public let violationCount: Int

  /// The alternatives that the violations are about, for the unions without an alternative that
  /// holds.
  ///
  /// There are at most 100.
  public let alternatives: [Alternative]

  /// `true` if the content is complete.
  public let isComplete: Bool

  /// The constraints that could not be checked.
  ///
  /// Each constraint occurs once.
  public let notes: [SchemaDiagnostic]

  /// `true` if the content is complete and has no violation.
  public var isValid: Bool { violationCount == 0 && isComplete }
}

extension ValidationReport: CustomStringConvertible {
  /// The violations and the ``alternatives`` that they are about, one in each line; `valid` if
  /// there is no violation.
  public var description: String {
    guard violationCount > 0 else { return isComplete ? "valid" : "valid so far" }
    var lines = violations.map { $0.description }
    if violationCount > violations.count {
      lines.append("and \(violationCount - violations.count) more")
    }
    return (lines + alternatives.map(\.description)).joined(separator: "\n")
  }
}
