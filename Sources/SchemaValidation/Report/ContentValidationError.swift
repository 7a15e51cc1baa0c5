#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// An error for content that its schema does not allow.
public struct ContentValidationError: Error, Sendable, LocalizedError, CustomStringConvertible {
  /// The violations.
  public let report: ValidationReport

  /// Creates an error.
  package init(_ report: ValidationReport) { self.report = report }

  /// The first violation, the number of violations, and the remedy.
  public var description: String { problemAndRemedy }

  /// The first violation and the number of violations, as a sentence.
  public var errorDescription: String? {
    guard let first = report.violations.first else { return "The content does not fit its schema." }
    let others = report.violationCount - 1
    return "The content does not fit its schema: \(first)"
      + (others == 0 ? "." : others == 1 ? ", and one more." : ", and \(others) more.")
  }

  /// The remedy, as a sentence.
  public var recoverySuggestion: String? {
    "Send `report.modelFeedback()` to the model and ask again, or check that the provider got "
      + "this schema and enforces it."
  }
}
