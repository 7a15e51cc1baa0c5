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
  @inlinable
  public static func minimum(_ value: Value) -> GenerationGuide<Value> {
    stating(value) { .bounds(minimum: $0, maximum: nil) }
  }

  /// The number is less than or equal to this value.
  @inlinable
  public static func maximum(_ value: Value) -> GenerationGuide<Value> {
    stating(value) { .bounds(minimum: nil, maximum: $0) }
  }

  /// The number is in this range, both ends included.
  @inlinable
  public static func range(_ range: ClosedRange<Value>) -> GenerationGuide<Value> {
    stating(range.lowerBound) { minimum in
      range.upperBound.schemaNumber.map { .bounds(minimum: minimum, maximum: $0) } ?? .notFinite
    }
  }

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

  /// Creates a constraint on a number, which must be finite.
  @inlinable
  static func stating(
    _ value: Value, _ constraint: (SchemaNumber) -> GuideValue.Constraint
  ) -> GenerationGuide {
    GenerationGuide(GuideValue(value.schemaNumber.map(constraint) ?? .notFinite))
  }
}

extension GuideValue.Constraint {
  /// The fault of a guide with a number that JSON does not have.
  @usableFromInline
  static var notFinite: GuideValue.Constraint {
    .invalid(
      problem: "A number is infinite or NaN, which JSON does not have.",
      remedy: "Use finite numbers.")
  }
}
