/// The decimal digits of a word.
enum NumberDigits {
  /// How many digits a word has at most.
  static let limit = 20

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

  /// The digits of a value by their own values.
  static func values(of value: UInt64) -> [UInt8] {
    withDigits(of: value) { Array($0) }
  }

  /// Hands over the digits of a value by their own values, without a leading zero but that of zero.
  ///
  /// The standard library's texts of numbers would do, but the generic code behind them is slow on
  /// first use.
  @inline(__always)
  static func withDigits<Result>(
    of value: UInt64, _ body: (UnsafeBufferPointer<UInt8>) -> Result
  ) -> Result {
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: limit) { digits in
      var rest = value
      var start = digits.count
      repeat {
        start -= 1
        digits[start] = UInt8(truncatingIfNeeded: rest % 10)
        rest /= 10
      } while rest > 0
      return body(UnsafeBufferPointer(rebasing: digits[start...]))
    }
  }
}
