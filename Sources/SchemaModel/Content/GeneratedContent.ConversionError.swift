#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

extension GeneratedContent {
  /// Content does not describe the requested value.
  ///
  ///     at /steps/2/name: expected String, found the number 7
  public struct ConversionError: Error, Sendable, LocalizedError, CustomStringConvertible {
    /// The kind of problem, for code to compare.
    ///
    /// A minor release may add cases.
    public enum Code: Sendable, Hashable {
      /// The content is of another kind than the value, such as a number for a string.
      case typeMismatch

      /// A required property is missing.
      case missing

      /// The kind is right, but the type cannot represent the value, such as 300 for an `Int8`.
      case notRepresentable

      /// The content is not complete.
      case incomplete

      /// The content nests deeper than ``GeneratedContent/maximumDepth``.
      case tooDeep
    }

    /// The kind of problem.
    public let code: Code

    /// The description of the expected content; usually the name of a type.
    public let expected: String

    /// The description of the content that was found.
    public let found: String

    // An error gets the innermost step of its path first, and one more step at each outer level.
    private var reversedPath: [SchemaPath.Component]

    /// Creates an error.
    public init(
      _ code: Code, expected: String, found: String, path: SchemaPath = []
    ) {
      self.code = code
      self.expected = expected
      self.found = found
      reversedPath = path.components.reversed()
    }

    init(_ code: Code, expected: String, found: String, in component: SchemaPath.Component) {
      self.init(code, expected: expected, found: found, path: [component])
    }

    /// The path to the place, from the content at which reading began.
    public var path: SchemaPath { SchemaPath(reversedPath.reversed()) }

    /// Returns the error with its path extended by one step outward.
    package func located(in component: SchemaPath.Component) -> ConversionError {
      var error = self
      error.reversedPath.append(component)
      return error
    }

    /// Returns the error to throw at the next outer level: a conversion error gets a step at the
    /// front of its path.
    @usableFromInline
    package static func locating(_ error: any Error, in component: SchemaPath.Component)
      -> any Error
    {
      (error as? ConversionError)?.located(in: component) ?? error
    }

    /// The problem and its remedy.
    public var description: String { problemAndRemedy }

    /// The place, the expected and the found content, as a sentence.
    public var errorDescription: String? {
      "The content cannot be read\(path.isEmpty ? "" : " at \(path)"): "
        + "expected \(expected), found \(found)."
    }

    /// The remedy.
    public var recoverySuggestion: String? {
      switch code {
      case .missing:
        "Make the property optional if the model may leave it out, or check that the schema in the "
          + "request requires it."
      case .notRepresentable:
        "Add a guide for the values that the type can represent, or read the property as another "
          + "type."
      case .incomplete:
        "Wait for the rest of the answer, or read it as the partially generated type. If the "
          + "answer has ended, the model was cut off: allow it more tokens."
      case .tooDeep:
        "Ask for an answer that nests less, or read the part as 'GeneratedContent'."
      default:
        "Check that the request had the schema of this type, and that the provider enforces it."
      }
    }
  }
}
