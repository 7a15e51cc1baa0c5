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
  /// What kind of fault it is.
  public var code: Code

  /// Where in the document the fault is.
  public var path: SchemaPath

  /// Where in the text the fault is, if the document was given as text.
  public var position: TextPosition?

  /// What is wrong, as a sentence.
  public var problem: String

  /// What to do about it, as a sentence.
  public var remedy: String?

  /// Creates an error.
  ///
  /// - Parameters:
  ///   - code: What kind of fault it is.
  ///   - path: Where in the document the fault is.
  ///   - position: Where in the text the fault is.
  ///   - problem: What is wrong, as a sentence.
  ///   - remedy: What to do about it, as a sentence.
  public init(
    _ code: Code, at path: SchemaPath, position: TextPosition? = nil,
    problem: String,
    remedy: String?
  ) {
    self.code = code
    self.path = path
    self.position = position
    self.problem = problem
    self.remedy = remedy
  }

  /// The kinds of faults, to which more may be added.
  public struct Code: Sendable, Hashable, CustomStringConvertible {
    private enum Name: String {
      case malformed, invalidKeyword, invalidReference, remoteReference, circularReference
      case unsatisfiable, limitExceeded, unsupported
    }

    private let name: Name

    /// The document is not JSON (RFC 8259), or a name occurs twice in one object.
    public static let malformed = Code(name: .malformed)

    /// A keyword has an invalid value.
    public static let invalidKeyword = Code(name: .invalidKeyword)

    /// The target of a reference does not exist, or is not a schema.
    public static let invalidReference = Code(name: .invalidReference)

    /// The target of a reference is in another document, which is never fetched.
    public static let remoteReference = Code(name: .remoteReference)

    /// References form a cycle that does not constrain the value.
    public static let circularReference = Code(name: .circularReference)

    /// No value satisfies the schema.
    public static let unsatisfiable = Code(name: .unsatisfiable)

    /// The document is larger or deeper than a limit allows.
    public static let limitExceeded = Code(name: .limitExceeded)

    /// A `GenerationSchema` cannot express something, and the import is strict.
    public static let unsupported = Code(name: .unsupported)

    /// The name of the code, such as `invalidKeyword`.
    public var description: String { name.rawValue }
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
    return remedy.map { "\(problem) \($0)" } ?? problem
  }
}
