package import IndexedTables
package import SchemaGuides
package import SchemaModel

/// The contents of a resolved schema, in tables whose elements refer to each other by index.
///
/// No node owns another, so neither making nor freeing a graph needs a call stack in proportion to
/// its depth.
package struct GraphTables: Sendable {
  /// The root, which comes first, and all other nodes; the children of a node are next to each
  /// other.
  package var nodes = IndexedTable<NodeID, NodeRecord>(from: .root, [NodeRecord(role: .root)])

  package var definitions = IndexedTable<DefinitionID, DefinitionRecord>(from: .first)
  package var rootTitle: String?

  /// Indicates whether a reference may lead back to where it is; without one there is no recursion.
  package var mayRecurse = false

  /// The graph that this one was made from, which has the places of its nodes; `nil` for a resolved
  /// one.
  package var origin: GraphOrigin?

  init() {}
}

/// The graph from which a fitted one was made.
package struct GraphOrigin: Sendable {
  package let graph: SchemaGraph

  /// The node of ``graph`` for each added node; the nodes before these have equal indices in both.
  private var added: IndexedTable<NodeID, NodeID>

  package init(_ graph: SchemaGraph) {
    self.graph = graph
    added = IndexedTable(from: graph.nodeIDs.upperBound)
  }

  /// The node of ``graph`` for a node of the other graph.
  package subscript(node: NodeID) -> NodeID {
    node < added.startIndex ? node : added[node]
  }

  /// Notes the origin of a node that is added: that of another node.
  package mutating func append(originOf node: NodeID) { added.append(self[node]) }

  /// Gives a node the origin of another one, unless it is a node of ``graph`` itself.
  package mutating func set(_ node: NodeID, toOriginOf other: NodeID) {
    if node >= added.startIndex { added[node] = self[other] }
  }
}

/// One node of a resolved schema.
///
/// In this order its properties take 64 bytes.
package struct NodeRecord: Sendable {
  package var role: SchemaRole
  package var kind: SchemaKind = .any
  package var link = Link.noChildren

  /// The node above; `nil` for the root and the bodies of definitions.
  package var parent: NodeID?

  package var description: String?

  /// The constraints on the values; `nil` if there are none.
  package var constraints: NodeConstraints?

  package init(role: SchemaRole, parent: NodeID? = nil) {
    self.role = role
    self.parent = parent
  }

  /// The nodes that a node leads to.
  package enum Link: Sendable {
    static var noChildren: Link { .children(.root ..< .root) }

    /// The children, which are next to each other.
    ///
    /// Of an object, the additional properties come first, then those that match patterns, then
    /// those that are named.
    case children(Range<NodeID>)
    /// The definition that a reference leads to.
    case definition(DefinitionID)
    /// The root, to which a reference leads.
    case root
  }

  /// Makes it a node without values and parts.
  package mutating func makeNever() {
    kind = .never
    link = .noChildren
  }

  /// The children; empty for a reference.
  package var children: Range<NodeID> {
    if case .children(let range) = link { range } else { .root ..< .root }
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

  /// The node that is its body.
  package let body: NodeID

  /// The node that referred to it first.
  let firstReference: NodeID

  /// The name, which is chosen when all definitions are known.
  package var name = ""

  package init(entry: DefinitionRegistry.Entry, body: NodeID, firstReference: NodeID) {
    self.entry = entry
    self.body = body
    self.firstReference = firstReference
  }
}

extension GraphTables {
  /// Names the definitions, which are all known.
  package mutating func nameDefinitions() {
    let names = DefinitionRegistry(definitions.map(\.entry)).names()
    for (definition, name) in zip(definitions.indices, names) {
      definitions[definition].name = name
    }
  }

  /// Indicates whether a reference leads to the root.
  package var refersToRoot: Bool {
    mayRecurse && nodes.contains { if case .root = $0.link { true } else { false } }
  }

  /// The node that a reference leads to; the node itself if it is not a reference.
  package func resolving(_ node: NodeID) -> NodeID {
    switch nodes[node].link {
    case .children: node
    case .definition(let definition): definitions[definition].body
    case .root: .root
    }
  }

  /// The way to a node: the names of properties; for an arm of a union its title or number, for an
  /// element of a tuple its number.
  ///
  /// In a graph that was made from another it is the way to the node there.
  func path(to node: NodeID) -> SchemaPath {
    if let origin { return origin.graph[origin[node]].path }
    var steps: [SchemaPath.Component] = []
    var next: NodeID? = node
    while let node = next {
      if case .definition(let definition) = nodes[node].role {
        next = definitions[definition].firstReference
        continue
      }
      if let step = step(to: node) { steps.append(step) }
      next = nodes[node].parent
    }
    return SchemaPath(steps.reversed())
  }

  /// The step from a node's parent to the node; `nil` where a path names none.
  func step(to node: NodeID) -> SchemaPath.Component? {
    switch nodes[node].role {
    case .property(let name, _): return .key(name)
    case .prefixItem: return .index(position(of: node))
    case .choice:
      guard case .definition(let definition) = nodes[node].link else {
        return .index(position(of: node))
      }
      return .key(definitions[definition].entry.title)
    case .root, .definition, .additionalProperties, .patternProperty, .items: return nil
    }
  }

  /// The place of a node among the children of its parent that have the same role.
  func position(of node: NodeID) -> Int {
    guard let parent = nodes[node].parent else { return 0 }
    let siblings = nodes[parent].children
    guard case .property = nodes[node].role else {
      return siblings.lowerBound.distance(to: node)
    }
    let named = siblings.first { if case .property = nodes[$0].role { true } else { false } }
    return (named ?? node).distance(to: node)
  }
}
