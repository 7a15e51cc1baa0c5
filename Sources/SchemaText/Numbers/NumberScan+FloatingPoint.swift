extension NumberScan {
  // These powers of ten are exact in the type. One multiplication or division of two exact numbers
  // rounds once and so gives the nearest value (Clinger 1990).
  static let exactDoublePowers: [Double] = [
    1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11,
    1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22,
  ]
  private static let exactFloatPowers: [Float] = [
    1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10,
  ]

  /// The nearest value if one operation on two exact numbers gives it; otherwise `nil`.
  private var fastDouble: Double? {
    guard isExact, !hasHugeExponent, significand <= 0x20_0000_0000_0000, exponent >= -22,
      exponent <= 22
    else { return nil }
    let value = Double(significand)
    let scaled =
      exponent < 0
      ? value / Self.exactDoublePowers[Int(-exponent)]
      : value * Self.exactDoublePowers[Int(exponent)]
    return isNegative ? -scaled : scaled
  }

  /// The nearest value if one operation on two exact numbers gives it; otherwise `nil`.
  private var fastFloat: Float? {
    guard isExact, !hasHugeExponent, significand <= 1 << 24, exponent >= -10, exponent <= 10
    else { return nil }
    let value = Float(significand)
    let scaled =
      exponent < 0
      ? value / Self.exactFloatPowers[Int(-exponent)] : value * Self.exactFloatPowers[Int(exponent)]
    return isNegative ? -scaled : scaled
  }

  /// Returns the double nearest to a number's text, or `nil` if the text is not a number or the
  /// number is too large.
  package static func double(_ text: Span<UInt8>) -> Double? {
    if let value = shortDecimal(text) { return value }
    guard let scan = NumberScan(text) else { return nil }
    if let value = scan.fastDouble { return value }
    guard let value = Double(String(copying: text)), value.isFinite
    else { return nil }
    return value
  }

  /// Returns the value of a text of digits and one point, if it has at most 15 digits and no sign.
  ///
  /// The digits and the power of ten are then exact doubles, and their quotient is rounded once.
  private static func shortDecimal(_ text: Span<UInt8>) -> Double? {
    let count = text.count
    guard count >= 3, count <= 16, text[0] != UInt8(ascii: "0") || text[1] == UInt8(ascii: ".")
    else { return nil }
    var digits: UInt64 = 0
    var point = 0
    var index = 0
    while index < count {
      let digit = text[index] &- UInt8(ascii: "0")
      if digit < 10 {
        digits = digits &* 10 &+ UInt64(digit)
      } else {
        guard text[index] == UInt8(ascii: "."), point == 0 else { return nil }
        point = index
      }
      index &+= 1
    }
    guard point > 0, point &+ 1 < count else { return nil }
    return Double(digits) / exactDoublePowers[count &- 1 &- point]
  }

  /// Returns the float nearest to a number's text, or `nil` if the text is not a number or the
  /// number is too large.
  package static func float(_ text: Span<UInt8>) -> Float? {
    guard let scan = NumberScan(text) else { return nil }
    if let value = scan.fastFloat { return value }
    guard let value = Float(String(copying: text)), value.isFinite
    else { return nil }
    return value
  }
}
