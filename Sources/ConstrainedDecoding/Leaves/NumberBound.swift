import SchemaText

/// A bound on the magnitude of a number, as decimal digits.
struct NumberBound: Sendable, Hashable {
  /// The digits before the point; empty for a value below one.
  let integer: [UInt8]
  /// The digits after the point, without trailing zeros.
  let fraction: [UInt8]
  /// Indicates whether the bound itself is excluded.
  let isExclusive: Bool

  static let aboveZero = NumberBound(integer: [], fraction: [], isExclusive: true)

  /// The largest number of digits of a bound.
  static let maximumDigits = 1 << 12

  private init(integer: [UInt8], fraction: [UInt8], isExclusive: Bool) {
    self.integer = integer
    self.fraction = fraction
    self.isExclusive = isExclusive
  }

  /// Creates a bound from the magnitude of a number.
  ///
  /// - Returns: `nil` if the number has more than ``maximumDigits`` digits.
  init?(_ number: SchemaNumber, isExclusive: Bool) {
    let parts = number.decimalParts
    // The magnitude is 0.DIGITS times ten to the power of `point`.
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

  /// The order of a magnitude compared with a bound.
  enum Order {
    case less, equal, greater

    /// The order of two digits.
    init(_ first: UInt8, _ second: UInt8) {
      self = first == second ? .equal : first < second ? .less : .greater
    }
  }

  /// Indicates whether a magnitude with an order is allowed.
  func allows(_ order: Order, asUpperBound isUpper: Bool) -> Bool {
    switch order {
    case .less: isUpper
    case .equal: !isExclusive
    case .greater: !isUpper
    }
  }
}
