/// A decimal number of any size, stored exactly.
///
/// Bounds and generated numbers have this type, so `Int.max`, `0.1` and `1e400` are exact. Two
/// numbers are equal if their decimal values are equal:
///
///     SchemaNumber(1) == SchemaNumber(1.0)                // true
///     SchemaNumber(0.1) == SchemaNumber(text: "1e-1".utf8)   // true
///     SchemaNumber(Float(0.1)) == SchemaNumber(0.1)       // true
///
/// A `Double` or a `Float` becomes the shortest decimal that reads back as the same value, as when
/// it is printed: 0.1 is one tenth, and 2 to the power of 60, as a `Double`, is 1152921504606847000
/// (whereas the `Int` is 1152921504606846976).
public struct SchemaNumber: Hashable, Sendable {
  /// Each value has exactly one form, so that equal values have equal storage.
  ///
  /// An integer that fits 64 bits is `integer`. Other values are `decimal` if their parts fit, with
  /// a significand that does not end in a zero. All other numbers are `large`.
  enum Storage: Hashable, Sendable {
    case integer(Int64)
    case decimal(significand: Int64, exponent: Int32)
    indirect case large(LargeDecimal)
  }

  let storage: Storage

  private init(storage: Storage) { self.storage = storage }

  /// Creates a number from an integer.
  public init(_ value: Int) { storage = .integer(Int64(value)) }

  /// Creates a number from an integer of any type, exactly.
  public init(_ value: some BinaryInteger) {
    if let value = Int64(exactly: value) {
      storage = .integer(value)
    } else {
      // The description of every integer is the text of a number.
      self = SchemaNumber(text: value.description.utf8) ?? SchemaNumber(0)
    }
  }

  /// Creates a number from the shortest text of a double; `nil` if the value is infinite or NaN.
  public init?(_ value: Double) {
    guard value.isFinite else { return nil }
    if value.magnitude < 0x1p53, Double(Int64(value)) == value {
      self.init(storage: .integer(Int64(value)))
    } else if let short = SchemaNumber(short: value) {
      self = short
    } else {
      self.init(text: value.description.utf8)
    }
  }

  /// Finds the shortest text of a double, if it has a fraction and no more than 15 digits.
  ///
  /// At most one decimal of so few digits reads back as a given double. The powers of ten are
  /// exact, so the quotient is the value of the text. The error of the product is less than a
  /// quarter, so every such decimal is found.
  private init?(short value: Double) {
    for places in 1...15 {
      let power = NumberScan.exactDoublePowers[places]
      let product = value.magnitude * power
      guard product < 1e15 else { return nil }
      let digits = Int64(product + 0.5)
      if Double(digits) / power == value.magnitude {
        storage = .decimal(significand: value < 0 ? -digits : digits, exponent: Int32(-places))
        return
      }
    }
    return nil
  }

  /// Creates a number from the shortest text of a float; `nil` if the value is infinite or NaN.
  public init?(_ value: Float) {
    guard value.isFinite else { return nil }
    if value.magnitude < 0x1p24, let integer = Int64(exactly: value) {
      self.init(storage: .integer(integer))
    } else {
      self.init(text: value.description.utf8)
    }
  }

  /// Creates a number from a text such as `-12.5e3`, exactly.
  ///
  /// The grammar is that of RFC 8259 section 6. There may be any number of digits; exponents of up
  /// to 17 digits are computed.
  ///
  /// - Parameter text: The text in UTF-8, without white space around it. The result is `nil` if the
  ///   text is not a number.
  /// - Complexity: O(n) in the length of the text, independent of the exponent.
  public init?(text: some Sequence<UInt8>) {
    let bytes = Array(text)
    self.init(bytes: bytes.span)
  }

  /// Creates a number from its text in UTF-8; see ``init(text:)``.
  package init?(bytes: Span<UInt8>) {
    guard let scan = NumberScan(bytes), !scan.hasHugeExponent else { return nil }
    if let integer = scan.int64 {
      storage = .integer(integer)
    } else if scan.isExact, let significand = Int64(exactly: scan.significand),
      let exponent = Int32(exactly: scan.exponent)
    {
      storage = .decimal(
        significand: scan.isNegative ? -significand : significand, exponent: exponent)
    } else {
      storage = .large(LargeDecimal(numberText: bytes, isNegative: scan.isNegative))
    }
  }

  /// The value if it is an integer that fits 64 bits.
  package var int64: Int64? {
    guard case .integer(let value) = storage else { return nil }
    return value
  }

  /// Returns the value if it is an integer that fits a type, and `nil` otherwise.
  public func integer<T: FixedWidthInteger>(_ type: T.Type = T.self) -> T? {
    switch storage {
    case .integer(let value):
      return T(exactly: value)
    case .decimal(_, let exponent):
      // With more trailing zeros than bits the value fits no such type.
      guard exponent >= 0, exponent <= T.bitWidth else { return nil }
      return T(plainText)
    case .large(let large):
      guard large.exponent >= 0, large.exponent <= T.bitWidth, large.digits.count <= T.bitWidth
      else { return nil }
      return T(plainText)
    }
  }

  /// The text of an integer with all of its zeros, and without an exponent.
  private var plainText: String {
    let parts = decimalParts
    return (parts.isNegative ? "-" : "")
      + String(decoding: parts.digits.map { $0 + 48 }, as: UTF8.self)
      + String(repeating: "0", count: Int(parts.exponent))
  }

  /// The nearest double, or `nil` if the value is too large for one.
  public var doubleValue: Double? {
    if case .integer(let value) = storage { return Double(value) }
    var text: [UInt8] = []
    text.appendJSON(self)
    return NumberScan.double(text.span)
  }

  /// `true` if the value has no fraction.
  package var isInteger: Bool {
    switch storage {
    case .integer: true
    case .decimal(_, let exponent): exponent >= 0
    case .large(let large): large.exponent >= 0
    }
  }

  /// `true` if the value is below zero.
  package var isNegative: Bool {
    switch storage {
    case .integer(let value): value < 0
    case .decimal(let significand, _): significand < 0
    case .large(let large): large.isNegative
    }
  }

  /// The largest integer less than or equal to this number.
  package var roundedDown: SchemaNumber {
    isInteger ? self : roundedToInteger(awayFromZero: isNegative)
  }

  /// The smallest integer greater than or equal to this number.
  package var roundedUp: SchemaNumber {
    isInteger ? self : roundedToInteger(awayFromZero: !isNegative)
  }

  /// Returns one of the two integers next to a number with a fraction.
  private func roundedToInteger(awayFromZero: Bool) -> SchemaNumber {
    let parts = decimalParts
    // The exponent of a number with a fraction is negative.
    var digits = Array(parts.digits.dropLast(Int(min(Int64(parts.digits.count), -parts.exponent))))
    if awayFromZero {
      var index = digits.count - 1
      while index >= 0, digits[index] == 9 {
        digits[index] = 0
        index -= 1
      }
      if index >= 0 {
        digits[index] += 1
      } else {
        digits.insert(1, at: 0)
      }
    }
    let sign: [UInt8] = parts.isNegative ? [UInt8(ascii: "-")] : []
    let text = sign + (digits.isEmpty ? [48] : digits.map { $0 + 48 })
    return SchemaNumber(text: text) ?? self
  }
}
