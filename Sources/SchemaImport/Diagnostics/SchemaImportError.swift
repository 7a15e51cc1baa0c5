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
  /// The rule that reports the fault.
  ///
  /// A strict import also reports rules of warnings.
  public var rule: ImportRule

  /// The path of the fault in the document.
  public var path: SchemaPath

  /// The position of the fault in the text, if the document was given as text.
  public var position: TextPosition?

  /// The problem, as a sentence.
  public var problem: String

  /// The remedy, as a sentence.
  public var remedy: String?

  /// The document's value with the fault, which determines the position.
  var node: ValueID?

  /// Creates an error.
  package init(
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
  /// The problem and its place, as a sentence.
  public var errorDescription: String? {
    let place = position.map { "\(path) (\($0))" } ?? path.description
    return "At \(place): \(problem)"
  }

  /// The remedy, as a sentence.
  public var recoverySuggestion: String? { remedy }

  /// The problem, its place and the remedy.
  public var description: String {
    let problem = errorDescription ?? problem
    return "\(remedy.map { "\(problem) \($0)" } ?? problem) [\(rule.code)]"
  }
}
