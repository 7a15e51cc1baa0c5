import IndexedTables
import SchemaAlternatives

/// An index of the alternatives of a new union, which finds the candidates for an old place without
/// a search of all alternatives.
struct UnionIndex {
  /// The alternatives, each of which is neither a union nor a reference.
  let alternatives: [SchemaGraph.Node]
  /// The facts of each alternative.
  let facts: [ValueFacts]

  private let index: AlternativeIndex
  /// The first alternative of each shape.
  private var twins: [Int: Int] = [:]
  /// The alternatives of each outline.
  private var relatives: [Int: [Int]] = [:]

  /// - Complexity: Linear in the number of alternatives and of their facts.
  init(
    _ alternatives: [SchemaGraph.Node], _ facts: [ValueFacts], _ shapes: ShapeFingerprints,
    within budget: inout ComparisonBudget
  ) {
    self.alternatives = alternatives
    self.facts = facts
    index = budget.index(of: facts)
    for (number, alternative) in alternatives.enumerated() {
      let shape = shapes[alternative]
      if twins[shape] == nil { twins[shape] = number }
      relatives[shapes.outline(of: alternative), default: []].append(number)
    }
  }

  /// The first alternative with a shape.
  func twin(ofShape shape: Int) -> SchemaGraph.Node? { twins[shape].map { alternatives[$0] } }

  /// The alternative with an outline, if there is exactly one.
  func relative(ofOutline outline: Int) -> SchemaGraph.Node? {
    guard let numbers = relatives[outline], numbers.count == 1 else { return nil }
    return alternatives[numbers[0]]
  }

  /// The numbers of the alternatives that may allow values of a node of another graph, in order.
  func candidates(for facts: ValueFacts) -> [Int] {
    index.candidates(for: facts) ?? Array(alternatives.indices)
  }
}
