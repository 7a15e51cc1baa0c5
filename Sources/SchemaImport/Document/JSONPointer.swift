/// A place in a JSON document (RFC 6901).
///
///     print(JSONPointer(["properties", "a/b"]))  // /properties/a~1b
public struct JSONPointer: Sendable, Hashable, CustomStringConvertible {
  /// The names and positions that lead from the root to the place, not escaped.
  public var tokens: [String]

  /// Creates a pointer.
  ///
  /// - Parameter tokens: The names and positions from the root down; none for the root itself.
  public init(_ tokens: [String] = []) {
    self.tokens = tokens
  }

  /// Reads a pointer from its text.
  ///
  /// - Parameter text: The text, such as `/properties/a~1b`. The result is `nil` if it is neither
  ///   empty nor begins with a slash, or if a tilde in it escapes nothing.
  public init?(text: String) {
    tokens = []
    guard !text.isEmpty else { return }
    guard text.utf8.first == UInt8(ascii: "/") else { return nil }
    for part in text.utf8.dropFirst().split(separator: 0x2F, omittingEmptySubsequences: false) {
      var bytes: [UInt8] = []
      var isEscaped = false
      for byte in part {
        if isEscaped {
          guard byte == UInt8(ascii: "0") || byte == UInt8(ascii: "1") else { return nil }
          bytes.append(UInt8(ascii: byte == UInt8(ascii: "0") ? "~" : "/"))
          isEscaped = false
        } else if byte == UInt8(ascii: "~") {
          isEscaped = true
        } else {
          bytes.append(byte)
        }
      }
      if isEscaped { return nil }
      tokens.append(String(decoding: bytes, as: UTF8.self))
    }
  }

  /// The text of the pointer; empty for the root.
  public var text: String { SchemaPath(tokens).pointer }

  /// The text of the pointer, or `the root`.
  public var description: String { SchemaPath(tokens).description }
}
