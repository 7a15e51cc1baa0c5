/// A URI or a reference relative to one, in its five parts (RFC 3986).
struct URIReference: Sendable, Hashable {
  var scheme: String?
  var authority: String?
  var path: String
  var query: String?
  var fragment: String?

  /// Splits a text into its parts, which is possible for any text.
  init(_ text: String) {
    var rest = Substring(text)
    if let hash = rest.firstIndex(of: "#") {
      fragment = String(rest[rest.index(after: hash)...])
      rest = rest[..<hash]
    }
    if let mark = rest.firstIndex(of: "?") {
      query = String(rest[rest.index(after: mark)...])
      rest = rest[..<mark]
    }
    if let colon = rest.firstIndex(of: ":"), Self.isScheme(rest[..<colon]) {
      scheme = rest[..<colon].lowercased()
      rest = rest[rest.index(after: colon)...]
    }
    if rest.hasPrefix("//") {
      rest = rest.dropFirst(2)
      let end = rest.firstIndex(of: "/") ?? rest.endIndex
      authority = String(rest[..<end])
      rest = rest[end...]
    }
    path = String(rest)
  }

  private static func isScheme(_ text: Substring) -> Bool {
    guard let first = text.unicodeScalars.first, first.isASCII, first.properties.isAlphabetic
    else { return false }
    return text.unicodeScalars.allSatisfy {
      $0.isASCII && ($0.properties.isAlphabetic || "0123456789+-.".unicodeScalars.contains($0))
    }
  }

  /// The reference resolved against a base (RFC 3986 section 5.2.2).
  func resolved(against base: URIReference) -> URIReference {
    if scheme != nil {
      var result = self
      result.path = Self.withoutDots(path)
      return result
    }
    var result = self
    result.scheme = base.scheme
    if authority != nil {
      result.path = Self.withoutDots(path)
      return result
    }
    result.authority = base.authority
    if path.isEmpty {
      result.path = base.path
      if query == nil { result.query = base.query }
    } else if path.hasPrefix("/") {
      result.path = Self.withoutDots(path)
    } else {
      let folder = base.path.lastIndex(of: "/").map { String(base.path[...$0]) }
      let start = folder ?? (base.authority != nil ? "/" : "")
      result.path = Self.withoutDots(start + path)
    }
    return result
  }

  /// A path without `.` and `..` (RFC 3986 section 5.2.4).
  private static func withoutDots(_ path: String) -> String {
    guard path.contains("/."), path.contains("/") else { return path }
    var kept: [Substring] = []
    let parts = path.split(separator: "/", omittingEmptySubsequences: false)
    for (index, part) in parts.enumerated() {
      let isLast = index == parts.count - 1
      if part == "." {
        if isLast { kept.append("") }
      } else if part == ".." {
        if kept.count > 1 { kept.removeLast() }
        if isLast { kept.append("") }
      } else {
        kept.append(part)
      }
    }
    return kept.joined(separator: "/")
  }

  /// The text without the fragment, which names a document.
  var documentText: String {
    var text = ""
    if let scheme { text += "\(scheme):" }
    if let authority { text += "//\(authority)" }
    text += path
    if let query { text += "?\(query)" }
    return text
  }

  /// The fragment without percent-encoding, or `nil` if it is not UTF-8.
  var plainFragment: String? {
    guard let fragment else { return "" }
    guard fragment.utf8.contains(UInt8(ascii: "%")) else { return fragment }
    var bytes: [UInt8] = []
    var pending = Array(fragment.utf8)[...]
    while let byte = pending.popFirst() {
      guard byte == UInt8(ascii: "%") else {
        bytes.append(byte)
        continue
      }
      guard pending.count >= 2, let high = pending.popFirst(), let low = pending.popFirst(),
        let value = UInt8(String(decoding: [high, low], as: UTF8.self), radix: 16)
      else { return nil }
      bytes.append(value)
    }
    let text = String(decoding: bytes, as: UTF8.self)
    return text.utf8.elementsEqual(bytes) ? text : nil
  }
}
