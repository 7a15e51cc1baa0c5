public import Foundation

/// An error about a path: it is malformed, or the document does not fit the path.
public struct CodingKeyLookupError: Error, Hashable, Sendable {
  /// The kind of error.
  public struct Code: Hashable, Sendable, CustomStringConvertible {
    /// The name of the kind, as error descriptions contain it.
    public let description: String

    /// A step of a path is malformed.
    public static let invalidPathElement = Code(description: "invalidPathElement")
    /// Brackets contain no index.
    public static let emptyListIndex = Code(description: "emptyListIndex")
    /// An index is beyond the end of a list.
    public static let indexOutOfBounds = Code(description: "indexOutOfBounds")
    /// A key is used on a list.
    public static let invalidValueLookup = Code(description: "invalidValueLookup")
    /// An index is used on a map.
    public static let invalidIndexLookup = Code(description: "invalidIndexLookup")
    /// A path continues after a text.
    public static let pathExtendsThroughText = Code(description: "pathExtendsThroughText")
    /// A path continues after a plain value.
    public static let pathExtendsThroughScalar = Code(description: "pathExtendsThroughScalar")
    /// The document has a value of another type at the place.
    public static let mismatchedSchema = Code(description: "mismatchedSchema")
    /// The document has no value at the place, and the strategy doesn't allow creating one.
    public static let schemaMissing = Code(description: "schemaMissing")
    /// A plain value is encoded at a place that requires a map.
    public static let noPathForSingleValue = Code(description: "noPathForSingleValue")
  }

  /// The kind of error.
  public let code: Code
  /// The problem and the remedy.
  public let message: String

  init(_ code: Code, _ message: String) {
    self.code = code
    self.message = message
  }
}

extension CodingKeyLookupError: CustomStringConvertible, LocalizedError {
  /// The message and the kind.
  public var description: String { "\(message) [\(code)]" }

  /// The description, for callers that present errors.
  public var errorDescription: String? { description }
}
