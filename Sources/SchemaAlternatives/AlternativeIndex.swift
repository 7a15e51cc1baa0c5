package import SchemaModel
package import SchemaText

/// An index of the alternatives of a union by the values that they list, for themselves or for one
/// property.
///
/// A search for the alternatives that may allow some values does not read all alternatives.
package struct AlternativeIndex: Sendable {
  private var byValue: [SchemaScalar: [Int]] = [:]
  /// The alternatives that list no values.
  private var others: [Int] = []

  /// Creates an index without alternatives.
  package init() {}

  /// Adds an alternative.
  ///
  /// - Parameters:
  ///   - alternative: The number of the alternative. It must be greater than all numbers that were
  ///     added before.
  ///   - values: The values that the alternative lists; `nil` if it has no list and so may allow
  ///     any value.
  package mutating func add(_ alternative: Int, _ values: [SchemaScalar]?) {
    guard let values else {
      others.append(alternative)
      return
    }
    for value in values where byValue[value]?.last != alternative {
      byValue[value, default: []].append(alternative)
    }
  }

  /// Returns the alternatives that may allow one of some values, in order.
  package func alternatives(of values: [SchemaScalar]) -> [Int] {
    Set(values.flatMap { byValue[$0] ?? [] } + others).sorted()
  }

  /// Returns the property for which most alternatives list values.
  ///
  /// If several properties qualify, returns the first by name.
  ///
  /// - Parameter lists: The values that each alternative lists for its properties.
  /// - Returns: `nil` if no alternative lists values for any property.
  package static func property(of lists: [[ExactText: [SchemaScalar]]]) -> ExactText? {
    var counts: [ExactText: Int] = [:]
    for list in lists {
      for name in list.keys { counts[name, default: 0] += 1 }
    }
    return counts.max { ($0.value, $1.key) < ($1.value, $0.key) }?.key
  }
}
