public import SchemaModel

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// A fault that stops the import of a JSON Schema document: its place, the problem and a remedy.
///
///     do {
///       let imported = try SchemaImporter().import(text)
///     } catch let error as SchemaImportError {
///       print(error)  // /properties/age/minimum (line 4, column 30): 'minimum' has to be …
///     }
public struct SchemaImportError: Error, Sendable {
  /// The rule that reports it; that of a warning if the import is strict.
  public var rule: ImportRule

  /// Where in the document the fault is.
  public var path: SchemaPath

  /// Where in the text the fault is, if the document was given as text.
  public var position: TextPosition?

  /// What is wrong, as a sentence.
  public var problem: String

  /// What to do about it, as a sentence.
  public var remedy: String?

  /// The value of the document that it is about, by which its position is found.
  var node: Int?

  /// Creates an error.
  ///
  /// - Parameters:
  ///   - rule: The rule that reports it.
  ///   - path: Where in the document the fault is.
  ///   - position: Where in the text the fault is.
  ///   - problem: What is wrong, as a sentence.
  ///   - remedy: What to do about it, as a sentence.
  public init(
    _ rule: ImportRule, at path: SchemaPath, position: TextPosition? = nil,
    problem: String, remedy: String?
  ) {
    self.rule = rule
    self.path = path
    self.position = position
    self.problem = problem
    self.remedy = remedy
  }
}

extension SchemaImportError: LocalizedError, CustomStringConvertible {
  /// What is wrong and where, as a sentence.
  public var errorDescription: String? {
    let place = position.map { "\(path) (\($0))" } ?? path.description
    return "At \(place): \(problem)"
  }

  /// What to do about it, as a sentence.
  public var recoverySuggestion: String? { remedy }

  /// What is wrong, where, and what to do about it.
  public var description: String {
    let problem = errorDescription ?? problem
    return "\(remedy.map { "\(problem) \($0)" } ?? problem) [\(rule.code)]"
  }
}
