/// A number's text taken apart without allocating, by the grammar of RFC 8259 section 6.
///
/// The value is ±significand × 10^exponent. Zeros at the end of the digits are counted in the
/// exponent, hence every spelling of a value (`1e3`, `1000`, `1000.0`) gives the same parts.
struct NumberScan {
  private(set) var isNegative = false
  private(set) var significand: UInt64 = 0
  private(set) var exponent = 0
  /// Whether the significand holds all digits; if not, it and the exponent mean nothing.
  private(set) var isExact = true
  /// Whether the text is what `description` gives for an integer: no fraction, exponent, or `-0`.
  private(set) var isPlainInteger = true
  /// Whether the exponent has 18 digits or more, which nothing here reckons with.
  private(set) var hasHugeExponent = false

  /// The longest exponent that is reckoned with has 17 digits.
  static let exponentLimit = 100_000_000_000_000_000

  /// Takes a text apart, or gives `nil` if it is no number.
  init?(_ text: UnsafeBufferPointer<UInt8>) {
    var index = 0
    let count = text.count
    if index < count, text[index] == UInt8(ascii: "-") {
      isNegative = true
      index += 1
    }
    guard index < count, let first = NumberScan.digit(text[index]) else { return nil }
    var pendingZeros = 0
    if first == 0 {
      index += 1
      if isNegative { isPlainInteger = false }
    } else {
      while index < count, let digit = NumberScan.digit(text[index]) {
        push(digit, &pendingZeros)
        index += 1
      }
    }
    var scale = 0
    if index < count, text[index] == UInt8(ascii: ".") {
      isPlainInteger = false
      index += 1
      let start = index
      while index < count, let digit = NumberScan.digit(text[index]) {
        push(digit, &pendingZeros)
        index += 1
      }
      guard index > start else { return nil }
      scale = index - start
    }
    var written = 0
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

  private mutating func scanExponent(
    _ text: UnsafeBufferPointer<UInt8>, _ index: inout Int
  ) -> Int? {
    var isNegative = false
    if index < text.count, text[index] == UInt8(ascii: "-") || text[index] == UInt8(ascii: "+") {
      isNegative = text[index] == UInt8(ascii: "-")
      index += 1
    }
    let start = index
    var value = 0
    while index < text.count, let digit = NumberScan.digit(text[index]) {
      if value < NumberScan.exponentLimit { value = value * 10 + Int(digit) }
      index += 1
    }
    guard index > start else { return nil }
    if value >= NumberScan.exponentLimit { hasHugeExponent = true }
    return isNegative ? -value : value
  }

  @inline(__always)
  private static func digit(_ byte: UInt8) -> UInt8? {
    let digit = byte &- UInt8(ascii: "0")
    return digit < 10 ? digit : nil
  }

  /// Adds a digit; zeros wait until it is known that another digit follows.
  @inline(__always)
  private mutating func push(_ digit: UInt8, _ pendingZeros: inout Int) {
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

  /// The value of a text of up to 18 digits and nothing else but a sign; `-0` is not one.
  @inline(__always)
  static func shortInteger(_ text: UnsafeBufferPointer<UInt8>) -> Int64? {
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

  /// The value without its sign if it is an integer that fits.
  var magnitude: UInt64? {
    guard isExact, !hasHugeExponent, exponent >= 0 else { return nil }
    // Nothing but zero stays in range for more than 19 steps.
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

  /// The value if it is an integer that fits.
  var int64: Int64? {
    guard let magnitude else { return nil }
    guard isNegative else { return Int64(exactly: magnitude) }
    return magnitude <= Int64.min.magnitude ? Int64(truncatingIfNeeded: 0 &- magnitude) : nil
  }
}

// Ten to these powers is exact in the type, so that one multiplication or division of two exact
// numbers is rounded once, which is what reading the decimal text asks for (Clinger 1990).
let exactDoublePowers: [Double] = [
  1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11,
  1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22,
]
private let exactFloatPowers: [Float] = [
  1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10,
]

extension NumberScan {
  /// The nearest value if that takes one exact step, else `nil`.
  @inline(__always)
  var fastDouble: Double? {
    guard isExact, !hasHugeExponent, significand <= 1 << 53, exponent >= -22, exponent <= 22
    else { return nil }
    let value = Double(significand)
    let scaled =
      exponent < 0 ? value / exactDoublePowers[-exponent] : value * exactDoublePowers[exponent]
    return isNegative ? -scaled : scaled
  }

  /// The nearest value if that takes one exact step, else `nil`.
  var fastFloat: Float? {
    guard isExact, !hasHugeExponent, significand <= 1 << 24, exponent >= -10, exponent <= 10
    else { return nil }
    let value = Float(significand)
    let scaled =
      exponent < 0 ? value / exactFloatPowers[-exponent] : value * exactFloatPowers[exponent]
    return isNegative ? -scaled : scaled
  }

  /// The double nearest to a number's text, or `nil` if the text is none or too large for one.
  static func double(_ text: UnsafeBufferPointer<UInt8>) -> Double? {
    if let value = shortDecimal(text) { return value }
    guard let scan = NumberScan(text) else { return nil }
    if let value = scan.fastDouble { return value }
    guard let value = Double(String(decoding: text, as: UTF8.self)), value.isFinite
    else { return nil }
    return value
  }

  /// The value of a text of digits and one point, if it has at most 15 digits and no sign.
  ///
  /// Digits and power of ten are exact doubles then, and their quotient is rounded once.
  @inline(__always)
  private static func shortDecimal(_ text: UnsafeBufferPointer<UInt8>) -> Double? {
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

  /// The float nearest to a number's text, or `nil` if the text is none or too large for one.
  static func float(_ text: UnsafeBufferPointer<UInt8>) -> Float? {
    guard let scan = NumberScan(text) else { return nil }
    if let value = scan.fastFloat { return value }
    guard let value = Float(String(decoding: text, as: UTF8.self)), value.isFinite
    else { return nil }
    return value
  }
}
