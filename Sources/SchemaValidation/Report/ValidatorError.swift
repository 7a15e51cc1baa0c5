#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// An error in a JSON Schema document that prevents the creation of a validator.
public struct ValidatorError: Error, Sendable, Hashable, LocalizedError, CustomStringConvertible {
  /// The place in the document.
  public let path: SchemaPath

  /// The problem, as a sentence.
  public let problem: String

  /// The remedy, as a sentence.
  public let remedy: String

  /// Creates an error.
  init(path: SchemaPath, problem: String, remedy: String) {
    self.path = path
    self.problem = problem
    self.remedy = remedy
  }

  /// The place, the problem and the remedy.
  public var description: String { problemAndRemedy }

  /// The place and the problem.
  public var errorDescription: String? { "At \(path): \(problem)" }

  /// The remedy, as a sentence.
  public var recoverySuggestion: String? { remedy }
}
