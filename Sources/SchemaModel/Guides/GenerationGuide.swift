/// A constraint on the values that a model may generate for a property.
///
///     GenerationSchema.Property(name: "age", type: Int.self, guides: [.range(0...120)])
///
/// The guides of a property and those of its type apply together: the value has to satisfy all of
/// them. Guides that contradict each other are an error when the schema is resolved.
public struct GenerationGuide<Value>: Sendable {
  /// The constraint, without the type that it guides.
  @usableFromInline
  package let value: GuideValue

  /// Creates a guide from a constraint.
  ///
  /// If the constraint does not fit the kind of `Value`, resolving the schema throws.
  @usableFromInline
  package init(_ value: GuideValue) { self.value = value }

  /// Creates a guide for one type from a guide for another type that is generated in the same way.
  ///
  /// Use it to give your own type the guides of the type that represents it:
  ///
  ///     extension GenerationGuide where Value == Percentage {
  ///       static func atLeast(_ minimum: Int) -> GenerationGuide {
  ///         GenerationGuide(GenerationGuide<Int>.minimum(minimum))
  ///       }
  ///     }
  public init<Other>(_ guide: GenerationGuide<Other>) { value = guide.value }
}

extension GenerationGuide where Value == Bool {
  /// The boolean is exactly this one.
  public static func constant(_ value: Bool) -> GenerationGuide<Bool> {
    GenerationGuide(GuideValue(.scalars([.boolean(value)])))
  }
}

// The compiler checks the attribute `@Guide(.minimumProperties(1))` without the type of the
// dictionary's values, so the attribute does not compile without these overloads. The macro repeats
// the call with the type of the property.
extension GenerationGuide where Value == [String: Never] {
  /// The dictionary has at least this many properties; a negative count is an error.
  public static func minimumProperties(_ count: Int) -> GenerationGuide<Value> {
    GenerationGuide(GuideValue(.propertyCount(minimum: count, maximum: nil)))
  }

  /// The dictionary has at most this many properties; a negative count is an error.
  public static func maximumProperties(_ count: Int) -> GenerationGuide<Value> {
    GenerationGuide(GuideValue(.propertyCount(minimum: nil, maximum: count)))
  }
}

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
