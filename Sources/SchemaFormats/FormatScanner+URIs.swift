/// The grammars of RFC 3986 (URI), RFC 3987 (IRI) and RFC 6570 (templates).
extension FormatScanner {
  /// Skips a URI, up to the end of the text.
  ///
  /// - Parameters:
  ///   - allowsRelative: `true` to accept a reference that is relative to another URI.
  ///   - isInternational: `true` to accept characters outside of ASCII.
  /// - Returns: `true` if the rest of the text is such a URI.
  mutating func skipURI(allowsRelative: Bool = false, isInternational: Bool = false) -> Bool {
    var start = self
    let hasScheme = start.skipScheme()
    guard hasScheme || allowsRelative else { return false }
    if hasScheme { self = start }
    if skip("/") {
      if skip("/") {
        guard skipAuthority(isInternational), next.map({ Self.isOne(of: "/?#", $0) }) ?? true
        else { return false }
      }
    } else if !hasScheme {
      // A first segment before a colon would be a scheme.
      guard skipCharacters(and: "@", isInternational), next != 0x3A else { return false }
    }
    guard skipCharacters(and: ":@/", isInternational) else { return false }
    if skip("?"), !skipCharacters(and: ":@/?", isInternational, isQuery: true) { return false }
    if skip("#"), !skipCharacters(and: ":@/?", isInternational) { return false }
    return isAtEnd
  }

  private mutating func skipScheme() -> Bool {
    guard let first = next, Self.isLetter(first) else { return false }
    _ = skip(while: Self.isSchemeByte)
    return skip(":")
  }

  private mutating func skipAuthority(_ isInternational: Bool) -> Bool {
    var authority = FormatScanner(read(upTo: "/?#"))
    if authority.text.contains(0x40) {
      guard authority.skipCharacters(and: ":", isInternational), authority.skip("@") else {
        return false
      }
    }
    if authority.skip("[") {
      let literal = authority.read(upTo: "]")
      var address = FormatScanner(literal)
      guard authority.skip("]"), address.skipIPv6() || Self.isFutureAddress(literal) else {
        return false
      }
    } else if !authority.skipCharacters(and: "", isInternational) {
      return false
    }
    if authority.skip(":") { _ = authority.skip(while: Self.isDigit) }
    return authority.isAtEnd
  }

  private static func isFutureAddress(_ text: ArraySlice<UInt32>) -> Bool {
    var scanner = FormatScanner(text)
    return scanner.skip(letter: "v") && scanner.skip(while: isHexadecimal) > 0 && scanner.skip(".")
      && scanner.skip { isAlphanumeric($0) || isOne(of: "-._~!$&'()*+,;=:", $0) } > 0
      && scanner.isAtEnd
  }

  /// Skips unreserved characters, delimiters within a part, escapes, and further characters.
  private mutating func skipCharacters(
    and others: String, _ isInternational: Bool, isQuery: Bool = false
  ) -> Bool {
    while true {
      _ = skip {
        Self.isAlphanumeric($0) || Self.isOne(of: "-._~!$&'()*+,;=", $0)
          || Self.isOne(of: others, $0)
          || (isInternational && Self.isInternational($0, allowsPrivate: isQuery))
      }
      guard skip("%") else { return true }
      guard skip(2, Self.isHexadecimal) else { return false }
    }
  }

  /// Returns `true` for `ucschar` and, in queries, `iprivate` of RFC 3987.
  private static func isInternational(_ scalar: UInt32, allowsPrivate: Bool) -> Bool {
    switch scalar {
    case 0xA0...0xD7FF, 0xF900...0xFDCF, 0xFDF0...0xFFEF: true
    case 0xE000...0xF8FF, 0xF0000...: allowsPrivate && scalar & 0xFFFF < 0xFFFE
    case 0x10000...: scalar & 0xFFFF < 0xFFFE && !(0xE0000...0xE0FFF).contains(scalar)
    default: false
    }
  }

  // MARK: Addresses

  /// Returns `true` if the rest is an IPv4 address (RFC 3986 section 3.2.2).
  mutating func skipIPv4() -> Bool {
    for part in 0..<4 {
      if part > 0, !skip(".") { return false }
      let start = index
      let count = skip(while: Self.isDigit)
      guard (1...3).contains(count), count == 1 || text[start] != 48 else { return false }
      guard text[start..<index].reduce(0, { $0 * 10 + $1 - 48 }) < 256 else { return false }
    }
    return isAtEnd
  }

  /// Returns `true` if the rest is an IPv6 address (RFC 4291 section 2.2).
  mutating func skipIPv6() -> Bool {
    var count = 0
    var isShortened = false
    if rest.starts(with: [0x3A, 0x3A]) {
      isShortened = skip(2) { $0 == 0x3A }
    }
    while !isAtEnd {
      guard count < 8 else { return false }
      if rest.contains(0x2E), !rest.contains(0x3A) {
        guard skipIPv4() else { return false }
        count += 2
        break
      }
      guard (1...4).contains(skip(while: Self.isHexadecimal)) else { return false }
      count += 1
      guard !isAtEnd else { break }
      guard skip(":") else { return false }
      if skip(":") {
        if isShortened { return false }
        isShortened = true
      } else if isAtEnd {
        return false
      }
    }
    return isShortened ? count < 8 : count == 8
  }

  // MARK: Templates

  /// Returns `true` if the rest is a URI template (RFC 6570).
  mutating func skipTemplate() -> Bool {
    while let next {
      if skip("{") {
        guard skipExpression() else { return false }
      } else if skip("%") {
        guard skip(2, Self.isHexadecimal) else { return false }
      } else {
        guard next > 0x20, next != 0x7F, !(0x80..<0xA0).contains(next),
          !Self.isOne(of: "\"<>\\^`|}", next)
        else { return false }
        _ = skip(1) { _ in true }
      }
    }
    return true
  }

  private mutating func skipExpression() -> Bool {
    if let next, Self.isOne(of: "+#./;?&=,!@|", next) { _ = skip(1) { _ in true } }
    repeat {
      guard skipVariable() else { return false }
      if skip(":") {
        guard let first = next, first != 48 else { return false }
        guard (1...4).contains(skip(while: Self.isDigit)) else { return false }
      } else {
        _ = skip("*")
      }
    } while skip(",")
    return skip("}")
  }

  private mutating func skipVariable() -> Bool {
    repeat {
      let start = index
      while true {
        _ = skip { Self.isAlphanumeric($0) || $0 == 0x5F }
        guard skip("%") else { break }
        guard skip(2, Self.isHexadecimal) else { return false }
      }
      guard index > start else { return false }
    } while skip(".")
    return true
  }
}
