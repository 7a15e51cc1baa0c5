extension SchemaNumber {
  /// Returns `true` if this number is an exact multiple of another.
  ///
  /// - Parameter divisor: The other number, other than zero.
  /// - Returns: `nil` for a divisor of more than 18 digits, or zero.
  /// - Complexity: Linear in the digits of this number, independent of the exponents.
  public func isMultiple(of divisor: SchemaNumber) -> Bool? {
    if self == divisor { return divisor != SchemaNumber(0) }
    guard let divisor = divisor.significantParts, divisor.significand > 0 else { return nil }
    let parts = decimalParts
    if parts.digits.isEmpty { return true }
    // Neither significand ends in a zero, so a multiple of tens has to have tens.
    guard parts.exponent >= divisor.exponent else { return false }
    var remainder: UInt64 = 0
    for digit in parts.digits {
      remainder = Self.product(remainder, 10, modulo: divisor.significand)
      // A divisor of 18 digits leaves room for this sum.
      remainder = (remainder &+ UInt64(digit)) % divisor.significand
    }
    let tens = Self.power(ofTen: parts.exponent - divisor.exponent, modulo: divisor.significand)
    return Self.product(remainder, tens, modulo: divisor.significand) == 0
  }

  /// Returns the smallest number above zero that is a multiple of both numbers.
  ///
  /// - Parameter other: The other number.
  /// - Returns: The least common multiple; `nil` if one is not above zero or has more than 18
  ///   digits without zeros at its end, or the result does not fit 64 bits.
  public func leastCommonMultiple(with other: SchemaNumber) -> SchemaNumber? {
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

  /// Returns the number as a count of some power of ten.
  ///
  /// - Parameter exponent: The power of ten.
  /// - Returns: The count; `nil` if it is not an integer, does not fit 64 bits, or the number has
  ///   more than 18 digits without zeros at its end.
  package func scaled(toPowerOfTen exponent: Int64) -> Int64? {
    guard let parts = significantParts, let magnitude = Self.scaled(parts, to: exponent),
      let value = Int64(exactly: magnitude)
    else { return nil }
    return isNegative ? -value : value
  }

  /// The power of ten of the last digit other than zero; zero has 0.
  package var leastExponent: Int64 { decimalParts.digits.isEmpty ? 0 : decimalParts.exponent }

  /// The digits as one number without zeros at the end, and the power of ten of the last one.
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
