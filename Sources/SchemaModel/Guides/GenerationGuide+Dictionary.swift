extension GenerationGuide {
  /// The dictionary has at least this many properties.
  ///
  /// - Parameter count: The number of properties, not negative.
  /// - Returns: The guide.
  public static func minimumProperties<Element>(
    _ count: Int
  ) -> GenerationGuide<[String: Element]> where Value == [String: Element] {
    GenerationGuide<[String: Element]>(GuideValue(.propertyCount(minimum: count, maximum: nil)))
  }

  /// The dictionary has at most this many properties.
  ///
  /// - Parameter count: The number of properties, not negative.
  /// - Returns: The guide.
  public static func maximumProperties<Element>(
    _ count: Int
  ) -> GenerationGuide<[String: Element]> where Value == [String: Element] {
    GenerationGuide<[String: Element]>(GuideValue(.propertyCount(minimum: nil, maximum: count)))
  }
}

extension GenerationGuide where Value == Bool {
  /// The boolean is exactly this one.
  ///
  /// - Parameter value: The boolean.
  /// - Returns: The guide.
  public static func constant(_ value: Bool) -> GenerationGuide<Bool> {
    GenerationGuide(GuideValue(.scalars([.boolean(value)])))
  }
}
