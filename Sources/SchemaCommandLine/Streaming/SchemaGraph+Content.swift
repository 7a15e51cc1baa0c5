import SchemaKit

extension SchemaGraph {
  /// Returns the node that describes some content, which may be incomplete.
  ///
  /// References are resolved. In a union, the node is the alternative that fits the content's type
  /// and constant properties.
  ///
  /// - Parameters:
  ///   - content: The content.
  ///   - node: The node for the content's place.
  /// - Returns: The node, or `nil` while more than one alternative fits.
  func node(for content: GeneratedContent, at node: Node) -> Node? {
    let node = resolving(node)
    guard node.kind == .anyOf else { return node }
    let fitting = alternatives(of: node).filter { $0.mayDescribe(content) }
    return fitting.count == 1 ? fitting[0] : nil
  }
}

extension SchemaGraph.Node {
  /// Returns `true` if content has the type of the node, and no property that contradicts it.
  fileprivate func mayDescribe(_ content: GeneratedContent) -> Bool {
    switch (kind, content.shape) {
    case (_, .nothing), (.any, _), (.string, .string), (.boolean, .bool), (.null, .null),
      (.integer, .number), (.number, .number), (.array, .array), (.tuple, .array):
      return true
    case (.object, .object): break
    default: return false
    }
    let known = Dictionary(properties.map { ($0.name, $0.node) }) { first, _ in first }
    return content.properties.allSatisfy { name, value in
      guard let property = known[name] else { return additionalProperties != nil }
      guard let choices = property.constraints.choices, value.isComplete,
        let text = try? value.value(String.self)
      else { return true }
      return choices.contains(.string(text))
    }
  }
}
