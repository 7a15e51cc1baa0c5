#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

extension GenerationGuide where Value: FixedWidthInteger {
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
}

extension GenerationGuide where Value == Double {
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
