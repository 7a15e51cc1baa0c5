/// Reads a text from left to right, scalar by scalar.
///
/// A function that returns `false` may have read a part of the text before it failed.
struct FormatScanner {
  let text: ArraySlice<UInt32>
  private(set) var index: Int

  init(_ text: some StringProtocol) { self.init(text.unicodeScalars.map(\.value)[...]) }

  init(_ text: ArraySlice<UInt32>) {
    self.text = text
    index = text.startIndex
  }

  var isAtEnd: Bool { index == text.endIndex }

  /// The next scalar, or `nil` at the end.
  var next: UInt32? { index < text.endIndex ? text[index] : nil }

  /// The text that has not been read.
  var rest: ArraySlice<UInt32> { text[index...] }

  /// Skips a character, if it is next.
  mutating func skip(_ character: Unicode.Scalar) -> Bool {
    guard next == character.value else { return false }
    index += 1
    return true
  }

  /// Skips an ASCII letter in either case, if it is next.
  mutating func skip(letter: Unicode.Scalar) -> Bool {
    guard let next, next | 0x20 == letter.value | 0x20 else { return false }
    index += 1
    return true
  }

  /// Skips the scalars that satisfy a rule, and returns their number.
  mutating func skip(while takes: (UInt32) -> Bool) -> Int {
    let start = index
    while let next, takes(next) { index += 1 }
    return index - start
  }

  /// Skips exactly `count` scalars, each of which has to satisfy a rule.
  mutating func skip(_ count: Int, _ takes: (UInt32) -> Bool) -> Bool {
    for _ in 0..<count {
      guard let next, takes(next) else { return false }
      index += 1
    }
    return true
  }

  /// Reads up to the first of the characters of `ends`, or up to the end.
  mutating func read(upTo ends: String) -> ArraySlice<UInt32> {
    let start = index
    _ = skip { !Self.isOne(of: ends, $0) }
    return text[start..<index]
  }

  // MARK: Characters

  static func isDigit(_ scalar: some UnsignedInteger) -> Bool { scalar >= 48 && scalar < 58 }

  static func isLetter(_ scalar: some UnsignedInteger) -> Bool {
    (scalar >= 65 && scalar < 91) || (scalar >= 97 && scalar < 123)
  }

  /// Returns an ASCII letter in lower case, and any other scalar unchanged.
  static func lowercased(_ scalar: UInt32) -> UInt32 { isLetter(scalar) ? scalar | 0x20 : scalar }

  static func isAlphanumeric(_ scalar: some UnsignedInteger) -> Bool {
    isLetter(scalar) || isDigit(scalar)
  }

  static func isHexadecimal(_ scalar: some UnsignedInteger) -> Bool {
    isDigit(scalar) || (scalar >= 65 && scalar < 71) || (scalar >= 97 && scalar < 103)
  }

  /// Returns `true` if the scheme of a URI may have a scalar after its first one.
  static func isSchemeByte(_ scalar: some UnsignedInteger) -> Bool {
    isAlphanumeric(scalar) || scalar == 43 || scalar == 45 || scalar == 46
  }

  /// Returns `true` if a scalar is among the characters of a string.
  static func isOne(of characters: String, _ scalar: UInt32) -> Bool {
    characters.unicodeScalars.contains { $0.value == scalar }
  }
}

/// The grammar of durations in RFC 3339, appendix A.
extension FormatScanner {
  /// Returns `true` if the rest is a duration.
  mutating func skipDuration() -> Bool {
    guard skip("P") else { return false }
    if skip("T") { return skipElements("HMS") && isAtEnd }
    guard skipElements("YMDW") else { return false }
    if skip("T"), !skipElements("HMS") { return false }
    return isAtEnd
  }

  /// Skips at least one number with a unit.
  ///
  /// Consecutive numbers have consecutive units. A duration in weeks has no other unit.
  private mutating func skipElements(_ units: String) -> Bool {
    let units = Array(units.unicodeScalars)
    var last: Int?
    while let next, Self.isDigit(next) {
      _ = skip(while: Self.isDigit)
      guard let unit = units.firstIndex(where: { $0.value == self.next }), skip(units[unit]),
        last.map({ unit == $0 + 1 }) ?? true
      else { return false }
      if units[unit] == "W" { return last == nil && isAtEnd }
      last = unit
    }
    return last != nil
  }
}
