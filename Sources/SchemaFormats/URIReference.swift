import SchemaText

/// A URI or a relative reference in its parts, by RFC 3986.
package struct URIReference {
  private var scheme: String?
  private var authority: Substring?
  /// The path, as it is written.
  package private(set) var path: Substring
  private var query: Substring?
  private let fragment: Substring?

  /// Returns `true` if the text of a reference is only a fragment.
  package static func isFragment(_ text: String) -> Bool { text.utf8.first == UInt8(ascii: "#") }

  /// Splits a text into its parts.
  ///
  /// Every text can be split.
  package init(_ text: String) {
    var rest = Substring(text)
    fragment = Self.cut(&rest, from: UInt8(ascii: "#"))
    query = Self.cut(&rest, from: UInt8(ascii: "?"))
    if let colon = Self.schemeEnd(in: rest) {
      scheme = rest[..<colon].lowercased()
      rest = rest[rest.utf8.index(after: colon)...]
    }
    if rest.utf8.starts(with: [Self.slash, Self.slash]) {
      let start = rest.utf8.index(rest.startIndex, offsetBy: 2)
      let end = rest[start...].utf8.firstIndex(of: Self.slash) ?? rest.endIndex
      authority = rest[start..<end]
      rest = rest[end...]
    }
    path = rest
  }

  // Bytes are compared, because a delimiter and a combining accent after it are one `Character`.
  private static let slash = UInt8(ascii: "/")

  /// Returns the index of the colon after the scheme of a text; `nil` if the text has no scheme.
  private static func schemeEnd(in text: Substring) -> Substring.Index? {
    guard let first = text.utf8.first, FormatScanner.isLetter(first),
      let colon = text.utf8.firstIndex(of: UInt8(ascii: ":")),
      text[..<colon].utf8.allSatisfy({ FormatScanner.isSchemeByte($0) })
    else { return nil }
    return colon
  }

  /// Removes the part that begins with a delimiter, and returns it without the delimiter.
  private static func cut(_ text: inout Substring, from delimiter: UInt8) -> Substring? {
    guard let index = text.utf8.firstIndex(of: delimiter) else { return nil }
    let tail = text[text.utf8.index(after: index)...]
    text = text[..<index]
    return tail
  }

  /// Returns the target of this reference relative to a base URI (section 5.2).
  package func resolved(against base: URIReference) -> URIReference {
    var target = self
    if scheme == nil {
      target.scheme = base.scheme
      if authority == nil {
        target.authority = base.authority
        if path.isEmpty {
          target.path = base.path
          target.query = query ?? base.query
        } else if path.utf8.first != Self.slash {
          target.path = merged(with: base)
        }
      }
    }
    target.path = Self.withoutDots(target.path)
    return target
  }

  /// Returns the path of this reference in the folder of a base (section 5.2.3).
  private func merged(with base: URIReference) -> Substring {
    if base.authority != nil, base.path.isEmpty { return "/" + path }
    guard let slash = base.path.utf8.lastIndex(of: Self.slash) else { return path }
    return base.path[..<base.path.utf8.index(after: slash)] + path
  }

  /// Returns a path without the segments `.` and `..` (section 5.2.4), except for `..` at the start
  /// of a relative path.
  private static func withoutDots(_ path: Substring) -> Substring {
    guard path.utf8.contains(UInt8(ascii: ".")) else { return path }
    let isAbsolute = path.utf8.first == slash
    var segments: [Substring] = []
    let parts = path.utf8.split(separator: slash, omittingEmptySubsequences: false)
      .map { Substring($0) }
    for (index, part) in parts.enumerated() {
      let isLast = index == parts.count - 1
      switch part {
      case ".": if isLast { segments.append("") }
      case "..":
        if segments.isEmpty || segments.last == ".." {
          // This `..` leads out of a relative path, so it stays.
          segments.append(part)
        } else if !isAbsolute || segments.count > 1 {
          // The empty segment before the first slash stays.
          segments.removeLast()
        }
        if isLast { segments.append("") }
      default: segments.append(part)
      }
    }
    let result = segments.joined(separator: "/")
    // A relative path stays relative even if its first segment becomes empty.
    return !isAbsolute && result.utf8.first == slash ? "./" + result : Substring(result)
  }

  /// The reference in its normal form: without unnecessary segments of the path, and without the
  /// fragment.
  ///
  /// Equal normal forms refer to the same document.
  package var normalized: String {
    var target = self
    target.path = Self.withoutDots(path)
    return target.withoutFragment
  }

  /// The URI without its fragment.
  package var withoutFragment: String {
    var text = ""
    if let scheme { text += scheme + ":" }
    if let authority {
      text += "//" + authority
    } else if path.utf8.starts(with: [Self.slash, Self.slash]) {
      // Without the dot, the path would be read as an authority (section 4.2).
      text += "/."
    } else if scheme == nil, Self.schemeEnd(in: path) != nil {
      // Without the dot, the first segment would be read as a scheme.
      text += "./"
    }
    text += path
    if let query { text += "?" + query }
    return text
  }

  /// The fragment with its percent escapes decoded; empty without a fragment, `nil` if the result
  /// is not UTF-8.
  package var decodedFragment: String? {
    guard let fragment else { return "" }
    let text = String(fragment)
    if text.withBytes({ bytes in bytes.indices.allSatisfy { bytes[$0] != UInt8(ascii: "%") } }) {
      return text
    }
    var bytes: [UInt8] = []
    var rest = text.utf8[...]
    while let byte = rest.popFirst() {
      let digits = rest.prefix(2)
      if byte == UInt8(ascii: "%"), digits.count == 2,
        let decoded = Hexadecimal.bytes(of: String(decoding: digits, as: UTF8.self))
      {
        bytes += decoded
        rest = rest.dropFirst(2)
      } else {
        bytes.append(byte)
      }
    }
    return String(validating: bytes, as: UTF8.self)
  }
}
