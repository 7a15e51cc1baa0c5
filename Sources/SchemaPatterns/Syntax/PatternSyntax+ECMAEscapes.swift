import SchemaText

extension PatternSyntax {
  /// Reads an escape of ECMA-262 in Unicode mode.
  func readECMAEscape(_ text: inout PatternText, inClass: Bool) throws(Failure) -> PatternEscape {
    let start = text.position
    let offset = text.offset
    _ = text.next()
    guard let letter = text.peek() else {
      throw Failure(
        "\\", at: offset, "Nothing follows the backslash.", "Write \\\\ for a backslash.")
    }
    _ = text.next()
    switch letter {
    case "d", "D", "w", "W", "s", "S": return .characters(shorthand(letter))
    case "b" where inClass: return .scalars(["\u{8}"])
    case "b", "B":
      guard !inClass else { break }
      return .assertion(.wordBoundary(isNegated: letter == "B"))
    case "t": return .scalars(["\t"])
    case "n": return .scalars(["\n"])
    case "v": return .scalars(["\u{B}"])
    case "f": return .scalars(["\u{C}"])
    case "r": return .scalars(["\r"])
    case "0":
      if let next = text.peek(), next.isASCIIDigit { break }
      return .scalars(["\0"])
    case "c":
      guard let control = text.peek(), control.isASCIILetter,
        let scalar = Unicode.Scalar(control.value % 32)
      else { break }
      _ = text.next()
      return .scalars([scalar])
    case "x", "u": return .scalars([try readECMAScalar(&text, letter, from: start, at: offset)])
    case "p", "P":
      return .characters(try readProperty(&text, isNegated: letter == "P", from: start, at: offset))
    case "k" where !inClass, "1"..."9" where !inClass:
      text.rewind(to: start)
      return .reference(try readReference(&text))
    case "-" where inClass: return .scalars([letter])
    case "^", "$", "\\", ".", "*", "+", "?", "(", ")", "[", "]", "{", "}", "|", "/":
      return .scalars([letter])
    default:
      guard letter.isASCII, !letter.isASCIILetter, !letter.isASCIIDigit, letter.value >= 0x20
      else { break }
      text.dropBackslash(at: offset)
      return .scalars([letter])
    }
    throw Failure(
      text.text(from: start), at: offset, "ECMA-262 has no such escape in Unicode mode.",
      "Write the character without a backslash, or as \\u{…}.")
  }

  /// Reads the digits of `\x` or `\u`.
  private func readECMAScalar(
    _ text: inout PatternText, _ letter: Unicode.Scalar, from start: Int, at offset: Int
  ) throws(Failure) -> Unicode.Scalar {
    var digits: String
    let isBraced = letter == "u" && text.eat("{")
    if isBraced {
      digits = text.take { $0.isHexDigit }
      if !text.eat("}") { digits = "" }
    } else {
      let length = letter == "u" ? 4 : 2
      digits = text.take(upTo: length) { $0.isHexDigit }
      if digits.utf8.count < length { digits = "" }
    }
    guard !digits.isEmpty else {
      throw Failure(
        text.text(from: start), at: offset, "The escape lacks its hexadecimal digits.",
        "Write two digits after \\x, and four digits or braces after \\u.")
    }
    // A number of more than 32 bits is not a Unicode scalar.
    var value = UInt32(digits, radix: 16) ?? .max
    // Only two escapes without braces can be a surrogate pair.
    if value >= 0xD800, value <= 0xDBFF, letter == "u", !isBraced, text.eat("\\u") {
      let low = UInt32(text.take(upTo: 4) { $0.isHexDigit }, radix: 16) ?? 0
      if low >= 0xDC00, low <= 0xDFFF {
        value = 0x10000 + ((value - 0xD800) << 10) + (low - 0xDC00)
      }
    }
    guard let scalar = Unicode.Scalar(value) else {
      throw Failure(
        text.text(from: start), at: offset,
        "The number is half of a surrogate pair, or is not a Unicode scalar.",
        "Write the character itself, or \\u{…} with its number.")
    }
    return scalar
  }
}
