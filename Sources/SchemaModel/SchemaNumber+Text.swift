extension SchemaNumber: CustomStringConvertible {
  /// The number as it is written in schemas.
  ///
  /// An integer has neither fraction nor exponent as long as it needs no more than 21 digits, or
  /// has more digits than a double and few zeros at its end; a fraction is written out unless five
  /// or more zeros would follow the point. All else is in scientific form, such as `1e300` and
  /// `2.5e-7`. The length is in proportion to the digits, whatever the exponent.
  public var description: String {
    withText { String(decoding: $0, as: UTF8.self) }
  }

  /// Hands over the number as it is written in schemas.
  ///
  /// Not generic, unlike what is behind it: from another module that would not be specialised, and
  /// the runtime would make types for it on first use.
  package func write(_ body: (UnsafeBufferPointer<UInt8>) -> Void) {
    withText(body)
  }

  /// Hands over the number as it is written in schemas.
  func withText<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
    switch storage {
    case .integer(let value):
      NumberDigits.withDigits(of: value.magnitude) {
        Self.withText(of: $0, exponent: 0, isNegative: value < 0, body)
      }
    case .decimal(let significand, let exponent):
      NumberDigits.withDigits(of: significand.magnitude) {
        Self.withText(of: $0, exponent: Int(exponent), isNegative: significand < 0, body)
      }
    case .large(let large):
      large.digits.withUnsafeBufferPointer {
        Self.withText(of: $0, exponent: large.exponent, isNegative: large.isNegative, body)
      }
    }
  }

  /// Hands over the text of a number that is given by the values of its digits, and by the power of
  /// ten of the last one.
  private static func withText<Result>(
    of digits: UnsafeBufferPointer<UInt8>, exponent: Int, isNegative: Bool,
    _ body: (UnsafeBufferPointer<UInt8>) -> Result
  ) -> Result {
    // Besides the digits there are as many zeros again or 21, or a sign, a point and an exponent.
    let capacity = 2 * digits.count + 48
    return withUnsafeTemporaryAllocation(of: UInt8.self, capacity: capacity) { buffer in
      var text = NumberText(buffer: buffer)
      if isNegative { text.append(UInt8(ascii: "-")) }
      // The value is 0.DIGITS times ten to this power.
      let point = digits.count + exponent
      if exponent >= 0, point <= 21 || (digits.count > 17 && exponent <= digits.count) {
        text.append(digits, 0..<digits.count)
        text.append(zeros: exponent)
      } else if exponent < 0, point > 0 {
        text.append(digits, 0..<point)
        text.append(UInt8(ascii: "."))
        text.append(digits, point..<digits.count)
      } else if exponent < 0, point > -5 {
        text.append(zeros: 1)
        text.append(UInt8(ascii: "."))
        text.append(zeros: -point)
        text.append(digits, 0..<digits.count)
      } else {
        text.append(digits, 0..<1)
        if digits.count > 1 {
          text.append(UInt8(ascii: "."))
          text.append(digits, 1..<digits.count)
        }
        text.append(UInt8(ascii: "e"))
        if point < 1 { text.append(UInt8(ascii: "-")) }
        NumberDigits.withDigits(of: UInt64((point - 1).magnitude)) {
          text.append($0, 0..<$0.count)
        }
      }
      return body(UnsafeBufferPointer(rebasing: buffer[..<text.count]))
    }
  }
}

/// The text of a number while it is written, in a buffer that is large enough.
private struct NumberText {
  let buffer: UnsafeMutableBufferPointer<UInt8>
  private(set) var count = 0

  init(buffer: UnsafeMutableBufferPointer<UInt8>) {
    self.buffer = buffer
  }

  mutating func append(_ byte: UInt8) {
    buffer[count] = byte
    count += 1
  }

  mutating func append(zeros times: Int) {
    for _ in 0..<times { append(UInt8(ascii: "0")) }
  }

  /// Adds some of the digits, which are given by their values.
  mutating func append(_ digits: UnsafeBufferPointer<UInt8>, _ range: Range<Int>) {
    for index in range { append(digits[index] + UInt8(ascii: "0")) }
  }
}
