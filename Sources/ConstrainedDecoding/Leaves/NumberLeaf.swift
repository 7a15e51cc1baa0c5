import SchemaEncoding
import SchemaGuides
import SchemaText

/// The bounds and the multiple of a number.
struct NumberLeaf: Hashable, Sendable {
  /// A bound of a number, as the schema declares it.
  struct Bound: Hashable, Sendable {
    let magnitude: NumberBound
    let isNegative: Bool
    let isZero: Bool

    init?(_ number: SchemaNumber, isExclusive: Bool) {
      guard let magnitude = NumberBound(number, isExclusive: isExclusive) else { return nil }
      self.magnitude = magnitude
      isNegative = number.isNegative
      isZero = magnitude.integer.isEmpty && magnitude.fraction.isEmpty
    }
  }

  private var lower: Bound?
  private var upper: Bound?
  private var factor: Int64?
  private var exponent = 0
  private let isInteger: Bool

  /// The largest multiple, without its trailing zeros.
  static let maximumFactor: Int64 = 1 << 16
  /// The largest magnitude of a multiple's exponent.
  static let maximumExponent = 1 << 10
  /// The largest number of a multiple's digits that are read as a factor.
  private static let maximumDigits = 6

  /// The error for a number with too many digits.
  enum TooLong: Error {
    /// A bound has too many digits.
    case bound
    /// The digits of a multiple, without the zeros at an end, are too large a number.
    case factor
    /// A multiple has too many zeros at an end.
    case exponent
  }

  init(_ constraints: GuideConstraints, isInteger: Bool) throws(TooLong) {
    self.isInteger = isInteger
    if let number = constraints.minimum ?? constraints.exclusiveMinimum {
      guard let bound = Bound(number, isExclusive: constraints.minimum == nil) else { throw .bound }
      lower = bound
    }
    if let number = constraints.maximum ?? constraints.exclusiveMaximum {
      guard let bound = Bound(number, isExclusive: constraints.maximum == nil) else { throw .bound }
      upper = bound
    }
    guard let multiple = constraints.multiples.first else { return }
    let parts = multiple.decimalParts
    guard parts.exponent.magnitude <= Self.maximumExponent else { throw .exponent }
    guard parts.digits.count <= Self.maximumDigits else { throw .factor }
    var factor = parts.digits.reduce(Int64(0)) { $0 * 10 + Int64($1) }
    var exponent = Int(parts.exponent)
    if isInteger, exponent < 0 {
      // The integers among the multiples of a fraction are the multiples of its reduced numerator.
      for _ in exponent..<0 {
        if factor % 2 == 0 { factor /= 2 }
        if factor % 5 == 0 { factor /= 5 }
      }
      exponent = 0
    }
    guard factor > 0, factor <= Self.maximumFactor else { throw .factor }
    self.factor = factor
    self.exponent = exponent
  }

  var machine: NumberMachine {
    var positive: NumberMachine.Branch? = NumberMachine.Branch()
    if let lower, !lower.isNegative, !lower.isZero || lower.magnitude.isExclusive {
      positive?.lower = lower.magnitude
    }
    if let upper {
      if upper.isNegative { positive = nil } else { positive?.upper = upper.magnitude }
    }
    var negative: NumberMachine.Branch? = NumberMachine.Branch(lower: .aboveZero)
    if let upper, upper.isNegative { negative?.lower = upper.magnitude }
    if let lower {
      if lower.isNegative { negative?.upper = lower.magnitude } else { negative = nil }
    }
    return NumberMachine(
      positive: positive, negative: negative,
      multiple: factor.map { NumberMachine.Multiple(factor: $0, exponent: exponent) },
      allowsFraction: !isInteger)
  }
}
