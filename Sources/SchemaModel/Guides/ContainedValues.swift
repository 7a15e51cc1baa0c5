/// A range of the numbers of elements of an array that are one of some values.
@usableFromInline
package struct ContainedValues: Sendable, Hashable {
  /// The values, each once, in the order of their texts.
  package let values: [SchemaScalar]

  /// The smallest number of such elements.
  package let minimum: Int

  /// The largest number of such elements; `nil` for any number.
  package let maximum: Int?

  /// Creates the range.
  package init(_ values: [SchemaScalar], minimum: Int, maximum: Int?) {
    let texts = Set(values).map { (value: $0, text: ExactText($0.description)) }
    self.values = texts.sorted { $0.text < $1.text }.map(\.value)
    self.minimum = minimum
    self.maximum = maximum
  }

  /// The range that is part of both ranges, which are about the same values.
  func merged(with other: ContainedValues) -> ContainedValues {
    ContainedValues(
      values, minimum: max(minimum, other.minimum),
      maximum: maximum.map { min($0, other.maximum ?? $0) } ?? other.maximum)
  }

  /// The values in words.
  var list: String {
    let texts = values.map(\.description).joined(separator: ", ")
    return values.count == 1 ? texts : "one of \(texts)"
  }

  /// The range in words, such as `at least 1 element that is "a"`.
  package var words: String {
    let isOne = maximum.map { $0 <= 1 } ?? (minimum == 1)
    return "\(CountedNoun.element.range(minimum, maximum)) that \(isOne ? "is" : "are") \(list)"
  }

  /// The reason why no array has such a number of elements; `nil` if some array may have it.
  var contradiction: String? {
    guard let maximum, minimum > maximum else { return nil }
    let most = CountedNoun.element.amount(maximum)
    return "At least \(minimum) and at most \(most) should be \(list)."
  }
}

extension GenerationGuide {
  /// A number of elements of the array are one of these values.
  ///
  ///     @Guide(description: "The tags of a report", .contains("safety", "security"))
  ///     var tags: [String]
  ///
  /// There are at least `minimum` and at most `maximum` such elements; `nil` is any number. The
  /// values are strings, numbers, booleans or cases that are generated as one of these; others, and
  /// negative counts, are an error.
  public static func contains<Element: ConvertibleToGeneratedContent>(
    _ values: Element..., atLeast minimum: Int = 1, atMost maximum: Int? = nil
  ) -> GenerationGuide<[Element]> where Value == [Element] {
    GenerationGuide<[Element]>(GuideValue(.contains(values, minimum, maximum)))
  }
}

// As for `count(_:)`, an attribute does not contain the element type, so it needs this overload.
extension GenerationGuide where Value == [Never] {
  /// A number of elements of the array are one of these values.
  @_disfavoredOverload
  public static func contains<Element: ConvertibleToGeneratedContent>(
    _ values: Element..., atLeast minimum: Int = 1, atMost maximum: Int? = nil
  ) -> GenerationGuide<Value> {
    GenerationGuide(GuideValue(.contains(values, minimum, maximum)))
  }
}

extension GuideValue.Constraint {
  /// Returns the constraint that elements are one of some values; an invalid one for values that
  /// are not scalars, and for wrong counts.
  fileprivate static func contains(
    _ values: [some ConvertibleToGeneratedContent], _ minimum: Int, _ maximum: Int?
  ) -> Self {
    let scalars = values.compactMap(\.generatedContent.scalar)
    guard !scalars.isEmpty, scalars.count == values.count else {
      return .invalid(
        problem: "A guide asks for elements of an array by values that are not scalars.",
        remedy: "Name strings, numbers or booleans.")
    }
    guard minimum >= 0, maximum ?? 0 >= 0 else {
      return .invalid(
        problem: "A guide asks for a negative number of elements.",
        remedy: "Ask for zero or more.")
    }
    return .term(.contains(ContainedValues(scalars, minimum: minimum, maximum: maximum)))
  }
}
