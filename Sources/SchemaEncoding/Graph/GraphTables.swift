package import SchemaGuides
package import SchemaModel

/// The contents of a resolved schema, in arrays whose elements refer to each other by index.
///
/// No part owns another, so neither making nor freeing a graph needs a call stack in proportion to
/// its depth.
package struct GraphTables: Sendable {
  /// The root, at index 0, and all other nodes; the children of a node are next to each other.
  package var nodes: [NodeRecord] = []

  /// The constraints that nodes refer to.
  package var constraints: [NodeConstraints] = []

  package var definitions: [DefinitionRecord] = []
  package var rootTitle: String?

  /// Indicates whether a reference may lead back to where it is; without one there is no recursion.
  package var mayRecurse = false

  /// The graph that this one was made from, which has the places of its nodes; `nil` for a resolved
  /// one.
  package var origin: GraphOrigin?

  init() {}
}

/// The graph from which another was made, such as one with types written out or a fitted one.
package struct GraphOrigin: Sendable {
  package let graph: GraphStorage

  /// The node of ``graph`` for each added node; the nodes before these have equal indices in both.
  let added: [Int32]

  package init(graph: GraphStorage, added: [Int32]) {
    self.graph = graph
    self.added = added
  }

  /// The index in ``graph`` of a node of the other graph.
  func node(for index: Int) -> Int {
    let position = index - graph.tables.nodes.count
    return position < 0 ? index : added.indices.contains(position) ? Int(added[position]) : 0
  }
}

/// One node of a resolved schema.
package struct NodeRecord: Sendable {
  package var role: SchemaRole
  package var kind: SchemaKind = .any
  package var description: String?

  /// The index of its constraints, or -1.
  package var constraints: Int32 = -1

  /// The index of the node above, or -1 for the root and the bodies of definitions.
  package var parent: Int32

  /// The index of the first child, and the number of children.
  ///
  /// Of an object, the additional properties come first, then those that match patterns, then those
  /// that are named. For a reference: the index of the definition, or -1 for the root.
  package var first: Int32 = 0
  package var count: Int32 = 0

  package init(role: SchemaRole, parent: Int) {
    self.role = role
    self.parent = Int32(truncatingIfNeeded: parent)
  }

  /// The indices of the children; empty for a reference.
  package var children: Range<Int> {
    kind == .reference ? 0..<0 : Int(first)..<Int(first) + Int(count)
  }
}

/// The constraints on a node.
package final class NodeConstraints: Sendable {
  package let merged: GuideConstraints

  /// Each constraint by itself, in the order of documents, found once for all dialects.
  let statements: [ConstraintStatement]

  /// Indicates whether no statement depends on how another is handled.
  let areIndependent: Bool

  package init(_ merged: GuideConstraints) {
    statements = [ConstraintStatement](merged)
    areIndependent =
      statements.count == 1
      || statements.allSatisfy { !$0.isImplied && !$0.constraint.dependsOnOthers }
    // Last, so that the constraints, which are large, are moved and not copied.
    self.merged = merged
  }
}

/// A schema that is written once and referenced.
package struct DefinitionRecord: Sendable {
  package let entry: DefinitionRegistry.Entry

  /// The name, which is chosen when all definitions are known.
  package var name = ""

  /// The node that is its body.
  package var node: Int32 = -1

  /// The node that referred to it first.
  let firstReference: Int32

  package init(entry: DefinitionRegistry.Entry, firstReference: Int32) {
    self.entry = entry
    self.firstReference = firstReference
  }
}

extension GraphTables {
  /// The way to a node: the names of properties; for an arm of a union its title or number, for an
  /// element of a tuple its number.
  ///
  /// In a graph that was made from another it is the way to the node there.
  func path(to node: Int) -> SchemaPath {
    if let origin { return origin.graph.tables.path(to: origin.node(for: node)) }
    var steps: [SchemaPath.Component] = []
    var index = node
    while nodes.indices.contains(index) {
      if case .definition(let definition) = nodes[index].role {
        index = Int(definitions[definition].firstReference)
        continue
      }
      if let step = step(to: index) { steps.append(step) }
      index = Int(nodes[index].parent)
    }
    return SchemaPath(steps.reversed())
  }

  /// The step from a node's parent to the node; `nil` where a path names none.
  func step(to index: Int) -> SchemaPath.Component? {
    let node = nodes[index]
    switch node.role {
    case .property(let name, _): return .key(name)
    case .prefixItem: return .index(position(of: index))
    case .choice:
      guard node.kind == .reference, node.first >= 0 else { return .index(position(of: index)) }
      return .key(definitions[Int(node.first)].entry.title)
    case .root, .definition, .additionalProperties, .patternProperty, .items: return nil
    }
  }

  /// The place of a node among the children of its parent that have the same role.
  func position(of index: Int) -> Int {
    guard nodes[index].parent >= 0 else { return 0 }
    let parent = nodes[Int(nodes[index].parent)]
    guard case .property = nodes[index].role else { return index - Int(parent.first) }
    let named = parent.children.first { if case .property = nodes[$0].role { true } else { false } }
    return index - (named ?? index)
  }
}
