public import SchemaContent
import SchemaModel
public import SchemaValidation

/// One answer of a model to a request, which may have been rejected.
public struct AnswerAttempt: Sendable {
  /// The text of the answer.
  public var rawContent: String

  /// The result of the check against the schema; `nil` if the text is not JSON, or was not checked.
  public var report: ValidationReport?

  /// The problems that the session's checks found in an answer that fits its schema.
  public var problems: [AnswerProblem] = []

  /// The departures from RFC 8259 that the session accepted, such as an extra comma, or text around
  /// the value.
  public var departures: GeneratedContentParser.Departures = []

  /// The reason why the answer was rejected, with places in the declared type; `nil` if the answer
  /// was accepted.
  ///
  /// The model reads the same problem with the places in its own text.
  public var problem: String?

  /// The tokens of the answer, including its rounds of tool calls.
  public var usage: LanguageModelSession.Usage
}

extension AnswerAttempt {
  /// The reason why the answer was rejected, on one line and without the request to the model.
  ///
  /// Only the first violation is given.
  var cause: String {
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

/// The attempts of a turn to get a valid answer, and the usage of its requests.
struct TurnAttempts {
  /// The attempts that have ended.
  private(set) var ended: [AnswerAttempt] = []
  /// The usage of the attempts that have ended.
  private var endedUsage = LanguageModelSession.Usage.zero
  /// The usage of the current attempt.
  private var currentUsage = LanguageModelSession.Usage.zero

  /// The number of the current attempt, from 1.
  var current: Int { ended.count + 1 }

  /// The usage of all requests so far.
  var usage: LanguageModelSession.Usage { endedUsage + currentUsage }

  /// Adds the usage of a request.
  mutating func add(_ usage: LanguageModelSession.Usage) { currentUsage.add(usage) }

  /// Ends the current attempt, and adds the usage of its requests to it.
  mutating func end(with attempt: AnswerAttempt) {
    var attempt = attempt
    attempt.usage = currentUsage
    endedUsage.add(currentUsage)
    currentUsage = .zero
    ended.append(attempt)
  }

  /// Returns `true` if a policy allows another attempt.
  func allowsAnother(by policy: ReaskPolicy) -> Bool {
    let isSpent = policy.tokenBudget.map { usage.totalTokenCount >= $0 } ?? false
    return ended.count < policy.maximumTries && !isSpent
  }
}
