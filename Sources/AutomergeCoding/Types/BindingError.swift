public import Foundation

// The cases are named as in automerge-swift, so that code written for it compiles.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

/// A text or a counter could not be bound to a place in a document.
public enum BindingError: Error, Hashable, Sendable {
  /// The path is the path of the root, or begins with an index.
  case InvalidPath(String)
  /// The document has another value than a text at the place.
  case NotText
  /// The document has no counter at the place.
  case NotCounter
  /// The text or counter is not bound. This version never throws this error.
  case Unbound
}

extension BindingError: CustomStringConvertible, LocalizedError {
  /// The problem and the remedy.
  public var description: String {
    switch self {
    case .InvalidPath(let path):
      "Nothing can be bound to the path '\(path)'; begin the path with a key. [invalidPath]"
    case .NotText: "The value at the place is not a text; bind to another place. [notText]"
    case .NotCounter: "There is no counter at the place; put one there first. [notCounter]"
    case .Unbound: "The value is not bound; bind it to a document first. [unbound]"
    }
  }

  /// The description, for callers that present errors.
  public var errorDescription: String? { description }
}
