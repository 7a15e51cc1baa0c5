/// A whole number of any size, as Python computes with it.
struct LargeInteger: Hashable {
  /// The number is too large to be computed with.
  struct Overflow: Error {}

  /// The largest number of digits in base 2³².
  private static let maximumCount = 1 << 11
  /// The largest cost of a power, in multiplications of two digits.
  static let costOfPower = 1 << 14

  private(set) var isNegative: Bool
  /// The digits in base 2³², the lowest first, without zeros at the end.
  private var digits: [UInt32]

  private init(isNegative: Bool, _ digits: [UInt32]) {
    var digits = digits
    while digits.last == 0 { digits.removeLast() }
    self.digits = digits
    self.isNegative = isNegative && !digits.isEmpty
  }

  init(_ number: Int) {
    let magnitude = UInt64(number.magnitude)
    self.init(
      isNegative: number < 0,
      [UInt32(truncatingIfNeeded: magnitude), UInt32(truncatingIfNeeded: magnitude >> 32)])
  }

  /// Creates the number of a whole `Double`; `nil` for another one.
  init?(exactly number: Double) {
    guard number.isFinite, number == number.rounded(.towardZero) else { return nil }
    guard number != 0 else {
      self.init(0)
      return
    }
    let exponent = max(number.exponent - 63, 0)
    let scaled = Double(sign: .plus, exponent: -exponent, significand: number.magnitude)
    let magnitude = UInt64(scaled)
    let low = LargeInteger(
      isNegative: false,
      [UInt32(truncatingIfNeeded: magnitude), UInt32(truncatingIfNeeded: magnitude >> 32)])
    self.init(isNegative: number < 0, Self.shifted(low.digits, by: exponent))
  }

  /// Reads digits without a sign, which the caller has checked.
  init(digits text: some StringProtocol, radix: Int = 10, isNegative: Bool = false)
    throws(Overflow)
  {
    var digits: [UInt32] = []
    for character in text {
      guard let digit = character.hexDigitValue ?? Int(String(character), radix: radix) else {
        continue
      }
      var carry = UInt64(digit)
      for index in digits.indices {
        carry += UInt64(digits[index]) * UInt64(radix)
        digits[index] = UInt32(truncatingIfNeeded: carry)
        carry >>= 32
      }
      if carry > 0 { digits.append(UInt32(carry)) }
      guard digits.count <= Self.maximumCount else { throw Overflow() }
    }
    self.init(isNegative: isNegative, digits)
  }

  /// The number as an `Int`; `nil` if it is too large.
  var int: Int? {
    guard digits.count <= 2 else { return nil }
    let magnitude = digits.reversed().reduce(UInt64(0)) { $0 << 32 | UInt64($1) }
    if isNegative {
      return magnitude == UInt64(Int.min.magnitude) ? Int.min : Int(exactly: magnitude).map { -$0 }
    }
    return Int(exactly: magnitude)
  }

  /// The nearest `Double`, which can be infinite.
  var double: Double { Double(text) ?? .nan }

  /// The number of digits in base 2³², as a measure of the work to compute with the number.
  var size: Int { digits.count }

  var isOdd: Bool { (digits.first ?? 0) & 1 == 1 }

  var magnitude: LargeInteger { LargeInteger(isNegative: false, digits) }

  /// The decimal digits, with a sign.
  var text: String { text(radix: 10) }

  /// Returns the digits in base 2, 8, 10 or 16, with a sign.
  func text(radix: Int) -> String {
    guard !digits.isEmpty else { return "0" }
    // The digits are divided off in groups, whose base is the largest power below 2³².
    let count = radix == 10 ? 9 : radix == 16 ? 7 : radix == 8 ? 10 : 31
    let base = (0..<count).reduce(UInt32(1)) { power, _ in power * UInt32(radix) }
    var rest = digits
    var groups: [String] = []
    while !rest.isEmpty {
      let group = String(Self.divide(&rest, by: base), radix: radix)
      groups.append(
        rest.isEmpty ? group : String(repeating: "0", count: count - group.count) + group)
    }
    return (isNegative ? "-" : "") + groups.reversed().joined()
  }

  // MARK: Operators

  static prefix func - (number: LargeInteger) -> LargeInteger {
    LargeInteger(isNegative: !number.isNegative, number.digits)
  }

  static func < (first: LargeInteger, second: LargeInteger) -> Bool {
    if first.isNegative != second.isNegative { return first.isNegative }
    return first.isNegative
      ? isLess(second.digits, first.digits) : isLess(first.digits, second.digits)
  }

  static func + (first: LargeInteger, second: LargeInteger) throws(Overflow) -> LargeInteger {
    guard first.isNegative != second.isNegative else {
      return try LargeInteger(
        isNegative: first.isNegative, sum(first.digits, second.digits)
      ).checked()
    }
    return isLess(first.digits, second.digits)
      ? LargeInteger(isNegative: second.isNegative, difference(second.digits, first.digits))
      : LargeInteger(isNegative: first.isNegative, difference(first.digits, second.digits))
  }

  static func - (first: LargeInteger, second: LargeInteger) throws(Overflow) -> LargeInteger {
    try first + (-second)
  }

  static func * (first: LargeInteger, second: LargeInteger) throws(Overflow) -> LargeInteger {
    var digits = Array(repeating: UInt32(0), count: first.digits.count + second.digits.count)
    guard digits.count <= maximumCount + 1 else { throw Overflow() }
    for (offset, one) in first.digits.enumerated() {
      var carry: UInt64 = 0
      for (index, two) in second.digits.enumerated() {
        carry += UInt64(one) * UInt64(two) + UInt64(digits[offset + index])
        digits[offset + index] = UInt32(truncatingIfNeeded: carry)
        carry >>= 32
      }
      digits[offset + second.digits.count] = UInt32(carry)
    }
    return try LargeInteger(
      isNegative: first.isNegative != second.isNegative, digits
    ).checked()
  }

  /// Divides and rounds toward negative infinity, as Python does.
  ///
  /// - Parameter divisor: A number that is not 0.
  /// - Returns: The quotient, and the remainder with the sign of the divisor.
  /// - Throws: `Overflow` if the quotient has too many digits.
  func divided(by divisor: LargeInteger) throws(Overflow) -> (
    quotient: LargeInteger, remainder: LargeInteger
  ) {
    let (digits, rest) = Self.division(self.digits, by: divisor.digits)
    var quotient = LargeInteger(isNegative: isNegative != divisor.isNegative, digits)
    var remainder = LargeInteger(isNegative: isNegative, rest)
    if !rest.isEmpty, isNegative != divisor.isNegative {
      quotient = try quotient - LargeInteger(1)
      remainder = try remainder + divisor
    }
    return (quotient, remainder)
  }

  /// Divides and rounds to the nearest number; halfway between two, to the even one.
  ///
  /// `divisor`: A number above 0.
  func dividedToNearest(by divisor: LargeInteger) throws(Overflow) -> LargeInteger {
    let (quotient, remainder) = try divided(by: divisor)
    let double = try remainder + remainder
    guard divisor < double || (double == divisor && quotient.isOdd) else { return quotient }
    return try quotient + LargeInteger(1)
  }

  /// Returns a power.
  func power(_ exponent: Int) throws(Overflow) -> LargeInteger {
    var result = LargeInteger(1)
    var base = self
    var rest = exponent
    while rest > 0 {
      if rest & 1 == 1 { result = try result * base }
      rest >>= 1
      if rest > 0 { base = try base * base }
    }
    return result
  }

  private func checked() throws(Overflow) -> LargeInteger {
    guard digits.count <= Self.maximumCount else { throw Overflow() }
    return self
  }

  // MARK: Digits

  private static func isLess(_ first: [UInt32], _ second: [UInt32]) -> Bool {
    guard first.count == second.count else { return first.count < second.count }
    return first.reversed().lexicographicallyPrecedes(second.reversed())
  }

  private static func sum(_ first: [UInt32], _ second: [UInt32]) -> [UInt32] {
    var digits: [UInt32] = []
    var carry: UInt64 = 0
    for index in 0..<max(first.count, second.count) {
      if index < first.count { carry += UInt64(first[index]) }
      if index < second.count { carry += UInt64(second[index]) }
      digits.append(UInt32(truncatingIfNeeded: carry))
      carry >>= 32
    }
    return digits + [UInt32(carry)]
  }

  /// Subtracts digits from digits that are not less.
  private static func difference(_ first: [UInt32], _ second: [UInt32]) -> [UInt32] {
    var digits: [UInt32] = []
    var borrow: Int64 = 0
    for index in first.indices {
      var digit = Int64(first[index]) - borrow
      if index < second.count { digit -= Int64(second[index]) }
      borrow = digit < 0 ? 1 : 0
      digits.append(UInt32(truncatingIfNeeded: digit))
    }
    while digits.last == 0 { digits.removeLast() }
    return digits
  }

  private static func shifted(_ digits: [UInt32], by count: Int) -> [UInt32] {
    var result = Array(repeating: UInt32(0), count: count / 32)
    var carry: UInt64 = 0
    for digit in digits {
      carry |= UInt64(digit) << UInt64(count % 32)
      result.append(UInt32(truncatingIfNeeded: carry))
      carry >>= 32
    }
    return result + [UInt32(carry)]
  }

  /// Divides digits by a small number, and returns the remainder.
  private static func divide(_ digits: inout [UInt32], by divisor: UInt32) -> UInt32 {
    var remainder: UInt64 = 0
    for index in digits.indices.reversed() {
      remainder = remainder << 32 | UInt64(digits[index])
      digits[index] = UInt32(remainder / UInt64(divisor))
      remainder %= UInt64(divisor)
    }
    while digits.last == 0 { digits.removeLast() }
    return UInt32(remainder)
  }

  /// Divides digits, bit by bit of the quotient.
  private static func division(
    _ dividend: [UInt32], by divisor: [UInt32]
  ) -> (quotient: [UInt32], remainder: [UInt32]) {
    if divisor.count == 1 {
      var quotient = dividend
      let remainder = divide(&quotient, by: divisor[0])
      return (quotient, remainder == 0 ? [] : [remainder])
    }
    var quotient = Array(repeating: UInt32(0), count: dividend.count)
    var remainder: [UInt32] = []
    for index in dividend.indices.reversed() {
      for bit in (0..<32 as Range<UInt32>).reversed() {
        remainder = shifted(remainder, by: 1)
        while remainder.last == 0 { remainder.removeLast() }
        if dividend[index] >> bit & 1 == 1 {
          if remainder.isEmpty { remainder = [1] } else { remainder[0] |= 1 }
        }
        if !isLess(remainder, divisor) {
          remainder = difference(remainder, divisor)
          quotient[index] |= 1 << bit
        }
      }
    }
    while quotient.last == 0 { quotient.removeLast() }
    return (quotient, remainder)
  }
}
