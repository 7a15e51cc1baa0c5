/// The content of an object with everything inside it, as a tree.
///
/// The cases are named as in automerge-swift.
public enum AutomergeValue: Hashable, Sendable {
  /// A map.
  case dict([String: AutomergeValue])
  /// A list.
  case array([AutomergeValue])
  /// The content of a text.
  case text(String)
  /// A plain value.
  case scalar(ScalarValue)
}

extension AutomergeValue: CustomStringConvertible {
  /// The values with their types.
  public var description: String {
    switch self {
    case .dict(let entries): "{\(entries)}"
    case .array(let elements): "[\(elements)]"
    case .text(let text): "T{\(text)}"
    case .scalar(let value): value.description
    }
  }
}
