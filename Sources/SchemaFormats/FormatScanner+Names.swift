/// Email addresses, UUIDs and pointers.
extension FormatScanner {
  /// Returns `true` if the rest is a UUID (RFC 9562 section 4).
  mutating func skipUUID() -> Bool {
    for (part, count) in [8, 4, 4, 4, 12].enumerated() {
      if part > 0, !skip("-") { return false }
      guard skip(count, Self.isHexadecimal) else { return false }
    }
    return isAtEnd
  }

  /// Returns `true` if the rest is an email address (RFC 5321 section 4.1.2, with the lengths of
  /// section 4.5.3.1, or RFC 6531).
  mutating func skipEmail(isInternational: Bool) -> Bool {
    let isQuoted = skip("\"")
    guard isQuoted ? skipQuoted(isInternational) : skipAtoms(isInternational) else { return false }
    let local = text[..<index].reduce(0) { $0 + (Unicode.Scalar($1).map { UTF8.width($0) } ?? 0) }
    guard local <= 64, skip("@") else { return false }
    if skip("[") {
      var literal = FormatScanner(read(upTo: "]"))
      guard skip("]"), isAtEnd else { return false }
      if literal.rest.prefix(5).map(Self.lowercased) == "ipv6:".unicodeScalars.map(\.value) {
        literal = FormatScanner(literal.rest.dropFirst(5))
        return literal.skipIPv6()
      }
      return literal.skipIPv4()
    }
    return DomainName.isValid(rest, isInternational: isInternational)
  }

  private mutating func skipAtoms(_ isInternational: Bool) -> Bool {
    repeat {
      let length = skip {
        Self.isAlphanumeric($0) || Self.isOne(of: "!#$%&'*+-/=?^_`{|}~", $0)
          || (isInternational && $0 >= 0x80)
      }
      if length == 0 { return false }
    } while skip(".")
    return true
  }

  private mutating func skipQuoted(_ isInternational: Bool) -> Bool {
    while true {
      _ = skip {
        ((32...126).contains($0) && $0 != 34 && $0 != 92) || (isInternational && $0 >= 0x80)
      }
      if skip("\"") { return true }
      guard skip("\\"), skip(1, { (32...126).contains($0) }) else { return false }
    }
  }

  /// Returns `true` if the rest is a JSON Pointer (RFC 6901).
  mutating func skipPointer() -> Bool {
    while skip("/") {
      while let next, next != 0x2F {
        _ = skip(1) { _ in true }
        if next == 0x7E, !skip("0"), !skip("1") { return false }
      }
    }
    return isAtEnd
  }

  /// Returns `true` if the rest is a relative JSON Pointer (the draft "Relative JSON Pointers").
  mutating func skipRelativePointer() -> Bool {
    let start = next
    let count = skip(while: Self.isDigit)
    guard count > 0, count == 1 || start != 48 else { return false }
    return skip("#") ? isAtEnd : skipPointer()
  }
}
