/// The decimal digits of a word.
enum DecimalDigits {
  /// How many digits a value has; one, if it is zero.
  static func count(_ value: UInt64) -> Int {
    var count = 1
    var rest = value
    while rest >= 10 {
      rest /= 10
      count += 1
    }
    return count
  }

  /// Ten to the power of an exponent from 0 to 19.
  static func power(_ exponent: Int) -> UInt64 {
    var value: UInt64 = 1
    for _ in 0..<max(0, exponent) { value &*= 10 }
    return value
  }

  /// The digits of a value by their own values, without a leading zero but that of zero.
  static func values(of value: UInt64) -> [UInt8] {
    var digits: [UInt8] = []
    digits.reserveCapacity(20)
    var rest = value
    repeat {
      digits.append(UInt8(truncatingIfNeeded: rest % 10))
      rest /= 10
    } while rest > 0
    digits.reverse()
    return digits
  }
}
