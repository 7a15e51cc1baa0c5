import IndexedTables
public import SchemaModel

/// A visitor of the nodes of a resolved schema.
///
/// The walk enters a node, visits its children, and leaves it. The root comes first, with
/// everything inline below it. Then the body of each definition follows, in order. In an object,
/// the additional properties and the properties that match patterns come before the named
/// properties. In a tuple, the schema of the further elements comes last. A reference has no
/// children, so a walk always ends.
///
///     struct PropertyCounter: SchemaVisitor {
///       var count = 0
///
///       mutating func enter(_ node: SchemaGraph.Node, as role: SchemaRole) {
///         if case .property = role { count += 1 }
///       }
///     }
///
///     var counter = PropertyCounter()
///     graph.walk(&counter)
public protocol SchemaVisitor {
  /// The error that ends a walk; `Never` for a visitor that does not throw.
  associatedtype Failure: Error = Never

  /// Visits a node before its children.
  ///
  /// - Parameters:
  ///   - node: The node.
  ///   - role: The role of the node in its parent.
  /// - Throws: An error that ends the walk.
  mutating func enter(_ node: SchemaGraph.Node, as role: SchemaRole) throws(Failure)

  /// Visits a node after its children.
  ///
  /// - Parameters:
  ///   - node: The node.
  ///   - role: The role of the node in its parent.
  /// - Throws: An error that ends the walk.
  mutating func leave(_ node: SchemaGraph.Node, as role: SchemaRole) throws(Failure)
}

extension SchemaVisitor {
  /// Does nothing.
  public mutating func leave(_ node: SchemaGraph.Node, as role: SchemaRole) throws(Failure) {}
}

extension SchemaGraph {
  /// Walks the complete graph: the root first, then each definition.
  ///
  /// - Parameter visitor: The visitor.
  /// - Throws: The visitor's error.
  /// - Complexity: Linear in the number of nodes. The walk needs no memory in proportion to the
  ///   depth.
  public func walk<Visitor: SchemaVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
    try walk(&visitor, from: .root)
    for definition in storage.tables.definitions {
      try walk(&visitor, from: definition.body)
    }
  }

  /// Walks a node and everything inline below it.
  func walk<Visitor: SchemaVisitor>(
    _ visitor: inout Visitor, from start: NodeID
  ) throws(Visitor.Failure) {
    let nodes = storage.tables.nodes
    var node = start
    while true {
      try visitor.enter(self[node], as: nodes[node].role)
      if let child = nodes[node].children.first {
        node = child
        continue
      }
      // The node has no children left. An ancestor also ends here if every node from it down to
      // this node is a last child.
      while true {
        try visitor.leave(self[node], as: nodes[node].role)
        guard node != start else { return }
        guard let parent = nodes[node].parent else {
          preconditionFailure("A node below another has a parent.")
        }
        node = node.advanced(by: 1)
        if node < nodes[parent].children.upperBound { break }
        node = parent
      }
    }
  }
}

/// The role of a node in its parent.
public enum SchemaRole: Sendable, Hashable {
  /// The root of the schema.
  case root

  /// The body of a definition.
  case definition(SchemaGraph.Definition.ID)

  /// The value of a property.
  case property(name: String, isOptional: Bool)

  /// The values of an object's properties that are not named.
  case additionalProperties

  /// The values of an object's properties whose names match a pattern (ECMA-262).
  ///
  /// The pattern has its own memory, so that a node has the size that it needs for a name.
  indirect case patternProperty(SchemaPattern)

  /// The elements of an array, or those of a tuple that have no schema of their own.
  case items

  /// An element of a tuple, which a value may lack if it is optional.
  case prefixItem(isOptional: Bool)

  /// An alternative of a union.
  case choice

  /// The name of the property that has the value; `nil` for another role.
  package var propertyName: String? {
    if case .property(let name, _) = self { name } else { nil }
  }
}
