extension ByteScanner {
  /// RFC 9562 section 4.
  mutating func skipUUID() -> Bool {
    skipHexadecimal(8) && skip("-") && skipHexadecimal(4) && skip("-") && skipHexadecimal(4)
      && skip("-") && skipHexadecimal(4) && skip("-") && skipHexadecimal(12)
  }

  // MARK: URI

  /// RFC 3986 section 3; of the host only the characters are checked.
  mutating func skipURI() -> Bool {
    guard let first = next, Self.isLetter(first) else { return false }
    _ = skip { Self.isLetter($0) || Self.isDigit($0) || Self.isOne(of: "+-.", $0) }
    guard skip(":") else { return false }
    if skip("/") {
      guard !skip("/") || skipAuthority() else { return false }
    }
    guard skipCharacters(and: ":@/") else { return false }
    if skip("?"), !skipCharacters(and: ":@/?") { return false }
    if skip("#"), !skipCharacters(and: ":@/?") { return false }
    return true
  }

  private mutating func skipAuthority() -> Bool {
    // The name of a user, or the host and its port; which of them is not known yet.
    var start = position
    guard skipCharacters(and: ":") else { return false }
    if skip("@") {
      start = position
      guard skipCharacters(and: "") else { return false }
    }
    if position == start, skip("[") {
      let length = skip {
        Self.isLetter($0) || Self.isDigit($0) || Self.isOne(of: "-._~!$&'()*+,;=:", $0)
      }
      guard length > 1, skip("]") else { return false }
    }
    if skip(":") { _ = skip(while: Self.isDigit) }
    guard let next else { return true }
    return Self.isOne(of: "/?#", next)
  }

  /// Skips unreserved characters, delimiters within a part, escapes, and further characters.
  private mutating func skipCharacters(and others: String) -> Bool {
    while true {
      _ = skip {
        Self.isLetter($0) || Self.isDigit($0) || Self.isOne(of: "-._~!$&'()*+,;=", $0)
          || Self.isOne(of: others, $0)
      }
      guard skip("%") else { return true }
      guard skipHexadecimal(2) else { return false }
    }
  }

  // MARK: Email

  /// RFC 5321 section 4.1.2, with the lengths of section 4.5.3.1.
  mutating func skipEmail() -> Bool {
    let isQuoted = skip("\"")
    guard isQuoted ? skipQuoted() : skipAtoms(), position <= 64, skip("@") else { return false }
    let start = position
    if skip("[") {
      let length = skip { Self.isLetter($0) || Self.isDigit($0) || Self.isOne(of: ".:-", $0) }
      return length > 0 && skip("]")
    }
    return skipLabels() && position - start <= 255
  }

  private mutating func skipAtoms() -> Bool {
    repeat {
      let length = skip {
        Self.isLetter($0) || Self.isDigit($0) || Self.isOne(of: "!#$%&'*+-/=?^_`{|}~", $0)
      }
      if length == 0 { return false }
    } while skip(".")
    return true
  }

  private mutating func skipQuoted() -> Bool {
    while true {
      _ = skip { (32...126).contains($0) && $0 != 34 && $0 != 92 }
      if skip("\"") { return true }
      guard skip("\\"), let next, (32...126).contains(next) else { return false }
      _ = skip(Unicode.Scalar(next))
    }
  }

  private mutating func skipLabels() -> Bool {
    repeat {
      var last: UInt8 = 45
      guard let first = next, first != 45 else { return false }
      let length = skip { byte in
        guard Self.isLetter(byte) || Self.isDigit(byte) || byte == 45 else { return false }
        last = byte
        return true
      }
      guard (1...63).contains(length), last != 45 else { return false }
    } while skip(".")
    return true
  }
}
