#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

extension GenerationGuide where Value: FixedWidthInteger {
  /// The number is this or larger.
  @inlinable
  public static func minimum(_ value: Value) -> GenerationGuide<Value> {
    GenerationGuide(GuideValue(.bounds(minimum: number(value), maximum: nil)))
  }

  /// The number is this or smaller.
  @inlinable
  public static func maximum(_ value: Value) -> GenerationGuide<Value> {
    GenerationGuide(GuideValue(.bounds(minimum: nil, maximum: number(value))))
  }

  /// The number is in this range, both ends included.
  @inlinable
  public static func range(_ range: ClosedRange<Value>) -> GenerationGuide<Value> {
    GenerationGuide(
      GuideValue(
        .bounds(minimum: number(range.lowerBound), maximum: number(range.upperBound))))
  }

  /// The number of an integer; those that fit an `Int`, which is nearly all, take the short way.
  @inlinable
  static func number(_ value: Value) -> SchemaNumber {
    if let small = Int(exactly: value) { SchemaNumber(small) } else { SchemaNumber(value) }
  }
}

extension GenerationGuide where Value == Double {
  /// The number is this or larger.
  public static func minimum(_ value: Double) -> GenerationGuide<Double> {
    bounds(SchemaNumber(value), nil, required: (true, false))
  }

  /// The number is this or smaller.
  public static func maximum(_ value: Double) -> GenerationGuide<Double> {
    bounds(nil, SchemaNumber(value), required: (false, true))
  }

  /// The number is in this range, both ends included.
  public static func range(_ range: ClosedRange<Double>) -> GenerationGuide<Double> {
    bounds(
      SchemaNumber(range.lowerBound), SchemaNumber(range.upperBound), required: (true, true))
  }
}

extension GenerationGuide where Value == Float {
  /// The number is this or larger.
  public static func minimum(_ value: Float) -> GenerationGuide<Float> {
    bounds(SchemaNumber(value), nil, required: (true, false))
  }

  /// The number is this or smaller.
  public static func maximum(_ value: Float) -> GenerationGuide<Float> {
    bounds(nil, SchemaNumber(value), required: (false, true))
  }

  /// The number is in this range, both ends included.
  public static func range(_ range: ClosedRange<Float>) -> GenerationGuide<Float> {
    bounds(
      SchemaNumber(range.lowerBound), SchemaNumber(range.upperBound), required: (true, true))
  }
}

extension GenerationGuide where Value == Decimal {
  /// The number is this or larger.
  public static func minimum(_ value: Decimal) -> GenerationGuide<Decimal> {
    bounds(SchemaNumber(value), nil, required: (true, false))
  }

  /// The number is this or smaller.
  public static func maximum(_ value: Decimal) -> GenerationGuide<Decimal> {
    bounds(nil, SchemaNumber(value), required: (false, true))
  }

  /// The number is in this range, both ends included.
  public static func range(_ range: ClosedRange<Decimal>) -> GenerationGuide<Decimal> {
    bounds(
      SchemaNumber(range.lowerBound), SchemaNumber(range.upperBound), required: (true, true))
  }
}

extension GenerationGuide {
  /// Bounds of which those that are required have to be finite numbers.
  private static func bounds(
    _ minimum: SchemaNumber?, _ maximum: SchemaNumber?, required: (Bool, Bool)
  ) -> GenerationGuide {
    if (required.0 && minimum == nil) || (required.1 && maximum == nil) {
      return GenerationGuide(
        GuideValue(
          .invalid(
            problem: "A bound is infinite or NaN, which JSON does not have.",
            remedy: "Use a finite bound, or none.")))
    }
    return GenerationGuide(GuideValue(.bounds(minimum: minimum, maximum: maximum)))
  }
}
