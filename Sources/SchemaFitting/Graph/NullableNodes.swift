import SchemaEncoding

/// The nodes of a graph whose values may be `null` in answers.
struct NullableNodes {
  /// The nodes, without references.
  private var nodes: Set<NodeID>

  /// Finds the nodes.
  ///
  /// - Complexity: Linear in the size of the graph, since a union is examined once, however many
  ///   unions contain it.
  init(in graph: borrowing FittingGraph) {
    nodes = Set(graph.nodes(with: .null))
    for value in graph.nodes(with: .anyValue)
    where graph.ownShapes(of: value).contains(where: { $0.kind == .null }) {
      nodes.insert(value)
    }
    let unions = graph.nodes(with: .union)
    let outer = graph.outerUnions(of: unions)
    var pending: [NodeID] = []
    for union in unions {
      for choice in graph.children(of: union) where nodes.contains(graph.resolving(choice)) {
        pending.append(union)
      }
    }
    while let union = pending.popLast() {
      if nodes.insert(union).inserted { pending += outer[union] ?? [] }
    }
  }

  /// Indicates whether a value of a node may be `null`.
  ///
  /// The graph must be the same as when the nodes were found.
  func contains(_ node: NodeID, in graph: FittingGraph) -> Bool {
    nodes.contains(graph.resolving(node))
  }
}
