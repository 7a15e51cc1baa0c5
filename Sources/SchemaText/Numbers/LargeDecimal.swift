/// A decimal number other than zero whose parts do not fit ``SchemaNumber``'s smaller forms.
struct LargeDecimal: Hashable, Sendable {
  let isNegative: Bool
  /// The values of the digits, without leading and trailing zeros.
  let digits: [UInt8]
  /// The power of ten of the last digit.
  let exponent: Int64

  /// Reads a text that ``NumberScan`` has found to be a number other than zero.
  init(numberText text: Span<UInt8>, isNegative: Bool) {
    var digits: [UInt8] = []
    digits.reserveCapacity(text.count)
    var fractionLength: Int64 = 0
    var hasPoint = false
    var writtenExponent: Int64 = 0
    for index in text.indices {
      let byte = text[index]
      let digit = byte &- 48
      if digit < 10 {
        if digit > 0 || !digits.isEmpty { digits.append(digit) }
        if hasPoint { fractionLength += 1 }
      } else if byte == UInt8(ascii: ".") {
        hasPoint = true
      } else if byte | 0x20 == UInt8(ascii: "e") {
        // `SchemaNumber` rejects an exponent of 18 digits or more, so this one fits.
        let written = String(copying: text.extracting((index + 1)..<text.count))
        writtenExponent = Int64(written) ?? 0
        break
      }
    }
    var zeros: Int64 = 0
    while digits.last == 0 {
      digits.removeLast()
      zeros += 1
    }
    self.isNegative = isNegative
    self.digits = digits
    exponent = writtenExponent - fractionLength + zeros
  }
}

/// The decimal digits of a word.
enum DecimalDigits {
  /// Returns the number of digits of a value; one for zero.
  static func count(_ value: UInt64) -> Int {
    var count = 1
    var rest = value
    while rest >= 10 {
      rest /= 10
      count += 1
    }
    return count
  }

  /// Returns ten to the power of an exponent from 0 to 19.
  static func power(_ exponent: Int) -> UInt64 {
    var value: UInt64 = 1
    for _ in 0..<max(0, exponent) { value &*= 10 }
    return value
  }

  /// Returns the values of the digits of a number, without leading zeros; zero has one digit.
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
