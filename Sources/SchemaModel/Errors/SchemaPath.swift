/// A place in a schema: the names of the properties that lead to it.
///
/// It prints as a JSON Pointer (RFC 6901), so that `/`, `~` and empty names stay unambiguous.
///
///     print(SchemaPath(["ingredients", "a/b"]))  // /ingredients/a~1b
public struct SchemaPath: Sendable, Hashable, CustomStringConvertible {
  /// The names from the root down.
  ///
  /// Items of an array add no name; the arm of a union adds its own.
  public var names: [String]

  /// Creates a path.
  ///
  /// - Parameter names: The names from the root down; none for the root itself.
  public init(_ names: [String] = []) {
    self.names = names
  }

  /// The path as a JSON Pointer; empty for the root.
  public var pointer: String {
    var pointer = ""
    for name in names {
      pointer.append("/")
      for scalar in name.unicodeScalars {
        switch scalar {
        case "~": pointer.append("~0")
        case "/": pointer.append("~1")
        default: pointer.unicodeScalars.append(scalar)
        }
      }
    }
    return pointer
  }

  /// The JSON Pointer, or `the root`.
  public var description: String {
    names.isEmpty ? "the root" : pointer
  }
}
