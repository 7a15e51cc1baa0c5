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
    nodes = Set(graph.nodes { $0.kind == .null })
    for value in graph.nodes(where: { $0.kind == .any })
    where graph.ownShapes(of: value).contains(where: { $0.kind == .null }) {
      nodes.insert(value)
    }
    /// For each union, the unions with this union among their alternatives.
    var outer: [NodeID: [NodeID]] = [:]
    var pending: [NodeID] = []
    for union in graph.nodes(where: { $0.kind == .anyOf }) {
      for choice in graph.children(of: union) {
        let value = graph.resolving(choice)
        if nodes.contains(value) { pending.append(union) }
        if graph.kind(of: value) == .anyOf { outer[value, default: []].append(union) }
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
