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

  /// Why the answer was not taken, with places of the declared type; `nil` if it was.
  ///
  /// The model reads the same with the places of what it has written.
  public var problem: String?

  /// How many tokens the answer took, with its rounds of tool calls.
  public var usage: LanguageModelSession.Usage
}

extension LanguageModelSession {
  /// The model's answers did not fit their schema, also when it was asked again.
  public struct InvalidAnswerError: Swift.Error, LocalizedError {
    /// The answers, in order.
    public var attempts: [AnswerAttempt]

    /// What went wrong as a sentence.
    public var errorDescription: String? {
      let tries = attempts.count == 1 ? "answer does" : "\(attempts.count) answers do"
      return "The model's \(tries) not fit the schema. \(attempts.last?.problem ?? "")"
    }

    /// What to do about it.
    public var recoverySuggestion: String? {
      "Raise `policy.reask.maximumTries`, or use a model that is held to the schema."
    }
  }
}
