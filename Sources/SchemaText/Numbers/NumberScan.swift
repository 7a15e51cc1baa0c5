/// The parts of a number's text, by the grammar of RFC 8259 section 6, without allocation.
///
/// The value is ±significand × 10^exponent. Zeros at the end of the digits are counted in the
/// exponent, so every spelling of a value (`1e3`, `1000`, `1000.0`) has the same parts.
package struct NumberScan {
  private(set) var isNegative = false
  private(set) var significand: UInt64 = 0
  private(set) var exponent: Int64 = 0
  /// `true` if the significand has all digits; otherwise the significand and the exponent are not
  /// valid.
  private(set) var isExact = true
  /// `true` if the text is an integer in the form of `description`: no fraction, exponent, or `-0`.
  package private(set) var isPlainInteger = true
  /// `true` if the exponent has 18 digits or more, and is not computed.
  private(set) var hasHugeExponent = false

  /// The first exponent that is not computed, since it has 18 digits.
  private static let exponentLimit: Int64 = 100_000_000_000_000_000

  /// Reads a text; returns `nil` if it is not a number.
  package init?(_ text: Span<UInt8>) {
    var index = 0
    let count = text.count
    if index < count, text[index] == UInt8(ascii: "-") {
      isNegative = true
      index += 1
    }
    guard index < count, let first = NumberScan.digit(text[index]) else { return nil }
    var pendingZeros: Int64 = 0
    if first == 0 {
      index += 1
      if isNegative { isPlainInteger = false }
    } else {
      while index < count, let digit = NumberScan.digit(text[index]) {
        push(digit, &pendingZeros)
        index += 1
      }
    }
    var scale: Int64 = 0
    if index < count, text[index] == UInt8(ascii: ".") {
      isPlainInteger = false
      index += 1
      let start = index
      while index < count, let digit = NumberScan.digit(text[index]) {
        push(digit, &pendingZeros)
        index += 1
      }
      guard index > start else { return nil }
      scale = Int64(index - start)
    }
    var written: Int64 = 0
    if index < count, text[index] | 0x20 == UInt8(ascii: "e") {
      isPlainInteger = false
      index += 1
      guard let value = scanExponent(text, &index) else { return nil }
      written = value
    }
    guard index == count else { return nil }
    if isExact, significand == 0 {
      hasHugeExponent = false
    } else {
      exponent = pendingZeros - scale + written
    }
  }

  /// Reads the digits after `e`; returns `nil` if there are none.
  ///
  /// An exponent of 18 digits or more sets ``hasHugeExponent``, and the result is then not valid.
  private mutating func scanExponent(
    _ text: Span<UInt8>, _ index: inout Int
  ) -> Int64? {
    var isNegative = false
    if index < text.count, text[index] == UInt8(ascii: "-") || text[index] == UInt8(ascii: "+") {
      isNegative = text[index] == UInt8(ascii: "-")
      index += 1
    }
    let start = index
    var value: Int64 = 0
    while index < text.count, let digit = NumberScan.digit(text[index]) {
      if value < NumberScan.exponentLimit { value = value * 10 + Int64(digit) }
      index += 1
    }
    guard index > start else { return nil }
    if value >= NumberScan.exponentLimit { hasHugeExponent = true }
    return isNegative ? -value : value
  }

  private static func digit(_ byte: UInt8) -> UInt8? {
    let digit = byte &- UInt8(ascii: "0")
    return digit < 10 ? digit : nil
  }

  /// Adds a digit; zeros are only added when another digit follows.
  private mutating func push(_ digit: UInt8, _ pendingZeros: inout Int64) {
    if digit == 0 {
      if significand != 0 { pendingZeros += 1 }
      return
    }
    guard isExact else { return }
    while true {
      let (product, isTooLarge) = significand.multipliedReportingOverflow(by: 10)
      if isTooLarge {
        isExact = false
        return
      }
      significand = product
      if pendingZeros == 0 { break }
      pendingZeros -= 1
    }
    let (sum, isTooLarge) = significand.addingReportingOverflow(UInt64(digit))
    isExact = !isTooLarge
    significand = sum
  }

  /// Returns the value of a text of up to 18 digits, with or without a sign; `nil` for `-0`.
  package static func shortInteger(_ text: Span<UInt8>) -> Int64? {
    var index = 0
    let count = text.count
    guard count > 0 else { return nil }
    let isNegative = text[0] == UInt8(ascii: "-")
    if isNegative { index = 1 }
    let digits = count - index
    guard digits > 0, digits <= 18 else { return nil }
    if text[index] == UInt8(ascii: "0"), digits > 1 || isNegative { return nil }
    var value: Int64 = 0
    while index < count {
      let digit = text[index] &- UInt8(ascii: "0")
      guard digit < 10 else { return nil }
      value = value &* 10 &+ Int64(digit)
      index += 1
    }
    return isNegative ? -value : value
  }

  /// The absolute value if it is an integer that fits 64 bits.
  private var magnitude: UInt64? {
    guard isExact, !hasHugeExponent, exponent >= 0 else { return nil }
    // Zero is the only value that is still in range after more than 19 multiplications by ten.
    if significand == 0 { return 0 }
    guard exponent < 20 else { return nil }
    var value = significand
    for _ in 0..<exponent {
      let (product, isTooLarge) = value.multipliedReportingOverflow(by: 10)
      if isTooLarge { return nil }
      value = product
    }
    return value
  }

  /// The value if it is an integer that fits 64 bits.
  package var int64: Int64? {
    guard let magnitude else { return nil }
    guard isNegative else { return Int64(exactly: magnitude) }
    return magnitude <= Int64.min.magnitude ? Int64(truncatingIfNeeded: 0 &- magnitude) : nil
  }
}
