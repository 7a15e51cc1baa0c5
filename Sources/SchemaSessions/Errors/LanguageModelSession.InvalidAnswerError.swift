#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

extension LanguageModelSession {
  /// All answers of the model violated their schema or failed the session's checks.
  public struct InvalidAnswerError: Swift.Error, LocalizedError, CustomStringConvertible {
    /// The answers, in order.
    public var attempts: [AnswerAttempt]

    /// The problem as a sentence.
    public var errorDescription: String? {
      let tries = attempts.count == 1 ? "answer does" : "\(attempts.count) answers do"
      let what = attempts.last?.problems.isEmpty == false ? "pass the checks" : "fit the schema"
      return "The model's \(tries) not \(what)\(attempts.last.map { ": \($0.cause)" } ?? ".")"
    }

    /// The problem and its remedy.
    public var description: String { problemAndRemedy }

    /// The remedy.
    public var recoverySuggestion: String? {
      "Raise `policy.reask.maximumTries`, or use a provider that enforces the schema."
    }
  }
}
