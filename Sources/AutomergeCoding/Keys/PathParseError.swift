public import Foundation

// The cases are named as in automerge-swift, so that code written for it compiles.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

/// An error in the text of a path.
///
/// Each case has the problem and the remedy.
public enum PathParseError: Error, Hashable, Sendable {
  /// A step of a path is malformed.
  case InvalidPathElement(String)
  /// Brackets contain no index.
  case EmptyListIndex(String)
}

extension PathParseError: CustomStringConvertible, LocalizedError {
  /// The message and the kind.
  public var description: String {
    switch self {
    case .InvalidPathElement(let message): "\(message) [invalidPathElement]"
    case .EmptyListIndex(let message): "\(message) [emptyListIndex]"
    }
  }

  /// The description, for callers that present errors.
  public var errorDescription: String? { description }
}
