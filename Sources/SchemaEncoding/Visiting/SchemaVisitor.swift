/// Something that is led through a resolved schema, node by node.
///
/// Each node is entered, then its children are, then it is left. The root comes first with
/// everything that stands inline below it; then the body of each definition, in order. A reference
/// has no children, so a walk always ends.
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
  /// What may go wrong on the way; `Never` where nothing can.
  associatedtype Failure: Error = Never

  /// Comes to a node, before its children.
  ///
  /// - Parameters:
  ///   - node: The node.
  ///   - role: What it is to the node above it.
  /// - Throws: What ends the walk.
  mutating func enter(_ node: SchemaGraph.Node, as role: SchemaRole) throws(Failure)

  /// Is done with a node and its children.
  ///
  /// - Parameters:
  ///   - node: The node.
  ///   - role: What it is to the node above it.
  /// - Throws: What ends the walk.
  mutating func leave(_ node: SchemaGraph.Node, as role: SchemaRole) throws(Failure)
}

extension SchemaVisitor {
  /// Does nothing.
  public mutating func leave(_ node: SchemaGraph.Node, as role: SchemaRole) throws(Failure) {}
}

/// What a node is to the node above it.
public enum SchemaRole: Sendable {
  /// The root of the schema.
  case root

  /// The body of a definition.
  case definition(SchemaGraph.Definition)

  /// The value of a property; the number is its place among the properties.
  case property(SchemaGraph.Property, position: Int)

  /// The elements of an array.
  case items

  /// An alternative of a union; the number is its place among them.
  case choice(position: Int)
}

extension SchemaGraph {
  /// Leads a visitor through the whole graph: the root first, then each definition.
  ///
  /// - Parameter visitor: The visitor.
  /// - Throws: What the visitor throws.
  /// - Complexity: Linear in the number of nodes, on a stack of its own: any depth will do.
  public func walk<Visitor: SchemaVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
    try walk(&visitor, from: 0, as: .root)
    for index in storage.definitions.indices {
      try walk(
        &visitor, from: Int(storage.definitions[index].node),
        as: .definition(Definition(storage: storage, index: index)))
    }
  }

  private func walk<Visitor: SchemaVisitor>(
    _ visitor: inout Visitor, from start: Int, as role: SchemaRole
  ) throws(Visitor.Failure) {
    let storage = storage
    // The nodes entered and not yet left, each with the number of the next child.
    var open: [(node: Int, next: Int)] = []
    try visitor.enter(Node(storage: storage, index: start), as: role)
    if storage.nodes[start].count == 0 || !storage.nodes[start].hasChildren {
      try visitor.leave(Node(storage: storage, index: start), as: role)
      return
    }
    open.append((start, 0))
    while let top = open.indices.last {
      let (index, position) = open[top]
      let record = storage.nodes[index]
      guard position < record.count else {
        let role = open.count == 1 ? role : storage.role(of: index)
        try visitor.leave(Node(storage: storage, index: index), as: role)
        open.removeLast()
        continue
      }
      open[top].next = position + 1
      let child = storage.child(position, of: record)
      let childRole = storage.role(of: child)
      try visitor.enter(Node(storage: storage, index: child), as: childRole)
      let childRecord = storage.nodes[child]
      if childRecord.hasChildren, childRecord.count > 0 {
        open.append((child, 0))
      } else {
        try visitor.leave(Node(storage: storage, index: child), as: childRole)
      }
    }
  }
}

extension NodeRecord {
  /// Whether nodes of this kind have children.
  var hasChildren: Bool {
    switch kind {
    case .array, .object, .anyOf: true
    default: false
    }
  }
}

extension GraphStorage {
  func child(_ position: Int, of record: NodeRecord) -> Int {
    switch record.kind {
    case .object: Int(properties[Int(record.first) + position].node)
    case .anyOf: Int(choices[Int(record.first) + position])
    default: Int(record.first)
    }
  }

  /// What a node below another is to it.
  func role(of index: Int) -> SchemaRole {
    let node = nodes[index]
    let parent = nodes[Int(node.parent)]
    let position = Int(node.position)
    return switch parent.kind {
    case .object:
      .property(
        SchemaGraph.Property(storage: self, index: Int(parent.first) + position),
        position: position)
    case .anyOf: .choice(position: position)
    default: .items
    }
  }
}
