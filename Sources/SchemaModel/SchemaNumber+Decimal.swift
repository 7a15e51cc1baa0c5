#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

extension SchemaNumber {
  /// Creates a number from a decimal, exactly; `nil` if it is NaN.
  public init?(_ value: Decimal) {
    guard !value.isNaN else { return nil }
    self.init(text: value.description.utf8)
  }

  /// The value as a decimal, or `nil` if a decimal cannot hold all its digits.
  public var decimalValue: Decimal? {
    let (isNegative, digits, exponent) = decimalParts
    let largest = Self.largestSignificand
    guard
      digits.count < largest.count
        || digits.count == largest.count && !largest.lexicographicallyPrecedes(digits)
    else { return nil }
    var significand = digits.reduce(Decimal(0)) { $0 * 10 + Decimal($1) }
    // The exponent of a decimal has 8 bits, so zeros that exceed it become digits.
    var rest = exponent
    while rest > 127 {
      // The loop ends after at most 38 steps, because the significand then has 38 digits.
      guard significand < Decimal(sign: .plus, exponent: 37, significand: 1) else { return nil }
      significand *= 10
      rest -= 1
    }
    guard rest >= -128 else { return nil }
    let value = Decimal(
      sign: isNegative ? .minus : .plus, exponent: Int(rest), significand: significand)
    // Foundation on Linux turns some of the largest decimals into NaN.
    return value.isNaN ? nil : value
  }

  /// The digits of the largest significand of a decimal, which has 128 bits.
  private static let largestSignificand = "340282366920938463463374607431768211455".utf8
    .map { $0 - UInt8(ascii: "0") }

  /// Creates a number with the digits that a double loses, from a decoder that supports decimals.
  ///
  /// The result is `nil` if the decoder cannot read a decimal, or if `value` is not the double
  /// nearest to the decimal.
  package init?(digitsOf value: Double, in container: any SingleValueDecodingContainer) {
    guard let decimal = try? container.decode(Decimal.self), let number = SchemaNumber(decimal),
      number.doubleValue == value
    else { return nil }
    self = number
  }
}
