import SchemaKit

extension GeneratedContent {
  /// Returns the content without the nulls for optional properties that are absent.
  ///
  /// Some dialects state an optional property as a required one that may be null. The schema itself
  /// may not allow null there.
  ///
  /// - Parameter graph: The schema.
  /// - Returns: The content; the same if there are no such nulls.
  /// - Complexity: Linear in the size of the content and, for each of its objects, in the
  ///   properties of its schema. The depth of the stack is that of the content, which the parser
  ///   limits.
  func withoutNulls(by graph: SchemaGraph) -> GeneratedContent {
    withoutNulls(at: graph.root, in: graph)
  }

  private func withoutNulls(at node: SchemaGraph.Node?, in graph: SchemaGraph) -> GeneratedContent {
    guard let node = node.flatMap({ graph.node(for: self, at: $0) }) else { return self }
    switch shape {
    case .array:
      let items = node.prefixItems
      return GeneratedContent(
        elements: elements.enumerated().map { index, element in
          let item = items.indices.contains(index) ? items[index] : node.items
          return element.withoutNulls(at: item, in: graph)
        })
    case .object:
      let known = Dictionary(node.properties.map { ($0.name, $0) }) { first, _ in first }
      let kept = properties.compactMap {
        name, value -> (String, any ConvertibleToGeneratedContent)? in
        guard let property = known[name] else {
          return (name, value.withoutNulls(at: node.additionalProperties, in: graph))
        }
        let isAbsent =
          property.isOptional && value.shape == .null
          && !graph.allowsNull(graph.resolving(property.node))
        return isAbsent ? nil : (name, value.withoutNulls(at: property.node, in: graph))
      }
      return GeneratedContent(properties: kept, uniquingKeysWith: { first, _ in first })
    default: return self
    }
  }
}

extension SchemaGraph {
  fileprivate func allowsNull(_ node: Node) -> Bool {
    switch node.kind {
    case .null, .any: true
    case .anyOf: alternatives(of: node).contains { $0.kind == .null || $0.kind == .any }
    default: false
    }
  }
}
