import SchemaAlternatives

extension ValueFacts {
  /// The largest number of values in a list that distinguishes alternatives.
  private static let longestList = 64

  /// Creates the facts of a node that is neither a union nor a reference.
  ///
  /// - Complexity: Linear in the number of properties.
  init(of node: SchemaGraph.Node, in graph: SchemaGraph) {
    self.init(of: node)
    guard node.kind == .object else { return }
    if node.additionalProperties == nil, node.patternProperties.isEmpty { allowed = [] }
    for property in node.properties {
      let name = ExactText(property.name)
      let value = graph.resolving(property.node)
      if value.kind == .never {
        forbidden.insert(name)
        continue
      }
      if !property.isOptional { required.insert(name) }
      allowed?.insert(name)
      set(ValueFacts(of: value), of: name)
    }
  }

  /// Creates what is known of a node's values without their properties.
  private init(of node: SchemaGraph.Node) {
    self.init(node.kind, node.constraints)
    if let values = node.finiteValues(limit: Self.longestList), values.count <= Self.longestList {
      limit(to: values)
    }
  }
}
