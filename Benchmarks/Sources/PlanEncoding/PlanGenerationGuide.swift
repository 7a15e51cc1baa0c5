/// A limit on the values of a property.
package struct PlanGenerationGuide<Value>: Sendable {
  let wrapped: AnyGenerationGuides
}

extension PlanGenerationGuide where Value == String {
  /// The value is one of `choices`.
  package static func anyOf(_ choices: [String]) -> PlanGenerationGuide<String> {
    PlanGenerationGuide(wrapped: AnyGenerationGuides(string: StringGuides(anyOf: choices)))
  }
}

extension PlanGenerationGuide where Value == Int {
  /// The value is at least `value`.
  package static func minimum(_ value: Int) -> PlanGenerationGuide<Int> {
    PlanGenerationGuide(wrapped: AnyGenerationGuides(integer: IntegerGuides(minimum: value)))
  }

  /// The value is in `range`.
  package static func range(_ range: ClosedRange<Int>) -> PlanGenerationGuide<Int> {
    PlanGenerationGuide(
      wrapped: AnyGenerationGuides(
        integer: IntegerGuides(minimum: range.lowerBound, maximum: range.upperBound)))
  }
}

extension PlanGenerationGuide where Value == Double {
  /// The value is at least `value`.
  package static func minimum(_ value: Double) -> PlanGenerationGuide<Double> {
    PlanGenerationGuide(wrapped: AnyGenerationGuides(double: DoubleGuides(minimum: value)))
  }

  /// The value is in `range`.
  package static func range(_ range: ClosedRange<Double>) -> PlanGenerationGuide<Double> {
    PlanGenerationGuide(
      wrapped: AnyGenerationGuides(
        double: DoubleGuides(minimum: range.lowerBound, maximum: range.upperBound)))
  }
}

extension PlanGenerationGuide {
  /// The array has a count within `range`.
  package static func count<Element>(_ range: ClosedRange<Int>) -> PlanGenerationGuide<[Element]>
  where Value == [Element] {
    PlanGenerationGuide(
      wrapped: AnyGenerationGuides(
        array: ArrayGuides(minimumCount: range.lowerBound, maximumCount: range.upperBound)))
  }

  /// The array has at most `count` elements.
  package static func maximumCount<Element>(_ count: Int) -> PlanGenerationGuide<[Element]>
  where Value == [Element] {
    PlanGenerationGuide(wrapped: AnyGenerationGuides(array: ArrayGuides(maximumCount: count)))
  }

  /// Every element satisfies `guide`.
  package static func element<Element>(
    _ guide: PlanGenerationGuide<Element>
  ) -> PlanGenerationGuide<[Element]> where Value == [Element] {
    PlanGenerationGuide(
      wrapped: AnyGenerationGuides(array: ArrayGuides(element: guide.wrapped)))
  }
}
