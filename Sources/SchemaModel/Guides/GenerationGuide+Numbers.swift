#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

extension GenerationGuide where Value: FixedWidthInteger {
  /// The number is greater than or equal to this value.
  @inlinable
  public static func minimum(_ value: Value) -> GenerationGuide<Value> {
    GenerationGuide(GuideValue(.bounds(minimum: number(value), maximum: nil)))
  }

  /// The number is less than or equal to this value.
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

  /// The number is greater than this value.
  public static func exclusiveMinimum(_ value: Value) -> GenerationGuide<Value> {
    GenerationGuide(GuideValue(.exclusiveBounds(minimum: number(value), maximum: nil)))
  }

  /// The number is less than this value.
  public static func exclusiveMaximum(_ value: Value) -> GenerationGuide<Value> {
    GenerationGuide(GuideValue(.exclusiveBounds(minimum: nil, maximum: number(value))))
  }

  /// The number is a multiple of this number, which has to be above zero.
  public static func multiple(of value: Value) -> GenerationGuide<Value> {
    GenerationGuide(GuideValue(.multiple(of: number(value))))
  }

  /// The number is one of these numbers.
  ///
  /// A schema lists them in this order.
  public static func anyOf(_ values: [Value]) -> GenerationGuide<Value> {
    GenerationGuide(GuideValue(.scalars(values.map { .number(number($0)) })))
  }

  /// Returns the number for an integer.
  ///
  /// Most integers fit an `Int`, from which the conversion is faster.
  @inlinable
  static func number(_ value: Value) -> SchemaNumber {
    if let small = Int(exactly: value) { SchemaNumber(small) } else { SchemaNumber(value) }
  }
}

extension GenerationGuide where Value == Int {
  /// The number is greater than or equal to this value.
  public static func minimum(_ value: Int) -> GenerationGuide<Int> {
    GenerationGuide(GuideValue(.bounds(minimum: SchemaNumber(value), maximum: nil)))
  }

  /// The number is less than or equal to this value.
  public static func maximum(_ value: Int) -> GenerationGuide<Int> {
    GenerationGuide(GuideValue(.bounds(minimum: nil, maximum: SchemaNumber(value))))
  }

  /// The number is in this range, both ends included.
  public static func range(_ range: ClosedRange<Int>) -> GenerationGuide<Int> {
    GenerationGuide(
      GuideValue(
        .bounds(minimum: SchemaNumber(range.lowerBound), maximum: SchemaNumber(range.upperBound))
      ))
  }
}

extension GenerationGuide where Value == Double {
  /// The number is greater than or equal to this value.
  public static func minimum(_ value: Double) -> GenerationGuide<Double> {
    stating([SchemaNumber(value)]) { .bounds(minimum: $0[0], maximum: nil) }
  }

  /// The number is less than or equal to this value.
  public static func maximum(_ value: Double) -> GenerationGuide<Double> {
    stating([SchemaNumber(value)]) { .bounds(minimum: nil, maximum: $0[0]) }
  }

  /// The number is in this range, both ends included.
  public static func range(_ range: ClosedRange<Double>) -> GenerationGuide<Double> {
    stating([SchemaNumber(range.lowerBound), SchemaNumber(range.upperBound)]) {
      .bounds(minimum: $0[0], maximum: $0[1])
    }
  }

  /// The number is greater than this value.
  public static func exclusiveMinimum(_ value: Double) -> GenerationGuide<Double> {
    stating([SchemaNumber(value)]) { .exclusiveBounds(minimum: $0[0], maximum: nil) }
  }

  /// The number is less than this value.
  public static func exclusiveMaximum(_ value: Double) -> GenerationGuide<Double> {
    stating([SchemaNumber(value)]) { .exclusiveBounds(minimum: nil, maximum: $0[0]) }
  }

  /// The number is a multiple of this number, which has to be above zero.
  public static func multiple(of value: Double) -> GenerationGuide<Double> {
    stating([SchemaNumber(value)]) { .multiple(of: $0[0]) }
  }

  /// The number is one of these numbers.
  ///
  /// A schema lists them in this order.
  public static func anyOf(_ values: [Double]) -> GenerationGuide<Double> {
    stating(values.map { SchemaNumber($0) }) { .scalars($0.map { .number($0) }) }
  }
}

extension GenerationGuide where Value == Float {
  /// The number is greater than or equal to this value.
  public static func minimum(_ value: Float) -> GenerationGuide<Float> {
    stating([SchemaNumber(value)]) { .bounds(minimum: $0[0], maximum: nil) }
  }

  /// The number is less than or equal to this value.
  public static func maximum(_ value: Float) -> GenerationGuide<Float> {
    stating([SchemaNumber(value)]) { .bounds(minimum: nil, maximum: $0[0]) }
  }

  /// The number is in this range, both ends included.
  public static func range(_ range: ClosedRange<Float>) -> GenerationGuide<Float> {
    stating([SchemaNumber(range.lowerBound), SchemaNumber(range.upperBound)]) {
      .bounds(minimum: $0[0], maximum: $0[1])
    }
  }

  /// The number is greater than this value.
  public static func exclusiveMinimum(_ value: Float) -> GenerationGuide<Float> {
    stating([SchemaNumber(value)]) { .exclusiveBounds(minimum: $0[0], maximum: nil) }
  }

  /// The number is less than this value.
  public static func exclusiveMaximum(_ value: Float) -> GenerationGuide<Float> {
    stating([SchemaNumber(value)]) { .exclusiveBounds(minimum: nil, maximum: $0[0]) }
  }

  /// The number is a multiple of this number, which has to be above zero.
  public static func multiple(of value: Float) -> GenerationGuide<Float> {
    stating([SchemaNumber(value)]) { .multiple(of: $0[0]) }
  }

  /// The number is one of these numbers.
  ///
  /// A schema lists them in this order.
  public static func anyOf(_ values: [Float]) -> GenerationGuide<Float> {
    stating(values.map { SchemaNumber($0) }) { .scalars($0.map { .number($0) }) }
  }
}

extension GenerationGuide where Value == Decimal {
  /// The number is greater than or equal to this value.
  public static func minimum(_ value: Decimal) -> GenerationGuide<Decimal> {
    stating([SchemaNumber(value)]) { .bounds(minimum: $0[0], maximum: nil) }
  }

  /// The number is less than or equal to this value.
  public static func maximum(_ value: Decimal) -> GenerationGuide<Decimal> {
    stating([SchemaNumber(value)]) { .bounds(minimum: nil, maximum: $0[0]) }
  }

  /// The number is in this range, both ends included.
  public static func range(_ range: ClosedRange<Decimal>) -> GenerationGuide<Decimal> {
    stating([SchemaNumber(range.lowerBound), SchemaNumber(range.upperBound)]) {
      .bounds(minimum: $0[0], maximum: $0[1])
    }
  }

  /// The number is greater than this value.
  public static func exclusiveMinimum(_ value: Decimal) -> GenerationGuide<Decimal> {
    stating([SchemaNumber(value)]) { .exclusiveBounds(minimum: $0[0], maximum: nil) }
  }

  /// The number is less than this value.
  public static func exclusiveMaximum(_ value: Decimal) -> GenerationGuide<Decimal> {
    stating([SchemaNumber(value)]) { .exclusiveBounds(minimum: nil, maximum: $0[0]) }
  }

  /// The number is a multiple of this number, which has to be above zero.
  public static func multiple(of value: Decimal) -> GenerationGuide<Decimal> {
    stating([SchemaNumber(value)]) { .multiple(of: $0[0]) }
  }

  /// The number is one of these numbers.
  ///
  /// A schema lists them in this order.
  public static func anyOf(_ values: [Decimal]) -> GenerationGuide<Decimal> {
    stating(values.map { SchemaNumber($0) }) { .scalars($0.map { .number($0) }) }
  }
}

extension GenerationGuide {
  /// Creates a constraint on numbers, which must all be finite.
  static func stating(
    _ numbers: [SchemaNumber?], _ constraint: ([SchemaNumber]) -> GuideValue.Constraint
  ) -> GenerationGuide {
    let finite = numbers.compactMap { $0 }
    guard finite.count == numbers.count else {
      return GenerationGuide(
        GuideValue(
          .invalid(
            problem: "A number is infinite or NaN, which JSON does not have.",
            remedy: "Use finite numbers.")))
    }
    return GenerationGuide(GuideValue(constraint(finite)))
  }
}
