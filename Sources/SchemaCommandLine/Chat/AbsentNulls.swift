import SchemaKit
import SchemaText

/// The nulls in answers to a schema that stand for absent properties.
///
/// Some dialects state an optional property as a required one that may be null. The schema itself
/// may not allow null there. The validator decides which alternative a value matches and whether a
/// property may be null.
struct AbsentNulls {
  private let graph: SchemaGraph

  /// The numbers by which the validator knows the alternatives of unions, and optional properties.
  private let numbers: [SchemaGraph.Node.ID: Int]
  private let validator: PartValidator

  /// - Complexity: Linear in the size of the schema.
  init(_ graph: SchemaGraph) {
    self.graph = graph
    var numbers: [SchemaGraph.Node.ID: Int] = [:]
    var parts: [SchemaGraph.Node] = []
    var visited: Set<SchemaGraph.Node.ID> = []
    var pending = [graph.root]
    while let next = pending.popLast() {
      let node = graph.resolving(next)
      guard visited.insert(node.id).inserted else { continue }
      pending += node.children
      let own = node.choices + node.properties.filter(\.isOptional).map(\.node)
      for part in own where numbers.updateValue(parts.count, forKey: part.id) == nil {
        parts.append(part)
      }
    }
    self.numbers = numbers
    validator = PartValidator(parts, of: graph)
  }

  /// Returns content without these nulls.
  ///
  /// - Parameter content: The content.
  /// - Returns: The content; the same if there are no such nulls, or if it is not complete.
  /// - Complexity: Linear in the size of the content and, for each of its objects, in the
  ///   properties of its schema. The depth of the stack is that of the content, which the parser
  ///   limits.
  func removed(from content: GeneratedContent) -> GeneratedContent {
    guard content.isComplete else { return content }
    var removal = Removal(graph, numbers, validator.evaluation(of: content))
    return removal.content(content, at: graph.root)
  }
}

/// The removal of nulls from one content.
private struct Removal {
  private let graph: SchemaGraph
  private let numbers: [SchemaGraph.Node.ID: Int]
  private var evaluation: PartEvaluation
  private var matchers: [SchemaPattern: SchemaPattern.Matcher?] = [:]

  init(
    _ graph: SchemaGraph, _ numbers: [SchemaGraph.Node.ID: Int], _ evaluation: PartEvaluation
  ) {
    (self.graph, self.numbers, self.evaluation) = (graph, numbers, evaluation)
  }

  mutating func content(
    _ value: GeneratedContent, at place: SchemaGraph.Node?
  ) -> GeneratedContent {
    guard let node = node(of: value, at: place) else { return value }
    switch value.shape {
    case .array:
      let items = node.prefixItems
      var elements: [GeneratedContent] = []
      for (index, element) in value.elements.enumerated() {
        let item = items.indices.contains(index) ? items[index] : node.items
        elements.append(content(element, at: item))
      }
      return GeneratedContent(elements: elements)
    case .object: return object(value, at: node)
    default: return value
    }
  }

  private mutating func object(
    _ value: GeneratedContent, at node: SchemaGraph.Node
  ) -> GeneratedContent {
    let known = Dictionary(node.properties.map { (ExactText($0.name), $0) }) { first, _ in first }
    var kept: [(String, any ConvertibleToGeneratedContent)] = []
    for (name, part) in value.properties {
      if let property = known[ExactText(name)] {
        if property.isOptional, part.shape == .null, !allows(part, property.node) { continue }
        kept.append((name, content(part, at: property.node)))
      } else {
        let pattern = node.patternProperties.first { matches($0.pattern, name) }
        kept.append((name, content(part, at: pattern?.node ?? node.additionalProperties)))
      }
    }
    return GeneratedContent(properties: kept, uniquingKeysWith: { first, _ in first })
  }

  /// The node that describes a value: of a union, the first alternative that allows it.
  private mutating func node(
    of value: GeneratedContent, at place: SchemaGraph.Node?
  ) -> SchemaGraph.Node? {
    guard var node = place.map({ graph.resolving($0) }) else { return nil }
    // A union whose alternatives are references to it allows nothing by itself.
    var visited: Set<SchemaGraph.Node.ID> = []
    while node.kind == .anyOf {
      guard visited.insert(node.id).inserted,
        let alternative = node.choices.first(where: { allows(value, $0) })
      else { return nil }
      node = graph.resolving(alternative)
    }
    return node
  }

  private mutating func allows(_ value: GeneratedContent, _ node: SchemaGraph.Node) -> Bool {
    numbers[node.id].map { evaluation.allows(value, $0) } ?? true
  }

  private mutating func matches(_ pattern: SchemaPattern, _ name: String) -> Bool {
    matchers[pattern, default: pattern.matcher()]?.matches(name) ?? false
  }
}
