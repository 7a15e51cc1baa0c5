public import Foundation
public import SchemaModel
public import SchemaReading
public import SchemaValidation

/// One answer of a model to a request, which may have been rejected.
public struct AnswerAttempt: Sendable {
  /// The text of the answer.
  public var rawContent: String

  /// The result of the check against the schema; `nil` if the answer was not read, or not checked.
  public var report: ValidationReport?

  /// The problems that the session's checks found in an answer that fits its schema.
  public var problems: [AnswerProblem] = []

  /// The places of the text that were not as the schema or JSON has them, and that were read in
  /// their clear meaning, such as an extra comma, or text around the value.
  public var mends: [Mend] = []

  /// The places where the value follows JSON, but probably not what was meant, such as the form
  /// feed of `\frac`.
  ///
  /// They are not looked for if ``SessionPolicy/reading`` is strict, or if it is `nil` and the
  /// provider enforces the schema.
  public var suspicions: [Mend] = []

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

/// A check of answers in Swift, for rules that a schema cannot state.
///
///     session.answerChecks = [
///       .validating(Recipe.self) { recipe in
///         if recipe.steps.count > recipe.minutes {
///           throw AnswerProblem("A step takes a minute at least.", at: ["steps"])
///         }
///       }
///     ]
///
/// All checks for the type are applied to an answer that fits its schema. The model reads their
/// problems together, and answers again, within the number of tries of ``ReaskPolicy``.
public struct AnswerCheck: Sendable {
  /// A problem that a check finds.
  enum Finding: Sendable {
    case problem(AnswerProblem)
    case report(ValidationReport)
  }

  /// Checks the content of an answer of a type; `nil` if the content has no problem, or if the
  /// check is for another type.
  let finding: @Sendable (GeneratedContent, any Generable.Type) async throws -> Finding?

  /// Creates a check of the answers of one type.
  ///
  /// The type is `String` for text, and `GeneratedContent` for answers with a schema but no type.
  /// `check` throws ``AnswerProblem`` if the answer is wrong. Any other error ends the request.
  public static func validating<Content: Generable>(
    _ type: Content.Type = Content.self,
    _ check: @escaping @Sendable (Content) async throws -> Void
  ) -> AnswerCheck {
    AnswerCheck { content, answerType in
      guard answerType == Content.self else { return nil }
      do {
        try await check(Content(content))
        return nil
      } catch let problem as AnswerProblem {
        return .problem(problem)
      }
    }
  }

  /// Creates a check of all answers that have a schema.
  ///
  /// An example is the validation by the document from which the schema was imported.
  package static func reporting(
    _ report: @escaping @Sendable (GeneratedContent) -> ValidationReport
  ) -> AnswerCheck {
    AnswerCheck { content, answerType in
      guard answerType != String.self else { return nil }
      let report = report(content)
      return report.isValid ? nil : .report(report)
    }
  }
}

/// A problem of an answer, described for the model.
public struct AnswerProblem: Error, LocalizedError, Hashable, CustomStringConvertible {
  /// The problem, as a sentence.
  public var message: String

  /// The place in the answer, by the names that the type declares; the root for the whole answer.
  public var path: SchemaPath

  /// Creates a problem.
  public init(_ message: String, at path: SchemaPath = []) {
    self.message = message
    self.path = path
  }

  /// The message, and then the place unless it is the whole answer.
  public var description: String { path.isEmpty ? message : "\(message) It is at \(path.pointer)." }

  /// The same as ``description``.
  public var errorDescription: String? { description }

  /// Returns a line for the model, which begins with the place in the model's own text.
  func line(at path: SchemaPath) -> String {
    (path.isEmpty ? "" : "at \(path.pointer): ") + message
  }
}
