import SchemaGuides
import SchemaText

extension ComparisonEngine {
  // MARK: Arrays

  /// Compares arrays and tuples with arrays and tuples.
  mutating func compareElements(_ old: SchemaGraph.Node, _ new: SchemaGraph.Node) {
    let range = counts(of: old, canHaveElements: old.items.map(inhabited.contains) ?? true)
    let allowed = counts(of: new, canHaveElements: true)
    compareCounts(.elementCount, of: .element, range, allowed)
    switch (old.items, new.items) {
    case (let items?, let others?): if range.most != 0 { need(items, others, by: .element) }
    case (let items?, nil):
      // Only possible elements are compared. Beyond their number, the count is the problem.
      for other in new.prefixItems.prefix(range.most) { need(items, other, by: .element) }
    case (nil, let others?):
      for (position, item) in old.prefixItems.enumerated() {
        need(item, others, by: .named("\(position)"))
      }
    case (nil, nil):
      for (position, (item, other)) in zip(old.prefixItems, new.prefixItems).enumerated() {
        need(item, other, by: .named("\(position)"))
      }
    }
  }

  /// The numbers of elements that a value can have.
  ///
  /// - Parameters:
  ///   - node: The array or tuple.
  ///   - canHaveElements: `false` if no element of an array has a value, so that only the empty
  ///     array is left.
  /// - Returns: The smallest and the largest number.
  private func counts(
    of node: SchemaGraph.Node, canHaveElements: Bool
  ) -> (least: Int, most: Int) {
    if node.kind == .tuple { return (node.prefixItems.count, node.prefixItems.count) }
    let constraints = node.constraints
    return (constraints.minimumCount ?? 0, canHaveElements ? constraints.maximumCount ?? .max : 0)
  }

  /// Compares the numbers of elements or properties that a value can have.
  mutating func compareCounts(
    _ rule: ComparisonRule, of noun: CountedNoun, _ old: (least: Int, most: Int),
    _ new: (least: Int, most: Int)
  ) {
    if new.least > old.least {
      let difference =
        old.least == 0
        ? "\(there) was no lower limit, and now the number of \(noun.many) has to be at least "
          + "\(new.least)."
        : "\(there) had to be at least \(noun.amount(old.least)), and now \(new.least)."
      report(
        rule, difference,
        remedy: old.least == 0 ? "Leave the limit out." : "Keep the smaller number.",
        lostCount: old.least)
    }
    if new.most < old.most {
      let words =
        old.most == .max ? "\(there) was no limit" : "\(there) could be \(noun.amount(old.most))"
      report(
        rule, "\(words), and now there can be at most \(new.most).",
        remedy: "Keep the larger number.", lostCount: max(old.least, new.most + 1))
    }
  }
}
