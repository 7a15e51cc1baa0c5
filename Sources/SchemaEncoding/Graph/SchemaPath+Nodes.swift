import SchemaModel

extension SchemaPath {
  /// The names of the properties that lead to a node; for the arm of a union, its title or number;
  /// for the element of a tuple its number.
  ///
  /// - Parameters:
  ///   - node: The index of the node.
  ///   - nodes: All nodes.
  ///   - properties: The properties that nodes refer to.
  ///   - definitions: The definitions that nodes refer to.
  ///   - text: What names and titles stand in.
  init(
    to node: Int, in nodes: borrowing FlatList<NodeRecord>,
    _ properties: borrowing FlatList<PropertyRecord>,
    _ definitions: borrowing FlatList<DefinitionRecord>, text: UnsafeBufferPointer<UInt8>
  ) {
    var names: [String] = []
    var index = node
    while index >= 0, index < nodes.count {
      let parent = nodes[index].parent
      if parent == .min { break }
      if parent < 0 {
        index = Int(definitions[Int(-1 - parent)].firstReference)
        continue
      }
      if let name = Self.step(to: index, in: nodes, properties, definitions, text: text) {
        names.append(name)
      }
      index = Int(parent)
    }
    self.init(names.reversed())
  }

  /// What a path says of the way from a node's parent to the node, if it says anything.
  static func step(
    to index: Int, in nodes: borrowing FlatList<NodeRecord>,
    _ properties: borrowing FlatList<PropertyRecord>,
    _ definitions: borrowing FlatList<DefinitionRecord>, text: UnsafeBufferPointer<UInt8>
  ) -> String? {
    let node = nodes[index]
    guard node.parent >= 0 else { return nil }
    let parent = nodes[Int(node.parent)]
    switch parent.kind {
    case .object:
      // A property that is not named beforehand adds no name.
      guard node.position < parent.count else { return nil }
      return properties[Int(parent.first) + Int(node.position)].name.string(in: text)
    case .tuple: return "\(node.position)"
    case .anyOf:
      guard node.kind == .definitionReference else { return "\(node.position)" }
      return definitions[Int(node.first)].title.string(in: text)
    default: return nil
    }
  }
}

extension GraphStorage {
  /// Where a node is.
  func path(to node: Int) -> SchemaPath {
    SchemaPath(to: node, in: nodes, properties, definitions, text: text.buffer)
  }
}

extension GraphBuilder {
  /// Where a node is.
  func path(to node: Int) -> SchemaPath {
    SchemaPath(to: node, in: nodes, properties, definitions, text: text.output.buffer)
  }
}
