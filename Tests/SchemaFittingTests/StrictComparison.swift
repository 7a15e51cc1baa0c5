import SchemaContent
import SchemaEncoding
import SchemaFitting
import SchemaGuides
import SchemaModel

/// Compares content with what came back, and allows the two differences that the documentation
/// names at the places that it names.
struct StrictComparison {
  private let graph: SchemaGraph
  private let rules: DialectRules

  init(_ graph: SchemaGraph, in dialect: any SchemaDialect) {
    self.graph = graph
    rules = dialect.rules
  }

  /// The result of a comparison.
  struct Result {
    /// The documented differences.
    var allowed: [String] = []

    /// All others.
    var faults: [String] = []
  }

  /// Finds the differences between content and what came back.
  func result(_ content: GeneratedContent, _ back: GeneratedContent) -> Result {
    var result = Result()
    compare(content, back, nodes(for: [graph.root]), at: "", &result)
    return result
  }

  private func compare(
    _ content: GeneratedContent, _ back: GeneratedContent, _ nodes: [SchemaGraph.Node],
    at path: String, _ result: inout Result
  ) {
    if content == back { return }
    switch (content.kind, back.kind) {
    case (.array(let elements), .array(let others)) where elements.count == others.count:
      for (index, pair) in zip(elements, others).enumerated() {
        let parts = nodes.flatMap { node in
          let items = node.prefixItems
          return [items.indices.contains(index) ? items[index] : node.items].compactMap(\.self)
        }
        compare(pair.0, pair.1, self.nodes(for: parts), at: "\(path)/\(index)", &result)
      }
    case (.structure(let properties, _), .structure(let others, _)):
      for name in Set(properties.keys).union(others.keys).sorted() {
        let place = "\(path)/\(name)"
        let declared = nodes.flatMap(\.properties).filter { $0.name == name }
        let parts = declared.map(\.node) + nodes.flatMap { unnamed($0, name) }
        switch (properties[name], others[name]) {
        case (let value?, let other?):
          compare(value, other, self.nodes(for: parts), at: place, &result)
        case (nil, let other?) where other.kind == .null && mayGainNull(declared):
          result.allowed.append(place)
        case (let value?, nil) where value.kind == .null && mayLoseNull(declared):
          result.allowed.append(place)
        case (let value, let other):
          result.faults.append(
            "\(place): \(value?.jsonString ?? "nothing") became \(other?.jsonString ?? "nothing")")
        }
      }
    default: result.faults.append("\(path): \(content.jsonString) became \(back.jsonString)")
    }
  }

  /// The nodes of the properties that an object does not name.
  private func unnamed(_ node: SchemaGraph.Node, _ name: String) -> [SchemaGraph.Node] {
    guard !node.properties.contains(where: { $0.name == name }) else { return [] }
    return node.patternProperties.map(\.node) + [node.additionalProperties].compactMap { $0 }
  }

  /// Whether an absent property may come back as null: where all properties are required, if it may
  /// be null anyway.
  private func mayGainNull(_ properties: [SchemaGraph.Property]) -> Bool {
    rules.optional == .nullable
      && properties.contains { $0.isOptional && nodes(for: [$0.node]).contains(where: mayBeNull) }
  }

  /// Whether a null may come back as an absent property: where there is no null, if the property is
  /// optional and may be any string, too.
  private func mayLoseNull(_ properties: [SchemaGraph.Property]) -> Bool {
    rules[.null] != .written
      && properties.contains { property in
        let nodes = nodes(for: [property.node])
        return property.isOptional && nodes.contains(where: mayBeNull)
          && nodes.contains(where: mayBeNullText)
      }
  }

  private func mayBeNull(_ node: SchemaGraph.Node) -> Bool {
    if let choices = node.constraints.choices { return choices.contains(.null) }
    return node.kind == .null || node.kind == .any
  }

  private func mayBeNullText(_ node: SchemaGraph.Node) -> Bool {
    if let choices = node.constraints.choices { return choices.contains(.string("null")) }
    return node.kind == .string || node.kind == .any
  }

  /// The nodes that values of some nodes may be of: without references and unions.
  private func nodes(for nodes: [SchemaGraph.Node]) -> [SchemaGraph.Node] {
    var found: [SchemaGraph.Node] = []
    var visited: Set<String> = []
    var pending = nodes
    while let node = pending.popLast() {
      switch node.target {
      case .root: if visited.insert("").inserted { pending.append(graph.root) }
      case .definition(let definition):
        if visited.insert(definition.name).inserted { pending.append(definition.body) }
      case nil: if node.kind == .anyOf { pending += node.choices } else { found.append(node) }
      }
    }
    return found
  }
}
