/// The alternatives of a union of the new schema, so that those for an old schema are found without
/// a look at all of them.
struct UnionIndex {
  /// The alternatives, each of which is neither a union nor a reference.
  let alternatives: [SchemaGraph.Node]

  /// The first alternative of each shape.
  private var twins: [Int: Int] = [:]
  /// The property by which alternatives are found, if there is one.
  private let tag: ExactText?
  /// The alternatives by the values that they list for it.
  private var tagged = AlternativeIndex()

  /// Longer lists of values don't tell alternatives apart.
  private static let longestList = 64

  /// - Complexity: Linear in the number of alternatives and of their properties.
  init(
    _ alternatives: [SchemaGraph.Node], of graph: SchemaGraph, _ shapes: ShapeFingerprints
  ) {
    self.alternatives = alternatives
    let lists = alternatives.map { Self.lists(of: $0, in: graph) }
    tag = AlternativeIndex.property(of: lists)
    for (number, alternative) in alternatives.enumerated() {
      let shape = shapes[alternative]
      if twins[shape] == nil { twins[shape] = number }
      tagged.add(number, tag.flatMap { lists[number][$0] })
    }
  }

  private static func lists(
    of node: SchemaGraph.Node, in graph: SchemaGraph
  ) -> [ExactText: [SchemaScalar]] {
    guard node.kind == .object else { return [:] }
    var lists: [ExactText: [SchemaScalar]] = [:]
    for property in node.properties {
      let values = graph.resolving(property.node).finiteValues(limit: longestList)
      if let values, values.count <= longestList { lists[ExactText(property.name)] = values }
    }
    return lists
  }

  /// The first alternative with a shape.
  func twin(ofShape shape: Int) -> SchemaGraph.Node? { twins[shape].map { alternatives[$0] } }

  /// The alternatives that may allow values of a node of another graph, in order.
  func candidates(for old: SchemaGraph.Node, in graph: SchemaGraph) -> [SchemaGraph.Node] {
    guard let tag, old.kind == .object,
      let property = old.properties.first(where: { ExactText($0.name) == tag }),
      !property.isOptional,
      let values = graph.resolving(property.node).finiteValues(limit: Self.longestList)
    else { return alternatives }
    return tagged.alternatives(of: values).map { alternatives[$0] }
  }
}
