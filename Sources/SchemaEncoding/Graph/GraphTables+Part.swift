import IndexedTables

extension SchemaGraph {
  /// Returns the part of the graph that can be reached from a node, as a graph with the node as its
  /// root.
  ///
  /// - Parameter node: The node.
  /// - Returns: The part, which has no title. References to the root of the graph refer to a
  ///   definition.
  /// - Complexity: Linear in the size of the part.
  package func part(from node: Node) -> SchemaGraph {
    var part = GraphPart(of: storage.tables)
    return SchemaGraph(part.tables(from: node.id))
  }
}

/// A part of a graph that is copied.
private struct GraphPart {
  private let source: GraphTables
  private var result = GraphTables()

  /// The definitions of the part by the bodies of those of the graph, or by its root.
  private var definitions: [NodeID: DefinitionID] = [:]

  /// The bodies that are not yet copied.
  private var bodies: [(source: NodeID, target: NodeID)] = []

  init(of source: GraphTables) {
    self.source = source
    result.mayRecurse = source.mayRecurse
  }

  mutating func tables(from node: NodeID) -> GraphTables {
    bodies.append((node, .root))
    var next = 0
    while next < bodies.count {
      copy(bodies[next].source, to: bodies[next].target)
      next += 1
    }
    result.nameDefinitions()
    return result
  }

  /// Copies a node with its descendants.
  private mutating func copy(_ node: NodeID, to copy: NodeID) {
    var pending = [(source: node, target: copy)]
    while let (node, target) = pending.popLast() {
      let original = source.nodes[node]
      var record = original
      record.role = result.nodes[target].role
      record.parent = result.nodes[target].parent
      switch original.link {
      case .children(let children):
        let copies = result.nodes.append(
          contentsOf: children.lazy.map { [source] in
            NodeRecord(role: source.nodes[$0].role, parent: target)
          })
        record.link = .children(copies)
        pending += zip(children, copies).reversed().map { (source: $0, target: $1) }
      case .definition(let definition):
        let body = source.definitions[definition].body
        let entry = source.definitions[definition].entry
        record.link = .definition(self.definition(with: entry, body: body, for: target))
      case .root:
        let entry = DefinitionRegistry.Entry(title: source.rootTitle ?? "Root")
        record.link = .definition(definition(with: entry, body: .root, for: target))
      }
      result.nodes[target] = record
    }
  }

  /// Returns the definition of the part for a body of the graph.
  private mutating func definition(
    with entry: DefinitionRegistry.Entry, body: NodeID, for reference: NodeID
  ) -> DefinitionID {
    if let known = definitions[body] { return known }
    let number = result.definitions.endIndex
    let copy = result.nodes.append(NodeRecord(role: .definition(number)))
    definitions[body] = result.append(
      DefinitionRecord(entry: entry, body: copy, firstReference: reference))
    bodies.append((body, copy))
    return number
  }
}
