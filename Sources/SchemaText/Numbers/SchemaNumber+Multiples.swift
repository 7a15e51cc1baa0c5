extension SchemaNumber {
  /// Returns `true` if this number is an exact multiple of another.
  ///
  /// - Parameter divisor: The other number, other than zero.
  /// - Returns: `nil` if the divisor is zero. Also `nil` if the divisor has more than 18 digits
  ///   without its trailing zeros, unless both numbers are equal.
  /// - Complexity: Linear in the digits of this number, independent of the exponents.
  package func isMultiple(of divisor: SchemaNumber) -> Bool? {
    if self == divisor, divisor != SchemaNumber(0) { return true }
    guard let divisor = divisor.significantParts, divisor.significand > 0 else { return nil }
    let parts = decimalParts
    if parts.digits.isEmpty { return true }
    // Neither significand ends in a zero, so a multiple has at least the power of ten of the
    // divisor.
    guard parts.exponent >= divisor.exponent else { return false }
    var remainder: UInt64 = 0
    for digit in parts.digits {
      remainder = Self.product(remainder, 10, modulo: divisor.significand)
      // The divisor has at most 18 digits, so the sum fits 64 bits.
      remainder = (remainder &+ UInt64(digit)) % divisor.significand
    }
    let tens = Self.power(ofTen: parts.exponent - divisor.exponent, modulo: divisor.significand)
    return Self.product(remainder, tens, modulo: divisor.significand) == 0
  }

  /// Returns the smallest number above zero that is a multiple of both numbers.
  ///
  /// - Parameter other: The other number.
  /// - Returns: The least common multiple; `nil` if one of the numbers is not above zero or has
  ///   more than 18 digits, not counting trailing zeros, or if the result does not fit 64 bits.
  package func leastCommonMultiple(with other: SchemaNumber) -> SchemaNumber? {
    guard let first = significantParts, let second = other.significantParts,
      !isNegative, !other.isNegative
    else { return nil }
    let exponent = min(first.exponent, second.exponent)
    guard let one = Self.scaled(first, to: exponent), let two = Self.scaled(second, to: exponent),
      one > 0, two > 0
    else { return nil }
    var (divisor, rest) = (one, two)
    while rest > 0 { (divisor, rest) = (rest, divisor % rest) }
    let (multiple, overflow) = (one / divisor).multipliedReportingOverflow(by: two)
    guard !overflow else { return nil }
    return SchemaNumber(text: "\(multiple)e\(exponent)".utf8)
  }

  /// Returns the number divided by a power of ten, as an integer.
  ///
  /// - Parameter exponent: The power of ten.
  /// - Returns: The quotient; `nil` if it is not an integer or does not fit 64 bits, or if the
  ///   number has more than 18 digits, not counting trailing zeros.
  package func scaled(toPowerOfTen exponent: Int64) -> Int64? {
    guard let parts = significantParts, let magnitude = Self.scaled(parts, to: exponent),
      let value = Int64(exactly: magnitude)
    else { return nil }
    return isNegative ? -value : value
  }

  /// The power of ten of the last digit other than zero; 0 for the number zero.
  package var leastExponent: Int64 { decimalParts.digits.isEmpty ? 0 : decimalParts.exponent }

  /// The digits as one integer without trailing zeros, and the power of ten of its last digit.
  private var significantParts: (significand: UInt64, exponent: Int64)? {
    let parts = decimalParts
    guard parts.digits.count <= 18 else { return nil }
    return (parts.digits.reduce(0) { $0 &* 10 &+ UInt64($1) }, parts.exponent)
  }

  private static func scaled(
    _ parts: (significand: UInt64, exponent: Int64), to exponent: Int64
  ) -> UInt64? {
    if parts.significand == 0 { return 0 }
    guard parts.exponent >= exponent, parts.exponent - exponent <= 19 else { return nil }
    var value = parts.significand
    for _ in 0..<(parts.exponent - exponent) {
      let (product, overflow) = value.multipliedReportingOverflow(by: 10)
      guard !overflow else { return nil }
      value = product
    }
    return value
  }

  private static func product(_ first: UInt64, _ second: UInt64, modulo divisor: UInt64) -> UInt64 {
    let product = (first % divisor).multipliedFullWidth(by: second % divisor)
    return divisor.dividingFullWidth(product).remainder
  }

  private static func power(ofTen exponent: Int64, modulo divisor: UInt64) -> UInt64 {
    var (result, base, rest) = (1 % divisor, 10 % divisor, exponent)
    while rest > 0 {
      if rest & 1 == 1 { result = product(result, base, modulo: divisor) }
      base = product(base, base, modulo: divisor)
      rest >>= 1
    }
    return result
  }
}
