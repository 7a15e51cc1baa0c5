extension SchemaPath {
  /// Creates a path from a JSON Pointer (RFC 6901) such as `/steps/2/name`.
  ///
  /// - Parameter pointer: The pointer, as a string and not as a URI fragment; empty for the root.
  /// - Throws: ``SyntaxError`` if the text is not a pointer.
  public init(pointer: String) throws(SyntaxError) {
    var components: [Component] = []
    guard !pointer.isEmpty else {
      self.init()
      return
    }
    let text = Array(pointer.utf8)
    guard text[0] == UInt8(ascii: "/") else {
      throw SyntaxError(text: pointer, offset: 0, expected: "\"/\"")
    }
    var start = 1
    while start <= text.count {
      let end = text[start...].firstIndex(of: UInt8(ascii: "/")) ?? text.count
      components.append(Component(token: try Self.token(text[start..<end], of: pointer)))
      start = end + 1
    }
    self.init(components)
  }

  /// Returns the token of a part of a pointer, with `~` for `~0` and `/` for `~1`.
  private static func token(
    _ part: ArraySlice<UInt8>, of pointer: String
  ) throws(SyntaxError) -> String {
    var rest = part
    var token: [UInt8] = []
    while let escape = rest.firstIndex(of: UInt8(ascii: "~")) {
      token += rest[..<escape]
      rest = rest[(escape + 1)...]
      switch rest.popFirst() {
      case UInt8(ascii: "0"): token.append(UInt8(ascii: "~"))
      case UInt8(ascii: "1"): token.append(UInt8(ascii: "/"))
      default:
        throw SyntaxError(
          text: pointer, offset: escape + 1, expected: "\"0\" or \"1\" after \"~\"")
      }
    }
    return String(decoding: token.isEmpty ? rest : token + rest, as: UTF8.self)
  }

  /// The path as a JSON Pointer, such as `/steps/2/name`; empty for the root.
  public var pointer: String {
    var text: [UInt8] = []
    for component in components {
      text.append(UInt8(ascii: "/"))
      for byte in component.token.utf8 { text.append(pointerByte: byte) }
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// The path as a JSON Pointer in a URI fragment (RFC 6901 section 6), such as `#/$defs/a%20b`.
  package var fragment: String {
    var text = [UInt8(ascii: "#")]
    for component in components {
      text.append(UInt8(ascii: "/"))
      text.append(fragmentToken: component.token)
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// Returns a token of a pointer in the form of a URI fragment, such as `a%20b`.
  package static func fragmentToken(_ token: String) -> String {
    var text: [UInt8] = []
    text.append(fragmentToken: token)
    return String(decoding: text, as: UTF8.self)
  }
}

extension [UInt8] {
  /// Appends a byte of a token in the form of a JSON Pointer.
  fileprivate mutating func append(pointerByte byte: UInt8) {
    switch byte {
    case UInt8(ascii: "~"): append(contentsOf: "~0".utf8)
    case UInt8(ascii: "/"): append(contentsOf: "~1".utf8)
    default: append(byte)
    }
  }

  /// Appends a token in the form of a JSON Pointer in a URI fragment.
  package mutating func append(fragmentToken token: String) {
    // Most tokens are names, which need no escape and are copied as a whole.
    let start = count
    append(contentsOf: token.utf8)
    if self[start...].allSatisfy(Self.isFragmentByte) { return }
    removeSubrange(start...)
    for byte in token.utf8 {
      if Self.isFragmentByte(byte) {
        append(byte)
      } else if byte == UInt8(ascii: "~") || byte == UInt8(ascii: "/") {
        append(pointerByte: byte)
      } else {
        append(percentEncoding: byte)
      }
    }
  }

  /// Indicates whether a byte of a token is the same in a URI fragment (RFC 3986 section 3.5).
  private static func isFragmentByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "&")...UInt8(ascii: "."), UInt8(ascii: "0")...UInt8(ascii: ";"),
      UInt8(ascii: "!"), UInt8(ascii: "$"), UInt8(ascii: "="), UInt8(ascii: "?"),
      UInt8(ascii: "@"), UInt8(ascii: "_"):
      true
    default: false
    }
  }
}
