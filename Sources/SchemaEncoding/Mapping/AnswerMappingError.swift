public import SchemaModel

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// An answer that does not match its fitted schema, or content that cannot be converted to it.
public struct AnswerMappingError: Error, Sendable, Hashable, LocalizedError,
  CustomStringConvertible
{
  /// The place, in content of the declared type.
  public let path: SchemaPath

  /// What is wrong, as a sentence.
  public let problem: String

  /// What to do about it, as a sentence.
  public let remedy: String

  /// The same at a place in the answer, for the model that has written it.
  package func moved(to path: SchemaPath) -> AnswerMappingError {
    AnswerMappingError(problem, at: path, remedy: remedy)
  }

  init(_ problem: String, at path: SchemaPath, remedy: String) {
    self.path = path
    self.problem = problem
    self.remedy = remedy
  }

  /// The place, the problem and the remedy.
  public var description: String { "at \(path): \(problem) \(remedy)" }

  /// The place and the problem.
  public var errorDescription: String? { "At \(path): \(problem)" }

  /// What to do about it.
  public var recoverySuggestion: String? { remedy }
}
