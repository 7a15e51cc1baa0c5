package import SchemaGuides
package import SchemaModel

/// The contents of a resolved schema, in arrays whose elements refer to each other by index.
///
/// No part owns another, so neither making nor freeing a graph needs a call stack in proportion to
/// its depth.
package struct GraphTables: Sendable {
  /// The root, at index 0, and all other nodes; the children of a node are next to each other.
  package var nodes = [NodeRecord(role: .root)]

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
  let added: [Int]

  package init(graph: GraphStorage, added: [Int]) {
    self.graph = graph
    self.added = added
  }

  /// The index in ``graph`` of a node of the other graph.
  func node(for index: Int) -> Int {
    let position = index - graph.tables.nodes.count
    return position < 0 ? index : added.indices.contains(position) ? added[position] : 0
  }
}

/// One node of a resolved schema.
package struct NodeRecord: Sendable {
  package var role: SchemaRole
  package var kind: SchemaKind = .any
  package var description: String?

  /// The index of its constraints; `nil` if it has none.
  package var constraints: Int?

  /// The index of the node above; `nil` for the root and the bodies of definitions.
  package var parent: Int?

  package var link = Link.children(0..<0)

  package init(role: SchemaRole, parent: Int? = nil) {
    self.role = role
    self.parent = parent
  }

  /// The nodes that a node leads to.
  package enum Link: Sendable {
    /// The children, which are next to each other.
    ///
    /// Of an object, the additional properties come first, then those that match patterns, then
    /// those that are named.
    case children(Range<Int>)
    /// The definition that a reference leads to, by its index.
    case definition(Int)
    /// The root, to which a reference leads.
    case root
  }

  /// Makes it a node without values and parts.
  package mutating func makeNever() {
    kind = .never
    link = .children(0..<0)
  }

  /// The indices of the children; empty for a reference.
  package var children: Range<Int> {
    if case .children(let range) = link { range } else { 0..<0 }
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

  /// The node that is its body; the root as long as it has none.
  package var node = 0

  /// The node that referred to it first.
  let firstReference: Int

  package init(entry: DefinitionRegistry.Entry, firstReference: Int) {
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
    var next: Int? = node
    while let index = next {
      if case .definition(let definition) = nodes[index].role {
        next = definitions[definition].firstReference
        continue
      }
      if let step = step(to: index) { steps.append(step) }
      next = nodes[index].parent
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
      guard case .definition(let definition) = node.link else {
        return .index(position(of: index))
      }
      return .key(definitions[definition].entry.title)
    case .root, .definition, .additionalProperties, .patternProperty, .items: return nil
    }
  }

  /// The place of a node among the children of its parent that have the same role.
  func position(of index: Int) -> Int {
    guard let parent = nodes[index].parent else { return 0 }
    let siblings = nodes[parent].children
    guard case .property = nodes[index].role else { return index - siblings.lowerBound }
    let named = siblings.first { if case .property = nodes[$0].role { true } else { false } }
    return index - (named ?? index)
  }
}
