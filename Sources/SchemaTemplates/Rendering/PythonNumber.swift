/// Reads texts as numbers, by the rules of Python.
enum PythonNumber {
  /// Divides, and rounds toward negative infinity, as Python's `//` and `%` do.
  static func floored(
    _ dividend: Double, _ divisor: Double
  ) -> (quotient: Double, remainder: Double) {
    var remainder = dividend.truncatingRemainder(dividingBy: divisor)
    var quotient = (dividend - remainder) / divisor
    if remainder == 0 {
      remainder = Double(signOf: divisor, magnitudeOf: 0)
    } else if (remainder < 0) != (divisor < 0) {
      remainder += divisor
      quotient -= 1
    }
    let floor = quotient.rounded(.down)
    if quotient == 0 { return (Double(signOf: dividend / divisor, magnitudeOf: 0), remainder) }
    return (quotient - floor > 0.5 ? floor + 1 : floor, remainder)
  }

  /// Returns the text of a number as Python writes it: with an exponent below 10⁻⁴ and from 10¹⁶
  /// on.
  static func text(of number: Double) -> String {
    guard number.isFinite, number != 0 else { return "\(number)" }
    // The shortest digits, and the exponent of ten of the first one.
    let parts = "\(number.magnitude)".split(separator: "e")
    let written = parts[0].split(separator: ".")
    let (whole, fraction) = (written[0], written.count > 1 && written[1] != "0" ? written[1] : "")
    let all = whole + fraction
    let zeros = all.prefix { $0 == "0" }.count
    var digits = all.dropFirst(zeros)
    while digits.count > 1, digits.last == "0" { digits.removeLast() }
    let exponent = (parts.count > 1 ? Int(parts[1]) ?? 0 : 0) + whole.count - 1 - zeros
    return (number < 0 ? "-" : "") + text(of: digits, exponent)
  }

  /// Returns the text of digits with a point behind the first, times a power of ten.
  private static func text(of digits: Substring, _ exponent: Int) -> String {
    switch exponent {
    case ..<(-4), 16...:
      let fraction = digits.count > 1 ? ".\(digits.dropFirst())" : ""
      let size = exponent.magnitude < 10 ? "0\(exponent.magnitude)" : "\(exponent.magnitude)"
      return "\(digits.prefix(1))\(fraction)e\(exponent < 0 ? "-" : "+")\(size)"
    case ..<0: return "0." + String(repeating: "0", count: -exponent - 1) + digits
    default:
      let missing = max(exponent + 1 - digits.count, 0)
      let fraction = digits.dropFirst(exponent + 1)
      return digits.prefix(exponent + 1) + String(repeating: "0", count: missing) + "."
        + (fraction.isEmpty ? "0" : fraction)
    }
  }

  /// Reads a whole number, as Python's `int` does.
  ///
  /// `text`: The text, without white space at its ends. `base`: The base of the digits, from 2 to
  /// 36; 0 for the base of the prefix, such as 16 in `0x1F`, or 10 without a prefix.
  ///
  /// - Returns: The number; `nil` for another text or base.
  /// - Throws: `LargeInteger.Overflow` for a number that is too large.
  static func integer(
    _ text: String, base: Int
  ) throws(LargeInteger.Overflow) -> LargeInteger? {
    guard base == 0 || (2...36).contains(base) else { return nil }
    var rest = withASCIIDigits(text)[...]
    let isNegative = rest.first == "-"
    if isNegative || rest.first == "+" { rest.removeFirst() }
    let prefixBase = ["0b": 2, "0o": 8, "0x": 16][rest.prefix(2).lowercased()]
    let hasPrefix = prefixBase != nil && (base == 0 || base == prefixBase)
    if hasPrefix {
      rest.removeFirst(2)
      if rest.first == "_" { rest.removeFirst() }
    }
    let base = base > 0 ? base : prefixBase ?? 10
    // `Int` would read another sign.
    guard let digits = withoutGroups(rest, base: base), !digits.isEmpty,
      digits.allSatisfy({ isDigit($0, base: base) })
    else { return nil }
    return try LargeInteger(digits: digits, radix: base, isNegative: isNegative)
  }

  /// Reads a number in decimal digits, as Python's `float` does.
  ///
  /// - Parameter text: The text, without white space at its ends.
  /// - Returns: The number; `nil` for another text.
  static func float(_ text: String) -> Double? {
    // Swift also reads hexadecimal numbers, as in "0x10", and the digits of "nan(0)".
    guard !text.contains(where: { "xX(".contains($0) }) else { return nil }
    return withoutGroups(withASCIIDigits(text)[...], base: 10).flatMap { Double($0) }
  }

  /// Returns the text with the digits of ASCII in place of those of other scripts, such as `５`.
  private static func withASCIIDigits(_ text: String) -> String {
    guard !text.utf8.allSatisfy({ $0 < 0x80 }) else { return text }
    var result = ""
    for scalar in text.unicodeScalars {
      if scalar.properties.numericType == .decimal, let value = scalar.properties.numericValue {
        result += "\(Int(value))"
      } else {
        result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  /// Removes the underscores between two digits, as in `1_000`.
  ///
  /// - Returns: The text; `nil` if there is an underscore at another place.
  private static func withoutGroups(_ text: Substring, base: Int) -> String? {
    let groups = text.split(separator: "_", omittingEmptySubsequences: false)
    for (group, next) in zip(groups, groups.dropFirst()) {
      guard let last = group.last, let first = next.first, isDigit(last, base: base),
        isDigit(first, base: base)
      else { return nil }
    }
    return groups.joined()
  }

  private static func isDigit(_ character: Character, base: Int) -> Bool {
    Int(String(character), radix: base) != nil
  }
}
