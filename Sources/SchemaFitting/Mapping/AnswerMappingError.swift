import SchemaContent
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
  /// The kind of the error.
  ///
  /// A minor release may add cases.
  public enum Code: Sendable, Hashable {
    /// A key of an object occurs twice.
    case duplicateKey

    /// An entry of a dictionary has no key or no value, or its key is not a string.
    case invalidEntry

    /// A string that must contain JSON text is not JSON.
    case invalidText

    /// An object that stands for an array has an element after an absent one.
    case missingElement

    /// A list that may contain at most one value has more values.
    case tooManyValues

    /// JSON text nests, together with the values around it, deeper than
    /// `GeneratedContent.maximumDepth`.
    case tooDeep

    /// The content to convert is not complete.
    case incomplete

    /// The content to convert has a property or an element that its document does not mention, and
    /// that the fitted schema has no place for.
    case unmentionedProperty
  }

  /// The kind of the error.
  public let code: Code

  /// The place, in content of the declared type.
  public let path: SchemaPath

  /// The problem, as a sentence.
  public let problem: String

  /// The remedy, as a sentence.
  public let remedy: String

  /// Returns the error with a place in the answer, for the model that wrote the answer.
  package func moved(to path: SchemaPath) -> AnswerMappingError {
    AnswerMappingError(code, problem, at: path, remedy: remedy)
  }

  init(_ code: Code, _ problem: String, at path: SchemaPath, remedy: String) {
    self.code = code
    self.path = path
    self.problem = problem
    self.remedy = remedy
  }

  /// Creates the error for properties and elements without a place in the fitted form; `nil` if
  /// there are none.
  ///
  /// The error is at the first one, and names the properties of the same object.
  init?(unmentioned paths: [SchemaPath]) {
    guard let first = paths.first else { return nil }
    if case .index(let index) = first.last {
      self.init(
        .unmentionedProperty,
        "The fitted schema has no place for the elements from index \(index) on, because the "
          + "document does not mention them.",
        at: first,
        remedy: "Leave out such elements, or fit the schema with 'SchemaEncoder.isExact'.")
      return
    }
    let siblings = paths.filter { $0.parent == first.parent }
    let names = siblings.compactMap(\.last?.token)
    let others = paths.count - siblings.count
    let further = others == 0 ? "" : " (and \(others) more in other objects)"
    self.init(
      .unmentionedProperty,
      "The fitted schema has no place for \(names.listed(quotedBy: "'"))\(further), because the "
        + "document does not mention \(paths.count == 1 ? "it" : "them").",
      at: first,
      remedy: "Leave out such properties, or fit the schema with 'SchemaEncoder.isExact'.")
  }

  /// The place, the problem and the remedy.
  public var description: String { problemAndRemedy }

  /// The place and the problem.
  public var errorDescription: String? { "At \(path): \(problem)" }

  /// The remedy.
  public var recoverySuggestion: String? { remedy }
}

/// A fault in a part of the value that is being read.
struct AnswerFault: Error {
  let code: AnswerMappingError.Code
  let problem: String
  let remedy: String

  /// The name of the part; `.none` if the value itself has the fault.
  let name: AnswerFrame.Name

  init(
    code: AnswerMappingError.Code, problem: String, remedy: String,
    name: AnswerFrame.Name = .none
  ) {
    self.code = code
    self.problem = problem
    self.remedy = remedy
    self.name = name
  }

  init(twice name: AnswerFrame.Name, _ text: String) {
    self.init(
      code: .duplicateKey, problem: "The key '\(text.excerpt)' occurs twice.",
      remedy: "Write each key once.", name: name)
  }

  /// Creates the fault of an entry whose key is the name of a property.
  init(reserved name: AnswerFrame.Name, _ text: String) {
    self.init(
      code: .duplicateKey,
      problem: "The key '\(text.excerpt)' of an entry is the name of a property of the object.",
      remedy: "Write the value as that property, and no entry for it.", name: name)
  }

  /// Creates the fault of text that is not JSON.
  init(inText error: any Error, _ name: AnswerFrame.Name) {
    if (error as? GeneratedContentParser.SyntaxError)?.code == .tooDeep {
      self.init(
        code: .tooDeep,
        problem:
          "The JSON text and the value around it have more than \(GeneratedContent.maximumDepth)"
          + " arrays and objects inside each other.", remedy: "Write a value that nests less.",
        name: name)
    } else {
      self.init(
        code: .invalidText, problem: "The text is not JSON: \(error)",
        remedy: "Write the value as JSON text.", name: name)
    }
  }
}
