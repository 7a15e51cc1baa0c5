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

  /// The values of an object's properties that are not named; they come before those that are.
  case additionalProperties

  /// The values of an object's properties whose names match a pattern, which is the name of the
  /// property here; they come before those that are named.
  case patternProperty(SchemaGraph.Property, position: Int)

  /// The elements of an array.
  case items

  /// An element of a tuple; the number is its place.
  case prefixItem(position: Int)

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
    var guide = VisitorGuide(visitor: visitor, storage: storage)
    defer { visitor = guide.visitor }
    try storage.walk(&guide)
  }
}

/// Shows a visitor what a walk over records comes by.
private struct VisitorGuide<Visitor: SchemaVisitor>: RecordVisitor {
  var visitor: Visitor
  let storage: GraphStorage

  mutating func enter(
    _ index: Int, _ record: NodeRecord, as role: RecordRole
  ) throws(Visitor.Failure) {
    try visitor.enter(
      SchemaGraph.Node(storage: storage, index: index), as: role.schemaRole(in: storage))
  }

  mutating func leave(
    _ index: Int, _ record: NodeRecord, as role: RecordRole
  ) throws(Visitor.Failure) {
    try visitor.leave(
      SchemaGraph.Node(storage: storage, index: index), as: role.schemaRole(in: storage))
  }
}
