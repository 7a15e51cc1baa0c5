extension LimitMeter {
  /// The counts over a complete document.
  package struct Counts: Sendable, Hashable {
    package var properties = 0
    package var optionalProperties = 0
    package var choices = 0
    package var characters = 0
    package var unions = 0

    /// The number of references that are unions only because they have a description.
    package var describedReferences = 0

    package init() {}
  }
}

extension LimitMeter.Counts {
  /// Indicates whether limits allow the counts over the complete document, apart from descriptions.
  ///
  /// A count that already exceeded its limit may grow.
  package func isWithin(_ limits: DocumentLimits, growingFrom before: Self) -> Bool {
    func allows(_ count: KeyPath<Self, Int>, _ maximum: Int?) -> Bool {
      guard let maximum else { return true }
      return self[keyPath: count] <= maximum || before[keyPath: count] > maximum
    }
    return allows(\.properties, limits.properties) && allows(\.choices, limits.choices)
      && allows(\.optionalProperties, limits.optionalProperties)
      && allows(\.characters, limits.characters) && allows(\.unions, limits.unions)
  }

  /// Adds the counts of another part of the document.
  package mutating func add(_ other: Self) { combine(other, +) }

  /// Subtracts the counts of another part of the document.
  package mutating func remove(_ other: Self) { combine(other, -) }

  private mutating func combine(_ other: Self, _ change: (Int, Int) -> Int) {
    properties = change(properties, other.properties)
    optionalProperties = change(optionalProperties, other.optionalProperties)
    choices = change(choices, other.choices)
    characters = change(characters, other.characters)
    unions = change(unions, other.unions)
    describedReferences = change(describedReferences, other.describedReferences)
  }
}
