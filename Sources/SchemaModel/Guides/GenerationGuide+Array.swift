extension GenerationGuide {
  /// The array has at least this many elements; a negative count is an error.
  public static func minimumCount<Element>(_ count: Int) -> GenerationGuide<[Element]>
  where Value == [Element] {
    GenerationGuide<[Element]>(GuideValue(.count(minimum: count, maximum: nil)))
  }

  /// The array has at most this many elements; a negative count is an error.
  public static func maximumCount<Element>(_ count: Int) -> GenerationGuide<[Element]>
  where Value == [Element] {
    GenerationGuide<[Element]>(GuideValue(.count(minimum: nil, maximum: count)))
  }

  /// The array has a number of elements in this range; negative counts are an error.
  public static func count<Element>(_ range: ClosedRange<Int>) -> GenerationGuide<[Element]>
  where Value == [Element] {
    GenerationGuide<[Element]>(
      GuideValue(.count(minimum: range.lowerBound, maximum: range.upperBound)))
  }

  /// The array has exactly this many elements; a negative count is an error.
  public static func count<Element>(_ count: Int) -> GenerationGuide<[Element]>
  where Value == [Element] {
    GenerationGuide<[Element]>(GuideValue(.count(minimum: count, maximum: count)))
  }

  /// Every element of the array satisfies this guide.
  public static func element<Element>(_ guide: GenerationGuide<Element>) -> GenerationGuide<
    [Element]
  > where Value == [Element] {
    GenerationGuide<[Element]>(
      // A sum that overflows is a negative depth, which is an error.
      GuideValue(guide.value.constraint, depth: guide.value.depth &+ 1))
  }
}

// An attribute such as `@Guide(.count(4))` does not contain the element type, so the overloads
// above do not type-check there, but these overloads do. If the property's type is known, the
// compiler chooses the overloads above.
extension GenerationGuide where Value == [Never] {
  /// The array has at least this many elements; a negative count is an error.
  public static func minimumCount(_ count: Int) -> GenerationGuide<Value> {
    GenerationGuide(GuideValue(.count(minimum: count, maximum: nil)))
  }

  /// The array has at most this many elements; a negative count is an error.
  public static func maximumCount(_ count: Int) -> GenerationGuide<Value> {
    GenerationGuide(GuideValue(.count(minimum: nil, maximum: count)))
  }

  /// The array has a number of elements in this range; negative counts are an error.
  public static func count(_ range: ClosedRange<Int>) -> GenerationGuide<Value> {
    GenerationGuide(GuideValue(.count(minimum: range.lowerBound, maximum: range.upperBound)))
  }

  /// The array has exactly this many elements; a negative count is an error.
  @_disfavoredOverload
  public static func count(_ count: Int) -> GenerationGuide<Value> {
    GenerationGuide(GuideValue(.count(minimum: count, maximum: count)))
  }
}
