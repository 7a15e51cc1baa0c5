import AutomergeDocument

// The cases of `EncodingContainerType` are named as in automerge-swift.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

/// The action of an encoder if the structure of the document doesn't fit the value.
public enum SchemaStrategy: String, Hashable, Sendable {
  /// Creates missing containers. A value of another kind is an error.
  case createWhenNeeded
  /// Creates missing containers, and replaces values of another kind.
  case override
  /// Only sets existing values. A missing container, key or element is an error, and no value is
  /// removed.
  case readonly
}

/// The object that `retrieveObjectId(path:containerType:strategy:)` looks for.
public enum EncodingContainerType: Hashable, Sendable {
  /// A map at the path.
  case Key
  /// A list at the path.
  case Index
  /// The map or list that contains the last step of the path.
  case Value

  /// The type of the object at the path; `nil` for any type.
  var objectType: ObjType? {
    switch self {
    case .Key: .Map
    case .Index: .List
    case .Value: nil
    }
  }
}
