package import IndexedTables
package import SchemaModel
package import SchemaText

/// The property whose value tells most about the alternative that an object is meant to be.
package struct DiscriminatingProperty: Sendable {
  package let name: ExactText

  /// The values that each alternative lists for the property; `nil` for an alternative without a
  /// list.
  package let lists: [[SchemaScalar]?]

  /// `true` if all alternatives that list values require the property.
  package let isRequired: Bool

  /// `true` if all alternatives with objects list values and require the property, and no two of
  /// them list the same value.
  package let isDistinct: Bool

  /// The largest number of properties that are compared in all alternatives.
  private static let maximumCandidates = 8

  /// Finds the property.
  ///
  /// A property that tells all alternatives apart comes before others, then a property that more
  /// alternatives list and require, then the first in the order of the schemas. The result is `nil`
  /// if only one alternative states facts about objects, if no property has two different values,
  /// or if the budget is spent.
  ///
  /// - Parameters:
  ///   - alternatives: The facts of the alternatives.
  ///   - owners: The alternative that each of the facts belongs to, if some alternatives have
  ///     values of several shapes.
  ///   - budget: The limit of the work.
  /// - Complexity: Linear in the number of facts, within the budget.
  package init?(
    of alternatives: [ValueFacts], owners: [Int]? = nil, within budget: inout WorkBudget
  ) {
    let objects = alternatives.indices.filter { alternatives[$0].types.contains(.object) }
    guard objects.count(where: { alternatives[$0].statesProperties }) > 1 else { return nil }
    var found: DiscriminatingProperty?
    for name in Self.candidates(in: alternatives, objects, within: &budget) {
      let property = DiscriminatingProperty(
        name, alternatives, objects, owners ?? Array(alternatives.indices), within: &budget)
      guard let property else { continue }
      if property.isDistinct {
        self = property
        return
      }
      found = found ?? property
    }
    guard let found else { return nil }
    self = found
  }

  private init?(
    _ name: ExactText, _ alternatives: [ValueFacts], _ objects: [Int], _ owners: [Int],
    within budget: inout WorkBudget
  ) {
    var lists: [[SchemaScalar]?] = Array(repeating: nil, count: alternatives.count)
    var known: [SchemaScalar: Int] = [:]
    var isRequired = true
    var isDistinct = true
    for index in objects {
      guard let values = alternatives[index].members[name]?.scalars else {
        isDistinct = false
        continue
      }
      guard budget.take(1 + values.count) else { return nil }
      lists[index] = values
      isRequired = isRequired && alternatives[index].required.contains(name)
      for value in values {
        let owner = known.updateValue(owners[index], forKey: value) ?? owners[index]
        isDistinct = isDistinct && owner == owners[index]
      }
    }
    guard known.count > 1 else { return nil }
    self.name = name
    self.lists = lists
    self.isRequired = isRequired
    self.isDistinct = isDistinct && isRequired
  }

  /// The properties for which most alternatives list values, and then those that most require.
  private static func candidates(
    in alternatives: [ValueFacts], _ objects: [Int], within budget: inout WorkBudget
  ) -> [ExactText] {
    var counts: [ExactText: (listed: Int, required: Int)] = [:]
    var names: [ExactText] = []
    for index in objects {
      let facts = alternatives[index]
      guard budget.take(1 + facts.names.count) else { return [] }
      for name in facts.names where facts.members[name]?.scalars != nil {
        if counts[name] == nil { names.append(name) }
        counts[name, default: (0, 0)].listed += 1
        if facts.required.contains(name) { counts[name, default: (0, 0)].required += 1 }
      }
    }
    // Swift does not promise that sorting keeps the order of what is equal.
    let ranks = names.enumerated().map { offset, name in
      (rank: (counts[name]?.listed ?? 0, counts[name]?.required ?? 0, -offset), name: name)
    }
    return ranks.sorted { $0.rank > $1.rank }.prefix(maximumCandidates).map(\.name)
  }
}

extension ValueFacts {
  /// `true` if the facts tell something about the properties of objects.
  fileprivate var statesProperties: Bool {
    !required.isEmpty || allowed != nil || !forbidden.isEmpty || !members.isEmpty
  }
}
