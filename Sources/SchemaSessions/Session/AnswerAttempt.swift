public import SchemaContent
import SchemaModel
public import SchemaValidation

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// One answer of a model to a request, which may not have been the last.
public struct AnswerAttempt: Sendable {
  /// The text of the answer.
  public var rawContent: String

  /// The result of the check against the schema; `nil` if the text could not be read as JSON, or
  /// nothing was checked.
  public var report: ValidationReport?

  /// What the session's checks found wrong with an answer that fits its schema.
  public var problems: [AnswerProblem] = []

  /// How the text departs from RFC 8259, which the session has read all the same: such as a comma
  /// too many, or text around the value.
  public var departures: GeneratedContentParser.Departures = []

  /// Why the answer was not taken, with places of the declared type; `nil` if it was.
  ///
  /// The model reads the same with the places of what it has written.
  public var problem: String?

  /// How many tokens the answer took, with its rounds of tool calls.
  public var usage: LanguageModelSession.Usage
}

extension AnswerAttempt {
  /// Why the answer was not taken, on one line and without the request to the model; the first
  /// violation stands for all.
  fileprivate var cause: String {
    if let first = problems.first {
      return "\(first)\(problems.count == 1 ? "" : " (\(problems.count) problems in all)")"
    }
    guard let report, let first = report.violations.first else {
      let lines = (problem ?? "").split(separator: "\n", maxSplits: 1)
      return lines.first.map(String.init) ?? ""
    }
    let others = report.violationCount - 1
    return
      "\(first)\(others == 0 ? "." : others == 1 ? ", and one more." : ", and \(others) more.")"
  }
}

extension LanguageModelSession {
  /// The model's answers did not fit their schema, or did not pass the session's checks, also when it was asked again.
  public struct InvalidAnswerError: Swift.Error, LocalizedError, CustomStringConvertible {
    /// The answers, in order.
    public var attempts: [AnswerAttempt]

    /// What went wrong as a sentence.
    public var errorDescription: String? {
      let tries = attempts.count == 1 ? "answer does" : "\(attempts.count) answers do"
      let what = attempts.last?.problems.isEmpty == false ? "pass the checks" : "fit the schema"
      return "The model's \(tries) not \(what)\(attempts.last.map { ": \($0.cause)" } ?? ".")"
    }

    /// What went wrong, and what to do about it.
    public var description: String { problemAndRemedy }

    /// What to do about it.
    public var recoverySuggestion: String? {
      "Raise `policy.reask.maximumTries`, or use a model that is held to the schema."
    }
  }
}
