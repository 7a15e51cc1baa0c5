import SchemaGuides
import SchemaText

extension ComparisonEngine {
  // MARK: Arrays

  /// Compares arrays and tuples with arrays and tuples.
  ///
  /// Only possible elements are compared. Beyond their number, the count is the problem.
  mutating func compareElements(_ old: SchemaGraph.Node, _ new: SchemaGraph.Node) {
    let range = possibleCounts(of: old)
    let allowed = (least: new.elementCounts.least, most: new.elementCounts.most ?? .max)
    compareCounts(.elementCount, of: .element, range, allowed)
    let (items, others) = (old.prefixItems, new.prefixItems)
    let count = max(items.count, others.count)
    for position in 0..<min(count, range.most, allowed.most) {
      let other = position < others.count ? others[position] : new.items
      if position < items.count, let other {
        need(items[position], other, by: .named("\(position)"))
      } else if let item = old.items, let other {
        need(item, other, by: .element)
      }
    }
    if range.most > count, let item = old.items, let other = new.items {
      need(item, other, by: .element)
    }
  }

  /// The numbers of elements that a value can have, if each element needs a value.
  private func possibleCounts(of node: SchemaGraph.Node) -> (least: Int, most: Int) {
    let counts = node.elementCounts
    let elements = node.prefixItems + [node.items].compactMap(\.self)
    let possible = elements.firstIndex { !inhabited.contains($0) } ?? .max
    return (counts.least, min(counts.most ?? .max, possible))
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
