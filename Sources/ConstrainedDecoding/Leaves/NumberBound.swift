import SchemaText

/// A bound on the magnitude of a number, as decimal digits.
struct NumberBound: Sendable, Hashable {
  /// The digits in front of the point; none for a value below one.
  let integer: [UInt8]
  /// The digits behind the point, without zeros at the end.
  let fraction: [UInt8]
  /// Indicates whether the bound itself is excluded.
  let isExclusive: Bool

  static let aboveZero = NumberBound(integer: [], fraction: [], isExclusive: true)

  /// The most digits that a bound may have.
  static let maximumDigits = 1 << 12

  private init(integer: [UInt8], fraction: [UInt8], isExclusive: Bool) {
    self.integer = integer
    self.fraction = fraction
    self.isExclusive = isExclusive
  }

  /// Takes the magnitude of a number.
  ///
  /// - Returns: `nil` if it has more than ``maximumDigits`` digits.
  init?(_ number: SchemaNumber, isExclusive: Bool) {
    let parts = number.decimalParts
    // The value is 0.DIGITS times ten to this power.
    let point = Int64(parts.digits.count) + parts.exponent
    guard point.magnitude <= UInt64(Self.maximumDigits), parts.digits.count <= Self.maximumDigits
    else { return nil }
    let digits = parts.digits
    self.isExclusive = isExclusive
    if digits.isEmpty {
      integer = []
      fraction = []
    } else if parts.exponent >= 0 {
      integer = digits + Array(repeating: 0, count: Int(parts.exponent))
      fraction = []
    } else if point > 0 {
      integer = Array(digits[..<Int(point)])
      fraction = Array(digits[Int(point)...])
    } else {
      integer = []
      fraction = Array(repeating: 0, count: Int(-point)) + digits
    }
  }

  /// Indicates whether a magnitude is allowed that compares to the bound so: -1, 0 or 1.
  func allows(_ order: Int8, asUpperBound isUpper: Bool) -> Bool {
    if order == 0 { return !isExclusive }
    return isUpper ? order < 0 : order > 0
  }
}
