extension GenerationGuide {
  /// The dictionary has at least this many properties; a negative count is an error.
  public static func minimumProperties<Element>(
    _ count: Int
  ) -> GenerationGuide<[String: Element]> where Value == [String: Element] {
    GenerationGuide<[String: Element]>(GuideValue(.propertyCount(minimum: count, maximum: nil)))
  }

  /// The dictionary has at most this many properties; a negative count is an error.
  public static func maximumProperties<Element>(
    _ count: Int
  ) -> GenerationGuide<[String: Element]> where Value == [String: Element] {
    GenerationGuide<[String: Element]>(GuideValue(.propertyCount(minimum: nil, maximum: count)))
  }
}
