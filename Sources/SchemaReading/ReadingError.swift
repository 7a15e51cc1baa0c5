#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// A text has no value of the schema, or more than one.
public struct ReadingError: Error, Sendable, LocalizedError, CustomStringConvertible {
  /// The kind of the error, for code to compare.
  ///
  /// A minor release may add cases.
  public enum Code: Sendable, Hashable {
    /// The text has no value, but something else.
    case noValue
    /// The text refuses an answer.
    case refusal
    /// The text ends inside of the value.
    case endedEarly
    /// The text of the value cannot be read at one place.
    case malformed
    /// The text has several meanings, or several values that differ.
    case ambiguous
    /// The value is an example, a draft, or otherwise not the answer by the words around it.
    case notAnAnswer
    /// The value does not fit the schema.
    case unfit
  }

  /// The kind of the error.
  public let code: Code

  /// The place in the text; `nil` if the text as a whole is meant.
  public let position: TextPosition?

  /// What was found, as a sentence without its end.
  package let problem: String

  /// The violations of the value that was found; `nil` if there is none.
  public let report: ValidationReport?

  init(
    _ code: Code, _ problem: String, at position: TextPosition? = nil,
    report: ValidationReport? = nil
  ) {
    self.code = code
    self.position = position
    self.problem = problem
    self.report = report
  }

  /// The error for a text of which a part of another value was shown while it arrived.
  package static let otherValueShown = ReadingError(
    .ambiguous, "the text has several values, and the first one is not the answer")

  /// What was found, and the remedy.
  public var description: String { problemAndRemedy }

  /// What was found, as a sentence.
  public var errorDescription: String? {
    let place = position.map { " at \($0)" } ?? ""
    let violation = report?.violations.first.map { ": \($0)" } ?? ""
    return "The text was not read as a value of the schema\(place): \(problem)\(violation)."
  }

  /// The remedy, as a sentence.
  public var recoverySuggestion: String? {
    switch code {
    case .endedEarly: "Allow the model more tokens, or ask again."
    case .unfit: "Send `modelFeedback()` to the model and ask again."
    default: "Ask again, or use a provider that enforces the schema."
    }
  }

  /// What was found, as a text for the model that answers again.
  public func modelFeedback() -> String {
    if let report, !report.isValid { return report.modelFeedback() }
    return "The answer could not be read\(place): \(problem). Answer again with one complete JSON "
      + "value of the schema, and nothing else."
  }

  /// What was found, with its place, as a sentence.
  package var finding: String {
    let sentence = "\(problem)."
    let start = sentence.prefix(1).uppercased() + sentence.dropFirst()
    return position.map { "At line \($0.line), column \($0.column): \(sentence)" } ?? start
  }

  private var place: String {
    position.map { " at line \($0.line), column \($0.column)" } ?? ""
  }
}
