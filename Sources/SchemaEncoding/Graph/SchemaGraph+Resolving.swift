extension SchemaGraph {
  /// The target of a reference, or the node itself if it is not a reference.
  package func resolving(_ node: Node) -> Node {
    switch node.target {
    case nil: node
    case .root: root
    case .definition(let definition): definition.body
    }
  }

  /// The alternatives of a union, and of unions in it; the node itself if it is not a union.
  ///
  /// - Returns: Nodes that are neither unions nor references, each once.
  package func alternatives(of node: Node) -> [Node] {
    var leaves: [Node] = []
    var visited: Set<Int> = []
    var pending = [resolving(node)]
    while let node = pending.popLast() {
      guard visited.insert(node.index).inserted else { continue }
      if node.kind == .anyOf {
        pending += node.choices.reversed().map(resolving)
      } else {
        leaves.append(node)
      }
    }
    return leaves
  }
}
