package import IndexedTables
import SchemaModel
import SchemaText

/// An index of the alternatives of a union: by the values that they list, by the values of the
/// property that tells most of them apart, and by the names of closed objects.
///
/// A search for the alternatives that may have values in common with a schema does not read all
/// alternatives.
package struct AlternativeIndex: Sendable {
  private let types: [ValueTypes]
  /// The alternatives by their own values, and by those of the property.
  private var listed = ListedValues()
  private var discriminated = ListedValues()

  /// The property by which alternatives are found, if there is one.
  package let property: DiscriminatingProperty?

  /// The closed objects among the alternatives, by the names that they allow, and all others.
  private var naming: [ExactText: [Int]] = [:]
  private var others: [Int] = []

  /// The largest number of alternatives that are not looked up by names.
  ///
  /// To compare so few takes less time than to index them.
  package static let few = 32

  /// - Complexity: Linear in the number of facts.
  package init(_ alternatives: [ValueFacts], within budget: inout WorkBudget) {
    types = alternatives.map(\.types)
    property = DiscriminatingProperty(of: alternatives, within: &budget)
    for (index, facts) in alternatives.enumerated() {
      listed.add(index, facts.scalars)
      if let property { discriminated.add(index, property.lists[index]) }
    }
    guard alternatives.count > Self.few else { return }
    for (index, facts) in alternatives.enumerated() {
      guard facts.types == .object, let allowed = facts.allowed, budget.take(allowed.count) else {
        others.append(index)
        continue
      }
      for name in allowed { naming[name, default: []].append(index) }
    }
  }

  /// Returns the alternatives that may have values in common with a schema, in order.
  ///
  /// - Returns: `nil` for all of them.
  package func candidates(for facts: ValueFacts) -> [Int]? {
    let found: [Int]
    if let values = facts.scalars {
      found = listed.alternatives(of: values)
    } else if facts.types == .object, let property,
      property.isRequired || facts.required.contains(property.name),
      let values = facts.members[property.name]?.scalars
    {
      found = discriminated.alternatives(of: values)
    } else if facts.types == .object, types.count > Self.few,
      let least = facts.required.map({ naming[$0] ?? [] }).min(by: { $0.count < $1.count })
    {
      found = (least + others).sorted()
    } else if facts.types == .all {
      return nil
    } else {
      found = Array(types.indices)
    }
    return found.filter { !types[$0].isDisjoint(with: facts.types) }
  }
}

/// Alternatives by the values that they list.
private struct ListedValues: Sendable {
  private var owners: [SchemaScalar: [Int]] = [:]
  /// The alternatives that list no values.
  private var others: [Int] = []

  /// Adds an alternative, whose number must be greater than all numbers that were added before.
  mutating func add(_ alternative: Int, _ values: [SchemaScalar]?) {
    guard let values else {
      others.append(alternative)
      return
    }
    for value in values where owners[value]?.last != alternative {
      owners[value, default: []].append(alternative)
    }
  }

  /// Returns the alternatives that may allow one of some values, in order.
  func alternatives(of values: [SchemaScalar]) -> [Int] {
    Set(values.flatMap { owners[$0] ?? [] } + others).sorted()
  }
}
