#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// A number that guides can limit: an integer of fixed width, `Float`, `Double` or `Decimal`.
public protocol SchemaNumberConvertible: Comparable {
  /// The number, exactly; `nil` if it is infinite or NaN.
  var schemaNumber: SchemaNumber? { get }
}

extension SchemaNumberConvertible where Self: FixedWidthInteger {
  /// The integer, exactly.
  @inlinable
  public var schemaNumber: SchemaNumber? {
    // Most integers fit an `Int`, from which the conversion is faster.
    if let small = Int(exactly: self) { SchemaNumber(small) } else { SchemaNumber(self) }
  }
}

extension Int: SchemaNumberConvertible {}
extension Int8: SchemaNumberConvertible {}
extension Int16: SchemaNumberConvertible {}
extension Int32: SchemaNumberConvertible {}
extension Int64: SchemaNumberConvertible {}
extension UInt: SchemaNumberConvertible {}
extension UInt8: SchemaNumberConvertible {}
extension UInt16: SchemaNumberConvertible {}
extension UInt32: SchemaNumberConvertible {}
extension UInt64: SchemaNumberConvertible {}

extension Float: SchemaNumberConvertible {
  /// The number by its shortest text; `nil` if it is infinite or NaN.
  public var schemaNumber: SchemaNumber? { SchemaNumber(self) }
}

extension Double: SchemaNumberConvertible {
  /// The number by its shortest text; `nil` if it is infinite or NaN.
  public var schemaNumber: SchemaNumber? { SchemaNumber(self) }
}

extension Decimal: SchemaNumberConvertible {
  /// The number, exactly; `nil` if it is NaN.
  public var schemaNumber: SchemaNumber? { SchemaNumber(self) }
}

extension GenerationGuide where Value: SchemaNumberConvertible {
  /// The number is greater than or equal to this value.
  public static func minimum(_ value: Value) -> GenerationGuide<Value> { atLeast(value) }

  /// The number is less than or equal to this value.
  public static func maximum(_ value: Value) -> GenerationGuide<Value> { atMost(value) }

  /// The number is in this range, both ends included.
  public static func range(_ range: ClosedRange<Value>) -> GenerationGuide<Value> { within(range) }

  /// The number is greater than this value.
  public static func exclusiveMinimum(_ value: Value) -> GenerationGuide<Value> {
    stating(value) { .exclusiveBounds(minimum: $0, maximum: nil) }
  }

  /// The number is less than this value.
  public static func exclusiveMaximum(_ value: Value) -> GenerationGuide<Value> {
    stating(value) { .exclusiveBounds(minimum: nil, maximum: $0) }
  }

  /// The number is a multiple of this number, which has to be above zero.
  public static func multiple(of value: Value) -> GenerationGuide<Value> {
    stating(value) { .multiple(of: $0) }
  }

  /// The number is one of these numbers.
  ///
  /// A schema lists them in this order.
  public static func anyOf(_ values: [Value]) -> GenerationGuide<Value> {
    let numbers = values.compactMap(\.schemaNumber)
    return GenerationGuide(
      GuideValue(
        numbers.count == values.count ? .scalars(numbers.map { .number($0) }) : .notFinite))
  }

  private static func atLeast(_ value: Value) -> GenerationGuide {
    stating(value) { .bounds(minimum: $0, maximum: nil) }
  }

  private static func atMost(_ value: Value) -> GenerationGuide {
    stating(value) { .bounds(minimum: nil, maximum: $0) }
  }

  private static func within(_ range: ClosedRange<Value>) -> GenerationGuide {
    stating(range.lowerBound) { minimum in
      range.upperBound.schemaNumber.map { .bounds(minimum: minimum, maximum: $0) } ?? .notFinite
    }
  }

  /// Creates a constraint on a number, which must be finite.
  private static func stating(
    _ value: Value, _ constraint: (SchemaNumber) -> GuideValue.Constraint
  ) -> GenerationGuide {
    GenerationGuide(GuideValue(value.schemaNumber.map(constraint) ?? .notFinite))
  }
}

extension GuideValue.Constraint {
  /// The fault of a guide with a number that JSON does not have.
  fileprivate static var notFinite: GuideValue.Constraint {
    .invalid(
      problem: "A number is infinite or NaN, which JSON does not have.",
      remedy: "Use finite numbers.")
  }
}

// FoundationModels declares these guides for each of its types of numbers.

extension GenerationGuide where Value == Int {
  /// The number is greater than or equal to this value.
  public static func minimum(_ value: Int) -> GenerationGuide<Int> { atLeast(value) }

  /// The number is less than or equal to this value.
  public static func maximum(_ value: Int) -> GenerationGuide<Int> { atMost(value) }

  /// The number is in this range, both ends included.
  public static func range(_ range: ClosedRange<Int>) -> GenerationGuide<Int> { within(range) }
}

extension GenerationGuide where Value == Float {
  /// The number is greater than or equal to this value.
  public static func minimum(_ value: Float) -> GenerationGuide<Float> { atLeast(value) }

  /// The number is less than or equal to this value.
  public static func maximum(_ value: Float) -> GenerationGuide<Float> { atMost(value) }

  /// The number is in this range, both ends included.
  public static func range(_ range: ClosedRange<Float>) -> GenerationGuide<Float> { within(range) }
}

extension GenerationGuide where Value == Double {
  /// The number is greater than or equal to this value.
  public static func minimum(_ value: Double) -> GenerationGuide<Double> { atLeast(value) }

  /// The number is less than or equal to this value.
  public static func maximum(_ value: Double) -> GenerationGuide<Double> { atMost(value) }

  /// The number is in this range, both ends included.
  public static func range(_ range: ClosedRange<Double>) -> GenerationGuide<Double> {
    within(range)
  }
}

extension GenerationGuide where Value == Decimal {
  /// The number is greater than or equal to this value.
  public static func minimum(_ value: Decimal) -> GenerationGuide<Decimal> { atLeast(value) }

  /// The number is less than or equal to this value.
  public static func maximum(_ value: Decimal) -> GenerationGuide<Decimal> { atMost(value) }

  /// The number is in this range, both ends included.
  public static func range(_ range: ClosedRange<Decimal>) -> GenerationGuide<Decimal> {
    within(range)
  }
}
