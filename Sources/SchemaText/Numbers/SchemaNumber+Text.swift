extension SchemaNumber: CustomStringConvertible {
  /// The number in the form that schemas use.
  ///
  /// An integer has neither fraction nor exponent if it has at most 21 digits, or if it has more
  /// than 17 digits before its trailing zeros and no more zeros than such digits. A fraction is
  /// written in full unless five or more zeros would follow the point. All other numbers are in
  /// scientific form, such as `1e300` and `2.5e-7`. The length is in proportion to the digits,
  /// independent of the exponent.
  public var description: String {
    var text: [UInt8] = []
    text.appendJSON(self)
    return String(decoding: text, as: UTF8.self)
  }
}

extension [UInt8] {
  /// Appends a number as JSON text; see ``SchemaNumber/description``.
  package mutating func appendJSON(_ number: SchemaNumber) {
    if let integer = number.int64 { return appendJSON(integer) }
    let (isNegative, digits, exponent) = number.decimalParts
    if isNegative { append(UInt8(ascii: "-")) }
    // The value is 0.DIGITS times ten to this power.
    let point = Int64(digits.count) + exponent
    if exponent >= 0, point <= 21 || (digits.count > 17 && exponent <= digits.count) {
      append(digits: digits[...])
      appendZeros(Int(exponent))
    } else if exponent < 0, point > 0 {
      append(digits: digits[..<Int(point)])
      append(UInt8(ascii: "."))
      append(digits: digits[Int(point)...])
    } else if exponent < 0, point > -5 {
      append(contentsOf: "0.".utf8)
      appendZeros(Int(-point))
      append(digits: digits[...])
    } else {
      append(digits: digits[..<1])
      if digits.count > 1 {
        append(UInt8(ascii: "."))
        append(digits: digits[1...])
      }
      append(UInt8(ascii: "e"))
      appendJSON(point - 1)
    }
  }

  /// Appends an integer in decimal digits.
  package mutating func appendJSON(_ integer: Int64) {
    if integer < 0 { append(UInt8(ascii: "-")) }
    var rest = integer.magnitude
    var low = count
    repeat {
      append(UInt8(truncatingIfNeeded: rest % 10) &+ UInt8(ascii: "0"))
      rest /= 10
    } while rest > 0
    var high = count - 1
    while low < high {
      swapAt(low, high)
      low += 1
      high -= 1
    }
  }

  private mutating func appendZeros(_ count: Int) {
    append(contentsOf: repeatElement(UInt8(ascii: "0"), count: count))
  }

  /// Appends digits, given by their values.
  private mutating func append(digits: ArraySlice<UInt8>) {
    for digit in digits { append(digit &+ UInt8(ascii: "0")) }
  }
}
