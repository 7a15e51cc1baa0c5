extension ContentPath {
  /// Creates a path from a JSON Pointer (RFC 6901) such as `/steps/2/name`.
  ///
  /// A pointer does not say whether `2` is an index or a name. It becomes an index, which finds the
  /// property "2" where the content at that place is a structure.
  ///
  /// - Parameter text: The pointer, in the form of a string and not of a URI fragment.
  /// - Throws: ``SyntaxError`` if the text is no pointer.
  public init(jsonPointer text: String) throws(SyntaxError) {
    components = []
    guard !text.isEmpty else { return }
    let bytes = Array(text.utf8)
    guard bytes[0] == UInt8(ascii: "/") else {
      throw SyntaxError(text: text, offset: 0, expected: "\"/\"")
    }
    var token: [UInt8] = []
    var offset = 1
    while true {
      guard offset < bytes.count, bytes[offset] != UInt8(ascii: "/") else {
        let name = String(decoding: token, as: UTF8.self)
        components.append(ContentPath.index(name).map { .index($0) } ?? .property(name))
        token.removeAll()
        guard offset < bytes.count else { return }
        offset += 1
        continue
      }
      if bytes[offset] == UInt8(ascii: "~") {
        offset += 1
        switch offset < bytes.count ? bytes[offset] : 0 {
        case UInt8(ascii: "0"): token.append(UInt8(ascii: "~"))
        case UInt8(ascii: "1"): token.append(UInt8(ascii: "/"))
        default:
          throw SyntaxError(text: text, offset: offset, expected: "\"0\" or \"1\" after \"~\"")
        }
      } else {
        token.append(bytes[offset])
      }
      offset += 1
    }
  }

  /// The path as a JSON Pointer (RFC 6901), such as `/steps/2/name`.
  public var jsonPointer: String {
    var text = ""
    for component in components {
      text += "/"
      switch component {
      case .index(let index): text += index.description
      case .property(let name):
        for scalar in name.unicodeScalars {
          switch scalar {
          case "~": text += "~0"
          case "/": text += "~1"
          default: text.unicodeScalars.append(scalar)
          }
        }
      }
    }
    return text
  }
}
