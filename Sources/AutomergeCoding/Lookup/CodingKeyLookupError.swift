public import Foundation

// The cases are named as in automerge-swift, so that code written for it compiles.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

/// An error about a path: the document does not fit the path.
///
/// Each case has the problem and the remedy.
public enum CodingKeyLookupError: Error {
  /// A path could not be followed for an unknown reason. This version never throws it.
  case UnexpectedLookupFailure(String)
  /// A step of a path is malformed. ``PathParseError`` is thrown instead.
  case InvalidPathElement(String)
  /// Brackets contain no index. ``PathParseError`` is thrown instead.
  case EmptyListIndex(String)
  /// An index is beyond the end of a list.
  case IndexOutOfBounds(String)
  /// A key is used on a list.
  case InvalidValueLookup(String)
  /// An index is used on a map.
  case InvalidIndexLookup(String)
  /// A path continues after a text.
  case PathExtendsThroughText(String)
  /// A path continues after a plain value.
  case PathExtendsThroughScalar(String)
  /// The document has a value of another type at the place.
  case MismatchedSchema(String)
  /// The document has no value at the place, and the strategy doesn't allow creating one.
  case SchemaMissing(String)
  /// A plain value is encoded at a place that requires a map.
  case NoPathForSingleValue(String)
  /// The document could not perform a call. This version throws the document's error itself.
  case AutomergeDocError(any Error)
}

extension CodingKeyLookupError {
  /// The problem and the remedy.
  public var message: String { content.message }

  /// The name of the kind, and the message.
  private var content: (code: String, message: String) {
    switch self {
    case .UnexpectedLookupFailure(let message): ("unexpectedLookupFailure", message)
    case .InvalidPathElement(let message): ("invalidPathElement", message)
    case .EmptyListIndex(let message): ("emptyListIndex", message)
    case .IndexOutOfBounds(let message): ("indexOutOfBounds", message)
    case .InvalidValueLookup(let message): ("invalidValueLookup", message)
    case .InvalidIndexLookup(let message): ("invalidIndexLookup", message)
    case .PathExtendsThroughText(let message): ("pathExtendsThroughText", message)
    case .PathExtendsThroughScalar(let message): ("pathExtendsThroughScalar", message)
    case .MismatchedSchema(let message): ("mismatchedSchema", message)
    case .SchemaMissing(let message): ("schemaMissing", message)
    case .NoPathForSingleValue(let message): ("noPathForSingleValue", message)
    case .AutomergeDocError(let error): ("automergeDocError", "\(error)")
    }
  }
}

extension CodingKeyLookupError: Hashable {
  /// Returns `true` if both have the same description.
  public static func == (first: CodingKeyLookupError, second: CodingKeyLookupError) -> Bool {
    first.description == second.description
  }

  /// Hashes the description.
  public func hash(into hasher: inout Hasher) { hasher.combine(description) }
}

extension CodingKeyLookupError: CustomStringConvertible, LocalizedError {
  /// The message and the kind.
  public var description: String { "\(message) [\(content.code)]" }

  /// The description, for callers that present errors.
  public var errorDescription: String? { description }
}
