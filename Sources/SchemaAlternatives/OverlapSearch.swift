package import IndexedTables
import SchemaGuides
import SchemaModel
import SchemaText

/// A search for two alternatives of a union that may allow the same value.
package struct OverlapSearch {
  /// The outcome of a search.
  package enum Result: Sendable {
    /// No value has two of the alternatives.
    case none
    /// A value may have two of them.
    case possible
    /// The budget was spent before all alternatives were compared.
    case notCompared
  }

  /// The facts of one shape of the values of an alternative.
  fileprivate struct Shape {
    let owner: Int
    let facts: ValueFacts
  }

  /// The number of facts of a pair of objects that are compared in one step.
  private static let factsPerStep = 16

  private let shapes: [Shape]
  /// `true` for each alternative whose values must differ from those of all others.
  private let isConsidered: [Bool]

  /// Creates a search.
  ///
  /// - Parameters:
  ///   - alternatives: The facts of each alternative, one for each shape of its values.
  ///   - isConsidered: `true` for each alternative whose values must differ from those of all
  ///     others; `nil` for all of them.
  package init(_ alternatives: [[ValueFacts]], where isConsidered: [Bool]? = nil) {
    shapes = alternatives.enumerated().flatMap { owner, shapes in
      shapes.map { Shape(owner: owner, facts: $0) }
    }
    self.isConsidered = isConsidered ?? Array(repeating: true, count: alternatives.count)
  }

  /// Compares the alternatives.
  ///
  /// - Complexity: Linear in the number of facts, where values, names, or one property tell the
  ///   alternatives apart, and sorting where ranges do. Ranges next to values, and other
  ///   alternatives, are compared in pairs, within the budget.
  package func result(within budget: inout WorkBudget) -> Result {
    for kind in [ValueTypes.null, .boolean, .number, .string, .array, .object] {
      // Positions, since the facts of a shape are large.
      let group = shapes.indices.filter { !shapes[$0].facts.types.isDisjoint(with: kind) }
      // If only one alternative has values of a kind, the kind identifies it.
      guard let first = group.first,
        group.contains(where: { shapes[$0].owner != shapes[first].owner }),
        group.contains(where: { isConsidered[shapes[$0].owner] })
      else { continue }
      let result =
        kind == .object
        ? resultOfObjects(group.map { shapes[$0] }, within: &budget)
        : result(group, kind, within: &budget)
      if result != .none { return result }
    }
    return .none
  }

  /// Returns `true` if a common value of two alternatives matters.
  private func matters(_ first: Int, _ second: Int) -> Bool {
    first != second && (isConsidered[first] || isConsidered[second])
  }

  // MARK: Scalars and arrays

  private func result(
    _ group: [Int], _ kind: ValueTypes, within budget: inout WorkBudget
  ) -> Result {
    var owners: [SchemaScalar: Int] = [:]
    var ranged: [Int] = []
    for position in group {
      let shape = shapes[position]
      guard let values = shape.facts.scalars else {
        ranged.append(position)
        continue
      }
      guard budget.take(values.count) else { return .notCompared }
      for value in values
      where kind.isSuperset(of: ValueTypes(value)) && shape.facts.allowsInRanges(value) {
        let known = owners.updateValue(shape.owner, forKey: value) ?? shape.owner
        if matters(known, shape.owner) { return .possible }
      }
    }
    for position in ranged {
      let shape = shapes[position]
      guard budget.take(owners.count) else { return .notCompared }
      if owners.contains(where: { value, owner in
        matters(owner, shape.owner) && shape.facts.allowsInRanges(value)
      }) {
        return .possible
      }
    }
    return resultOfRanges(ranged, kind, within: &budget)
  }

  /// Compares ranges in the order of their lower ends, each with those that begin before it ends.
  private func resultOfRanges(
    _ group: [Int], _ kind: ValueTypes, within budget: inout WorkBudget
  ) -> Result {
    let sorted = group.sorted { first, second in
      let (first, second) = (shapes[first].facts, shapes[second].facts)
      return switch kind {
      case .string: first.lengths.lower < second.lengths.lower
      case .array: first.elements.lower < second.elements.lower
      default: second.numbers.startsAfter(first.numbers)
      }
    }
    for (index, position) in sorted.enumerated() {
      let shape = shapes[position]
      for other in sorted[(index + 1)...].lazy.map({ shapes[$0] }) {
        if shape.facts.isBelow(other.facts, among: kind) { break }
        guard budget.take() else { return .notCompared }
        if matters(shape.owner, other.owner), !shape.facts.excludes(other.facts, among: kind) {
          return .possible
        }
      }
    }
    return .none
  }

  // MARK: Objects

  private func resultOfObjects(_ group: [Shape], within budget: inout WorkBudget) -> Result {
    guard budget.take(group.reduce(0) { $0 + $1.facts.size }) else { return .notCompared }
    if haveDistinctProperty(group, within: &budget) { return .none }
    let unique = UniqueNames(Dictionary(grouping: group, by: \.owner)).found
    let others = group.filter { !unique.contains($0.owner) }
    if !unique.isEmpty, haveDistinctProperty(others, within: &budget) { return .none }
    // A pair of usual size is one step.
    let costs = others.map { $0.facts.size / Self.factsPerStep }
    for (first, shape) in others.enumerated() where isConsidered[shape.owner] {
      for (second, other) in others.enumerated() where other.owner != shape.owner {
        // A pair that is considered for both is compared once.
        if second < first, isConsidered[other.owner] { continue }
        guard budget.take(1 + costs[first] + costs[second]) else { return .notCompared }
        if !shape.facts.excludes(other.facts, among: .object) { return .possible }
      }
    }
    return .none
  }

  /// Returns `true` if a property tells all alternatives apart.
  private func haveDistinctProperty(_ group: [Shape], within budget: inout WorkBudget) -> Bool {
    let property = DiscriminatingProperty(
      of: group.map(\.facts), owners: group.map(\.owner), within: &budget)
    return property?.isDistinct == true
  }
}

/// Finds the alternatives whose objects require a name that no other alternative allows.
///
/// Each alternative that is found is removed from the comparison, so that others may become unique.
private struct UniqueNames {
  private let shapes: [Int: [OverlapSearch.Shape]]

  /// The remaining alternatives that allow a name.
  ///
  /// `open` has the remaining alternatives that allow any name.
  private var holders: [ExactText: Set<Int>] = [:]
  private var open: Set<Int> = []

  /// The alternatives that were found.
  private(set) var found: Set<Int> = []

  /// Finds the alternatives.
  ///
  /// - Parameter shapes: The shapes of each alternative.
  /// - Complexity: Linear in the names, if each alternative has one shape.
  init(_ shapes: [Int: [OverlapSearch.Shape]]) {
    self.shapes = shapes
    for (alternative, shapes) in shapes {
      for shape in shapes {
        guard let allowed = shape.facts.allowed else {
          open.insert(alternative)
          continue
        }
        for name in allowed { holders[name, default: []].insert(alternative) }
      }
    }
    var waiting = Array(shapes.keys)
    var queued = Set(waiting)
    while let alternative = waiting.popLast() {
      queued.remove(alternative)
      guard isUnique(alternative), found.insert(alternative).inserted else { continue }
      for affected in remove(alternative) where queued.insert(affected).inserted {
        waiting.append(affected)
      }
    }
  }

  /// Indicates whether all shapes of an alternative require a name that no other alternative
  /// allows.
  private func isUnique(_ alternative: Int) -> Bool {
    guard open.hasNone(but: alternative) else { return false }
    return (shapes[alternative] ?? []).allSatisfy { shape in
      shape.facts.required.contains { (holders[$0] ?? []).hasNone(but: alternative) }
    }
  }

  /// Removes an alternative from the comparison.
  ///
  /// - Returns: The alternatives that may be unique now.
  private mutating func remove(_ alternative: Int) -> [Int] {
    // While an alternative that allows any name remains, no other alternative is unique.
    var affected = open.remove(alternative) == nil ? [] : Array(shapes.keys)
    for shape in shapes[alternative] ?? [] {
      for name in shape.facts.allowed ?? [] {
        holders[name]?.remove(alternative)
        guard let others = holders[name], others.count == 1, let last = others.first,
          (shapes[last] ?? []).contains(where: { $0.facts.required.contains(name) })
        else { continue }
        affected.append(last)
      }
    }
    return affected
  }
}

extension Set<Int> {
  fileprivate func hasNone(but one: Int) -> Bool { count == (contains(one) ? 1 : 0) }
}
