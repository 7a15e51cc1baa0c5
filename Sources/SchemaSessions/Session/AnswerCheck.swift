public import SchemaModel
package import SchemaValidation

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

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
  /// - Parameters:
  ///   - type: The type of the answers: `String` for text, and `GeneratedContent` for answers with
  ///     a schema but no type.
  ///   - check: A function that throws ``AnswerProblem`` if the answer is wrong. Any other error
  ///     ends the request.
  /// - Returns: The check.
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
  ///
  /// - Parameters:
  ///   - message: The problem, as a sentence.
  ///   - path: The place in the answer, by the names that the type declares.
  public init(_ message: String, at path: SchemaPath = []) {
    self.message = message
    self.path = path
  }

  /// The message, and then the place unless it is the whole answer.
  public var description: String {
    path.isEmpty ? message : "\(message) It is at \(path.pointer)."
  }

  /// The same as ``description``.
  public var errorDescription: String? { description }

  /// Returns a line for the model, which begins with the place in the model's own text.
  func line(at path: SchemaPath) -> String {
    (path.isEmpty ? "" : "at \(path.pointer): ") + message
  }
}
