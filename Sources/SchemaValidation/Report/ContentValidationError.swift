#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// Content that its schema does not allow.
public struct ContentValidationError: Error, Sendable, LocalizedError, CustomStringConvertible {
  /// What is wrong with it.
  public let report: ValidationReport

  /// Creates an error.
  ///
  /// - Parameter report: What is wrong.
  public init(_ report: ValidationReport) {
    self.report = report
  }

  /// The violations, one a line.
  public var description: String { report.description }

  /// The first violation, and how many there are, as a sentence.
  public var errorDescription: String? {
    guard let first = report.violations.first else { return "The content does not fit its schema." }
    let others = report.violationCount - 1
    return "The content does not fit its schema: \(first)"
      + (others == 0 ? "." : others == 1 ? ", and one more." : ", and \(others) more.")
  }

  /// What to do about it.
  public var recoverySuggestion: String? {
    "Send `report.modelFeedback()` back to the model and ask again, or check that the provider was "
      + "given this schema and holds the model to it."
  }
}
