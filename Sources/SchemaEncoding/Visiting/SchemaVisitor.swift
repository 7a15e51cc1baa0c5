/// A visitor of the nodes of a resolved schema.
///
/// Each node is entered, then its children are visited, then it is left. The root comes first, with
/// everything inline below it; then the body of each definition, in order. The additional and the
/// pattern properties of an object come before those that are named. A reference has no children, so
/// a walk always ends.
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
  ///   - role: What it is to the node above it.
  /// - Throws: An error that ends the walk.
  mutating func enter(_ node: SchemaGraph.Node, as role: SchemaRole) throws(Failure)

  /// Visits a node after its children.
  ///
  /// - Parameters:
  ///   - node: The node.
  ///   - role: What it is to the node above it.
  /// - Throws: An error that ends the walk.
  mutating func leave(_ node: SchemaGraph.Node, as role: SchemaRole) throws(Failure)
}

extension SchemaVisitor {
  /// Does nothing.
  public mutating func leave(_ node: SchemaGraph.Node, as role: SchemaRole) throws(Failure) {}
}

extension SchemaGraph {
  /// Walks the whole graph: the root first, then each definition.
  ///
  /// - Parameter visitor: The visitor.
  /// - Throws: The visitor's error.
  /// - Complexity: Linear in the number of nodes. The walk keeps a stack of its own, so any depth
  ///   is possible.
  public func walk<Visitor: SchemaVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
    try walk(&visitor, from: 0)
    for definition in storage.tables.definitions {
      try walk(&visitor, from: Int(definition.node))
    }
  }

  /// Walks a node and everything inline below it.
  func walk<Visitor: SchemaVisitor>(
    _ visitor: inout Visitor, from start: Int
  ) throws(Visitor.Failure) {
    var open: [(node: Node, rest: Range<Int>)] = []
    var next: Int? = start
    while true {
      if let index = next {
        let node = Node(storage: storage, index: index)
        let record = storage.tables.nodes[index]
        try visitor.enter(node, as: record.role)
        open.append((node, record.children))
      }
      guard let last = open.indices.last else { return }
      next = open[last].rest.popFirst()
      if next == nil {
        let node = open.removeLast().node
        try visitor.leave(node, as: node.role)
      }
    }
  }
}
