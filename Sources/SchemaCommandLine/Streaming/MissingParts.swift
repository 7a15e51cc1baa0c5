import SchemaKit

/// The parts that an answer which was cut off lacks, by its schema.
struct MissingParts: Equatable {
  /// The place where the text ends: the incomplete value, as a JSON Pointer.
  private(set) var unfinished = ""

  /// The required properties that have not begun, as JSON Pointers, the innermost first.
  private(set) var missing: [String] = []

  /// Finds the missing parts.
  ///
  /// - Parameters:
  ///   - content: The content.
  ///   - graph: Its schema.
  /// - Complexity: Linear in the depth of the content and the number of properties on the path to
  ///   its end.
  init(of content: GeneratedContent, by graph: SchemaGraph) {
    var path: [String] = []
    var content = content
    var node: SchemaGraph.Node? = graph.resolving(graph.root)
    var levels: [[String]] = []
    while !content.isComplete {
      var last: (name: String, content: GeneratedContent)?
      var names: Set<String> = []
      for (name, value) in content.properties {
        names.insert(name)
        last = (name, value)
      }
      for (index, element) in content.elements.enumerated() { last = ("\(index)", element) }
      if let found = node, found.kind == .anyOf {
        node = Self.choice(graph.alternatives(of: found), names: names, content)
      }
      let lacking = (node?.properties ?? []).filter { !$0.isOptional && !names.contains($0.name) }
      levels.append(lacking.map { SchemaPath(path + [$0.name]).pointer })
      guard let last, !last.content.isComplete else { break }
      let property = node?.properties.first { $0.name == last.name }
      node = (property?.node ?? node?.items ?? node?.additionalProperties).map(graph.resolving)
      path.append(last.name)
      content = last.content
    }
    unfinished = SchemaPath(path).pointer
    missing = levels.reversed().flatMap { $0 }
  }

  /// The alternative that an object belongs to, by its constant properties; `nil` if several fit.
  private static func choice(
    _ choices: [SchemaGraph.Node], names: Set<String>, _ content: GeneratedContent
  ) -> SchemaGraph.Node? {
    let fitting = choices.filter { choice in
      let known = choice.properties
      return names.allSatisfy { name in
        guard let property = known.first(where: { $0.name == name }) else { return false }
        guard let choices = property.node.constraints.choices,
          let value = content.properties.first(where: { $0.0 == name })?.1, value.isComplete,
          case .string(let text) = value.kind
        else { return true }
        return choices.contains(.string(text))
      }
    }
    return fitting.count == 1 ? fitting[0] : nil
  }
}
