package import IndexedTables
package import SchemaGuides
package import SchemaModel

/// The contents of a resolved schema, in tables whose elements refer to each other by index.
///
/// No node owns another node, so a graph of any depth is made and freed without recursion. Only a
/// builder changes tables: `GraphBuilder`, `GraphInliner`, or `FittingTables` of SchemaFitting. A
/// ``SchemaGraph`` never changes its tables.
package struct GraphTables: Sendable {
  /// All nodes.
  ///
  /// The root comes first, and the children of a node are next to each other.
  package var nodes = IndexedTable<NodeID, NodeRecord>(from: .root, [NodeRecord(role: .root)])

  package private(set) var definitions = IndexedTable<DefinitionID, DefinitionRecord>(from: .first)

  /// The names of the definitions, which are chosen when all of them are known.
  private(set) var names = IndexedTable<DefinitionID, String>(from: .first)

  package var rootTitle: String?

  /// Indicates whether the graph may contain a cycle.
  package var mayRecurse = false

  /// For a fitted graph, the graph that was fitted.
  ///
  /// It has the paths of the nodes.
  package var origin: GraphOrigin?

  /// The titles of alternatives that were references before the graph was inlined.
  ///
  /// With them, the paths of an inlined graph have the same steps as those of the resolved graph.
  var choiceTitles: [NodeID: String] = [:]

  init() {}
}

/// The graph from which a fitted graph was made.
package struct GraphOrigin: Sendable {
  let graph: SchemaGraph

  /// The node of ``graph`` for each added node.
  ///
  /// Earlier nodes have the same index in both graphs.
  private var added: IndexedTable<NodeID, NodeID>

  package init(_ graph: SchemaGraph) {
    self.graph = graph
    added = IndexedTable(from: graph.nodeIDs.upperBound)
  }

  /// Returns the node of ``graph`` for a node of the fitted graph.
  package subscript(node: NodeID) -> NodeID {
    node < added.startIndex ? node : added[node]
  }

  /// Gives the next added node the origin of another node.
  package mutating func append(originOf node: NodeID) { added.append(self[node]) }

  /// Gives a node the origin of another node, unless it is a node of ``graph``.
  package mutating func set(_ node: NodeID, toOriginOf other: NodeID) {
    if node >= added.startIndex { added[node] = self[other] }
  }
}

/// One node of a resolved schema.
///
/// In this order the stored properties take 64 bytes.
package struct NodeRecord: Sendable {
  package var role: SchemaRole
  package var kind: SchemaKind = .any

  /// Indicates whether the node stands for additional properties or for further elements of a tuple
  /// that the document does not mention, so that JSON Schema allows any.
  package var isUnmentioned = false

  package var link = Link.noChildren

  /// The parent node; `nil` for the root and the bodies of definitions.
  package var parent: NodeID?

  package var description: String?

  /// The constraints on the values; `nil` if there are none.
  package var constraints: NodeConstraints?

  package init(role: SchemaRole, parent: NodeID? = nil) {
    self.role = role
    self.parent = parent
  }

  /// The children of a node, or the target of a reference.
  package enum Link: Sendable {
    static var noChildren: Link { .children(.root ..< .root) }

    /// The children, which are next to each other.
    ///
    /// The children of an object are the additional properties, then the properties that match
    /// patterns, then the named properties. The children of a tuple are the elements with schemas
    /// of their own, then the further elements.
    case children(Range<NodeID>)
    /// The definition that a reference refers to.
    case definition(DefinitionID)
    /// The root that a reference refers to.
    case root

    /// The children; empty for a reference.
    ///
    /// In a table of nodes, this is read without a copy of the node.
    package var children: Range<NodeID> {
      if case .children(let range) = self { range } else { .root ..< .root }
    }
  }

  /// Changes the node to one without values and children.
  package mutating func makeNever() {
    kind = .never
    isUnmentioned = false
    link = .noChildren
  }

  /// Indicates whether the node allows any value and has no description.
  var allowsAnything: Bool { kind == .any && constraints == nil && description == nil }

  /// The children; empty for a reference.
  package var children: Range<NodeID> { link.children }
}

package final class NodeConstraints: Sendable {
  package let merged: GuideConstraints

  /// One statement for each constraint, in the order of documents, made once for all dialects.
  let statements: [ConstraintStatement]

  /// The constraint that lists the choices; `nil` if there are none.
  let choices: DialectRules.Constraint?

  /// Indicates whether each statement can be handled independently of the others.
  let areIndependent: Bool

  /// The constraints that have no statement, as sentences of the description.
  var sentences: [String] { merged.words.map(\.sentence) }

  /// The sentences of constraints whose keywords a document cannot have as they are.
  var sentencesWithoutMembers: [String] {
    merged.words.filter(\.members.isEmpty).map(\.sentence)
  }

  /// The keywords of constraints that have no statement, as they are.
  var otherMembers: [[SchemaValue.Member]] {
    merged.words.map { word in
      word.members.map { (name: $0.keyword, value: SchemaValue($0.value)) }
    }
  }

  package init(_ merged: GuideConstraints) {
    statements = [ConstraintStatement](merged)
    choices = statements.first.map(\.constraint).flatMap { $0.isChoices ? $0 : nil }
    areIndependent =
      statements.count == 1
      || statements.allSatisfy { !$0.isImplied && !$0.constraint.dependsOnOthers }
    // This assignment is last, so that the large constraints are moved and not copied.
    self.merged = merged
  }
}

extension IndexedTable<NodeID, NodeRecord> {
  /// Indicates whether `null` is an alternative of a union.
  func hasNullChoice(_ union: NodeID) -> Bool {
    self[union].kind == .anyOf && self[union].children.contains { self[$0].kind == .null }
  }

  /// The numbers of elements that an array or a tuple may have; `most` is `nil` for any number.
  package func elementCounts(of array: NodeID) -> (least: Int, most: Int?) {
    let counts = self[array].constraints?.merged[.elements]
    var (least, most) = (counts?.minimum ?? 0, counts?.maximum)
    if self[array].kind == .tuple {
      let children = self[array].children
      least = Swift.max(least, children.count { self[$0].role == .prefixItem(isOptional: false) })
      if let last = children.last, self[last].role == .items { return (least, most) }
      most = Swift.min(most ?? .max, children.count)
    }
    return (least, most)
  }
}

/// A schema that is written once and referenced.
package struct DefinitionRecord: Sendable {
  package let entry: DefinitionRegistry.Entry

  /// The node of the schema itself.
  package let body: NodeID

  /// The first node that refers to the definition.
  let firstReference: NodeID

  package init(entry: DefinitionRegistry.Entry, body: NodeID, firstReference: NodeID) {
    self.entry = entry
    self.body = body
    self.firstReference = firstReference
  }
}

extension GraphTables {
  /// Adds a definition, whose name is empty until ``nameDefinitions()``.
  @discardableResult
  package mutating func append(_ definition: DefinitionRecord) -> DefinitionID {
    names.append("")
    return definitions.append(definition)
  }

  /// Names the definitions.
  ///
  /// All of them must be known.
  package mutating func nameDefinitions() {
    names = IndexedTable(from: .first, DefinitionRegistry(definitions.map(\.entry)).names())
  }

  /// Keeps some definitions, in their order, with new identities and names.
  ///
  /// - Parameters:
  ///   - kept: The definitions.
  ///   - users: The nodes that may refer to them.
  package mutating func keepDefinitions(_ kept: [DefinitionID], of users: [NodeID]) {
    var records = IndexedTable<DefinitionID, DefinitionRecord>(from: .first)
    var renumbered: [DefinitionID: DefinitionID] = [:]
    for definition in kept {
      let record = definitions[definition]
      let number = records.append(record)
      renumbered[definition] = number
      nodes[record.body].role = .definition(number)
    }
    for node in users {
      guard case .definition(let definition) = nodes[node].link,
        let number = renumbered[definition]
      else { continue }
      nodes[node].link = .definition(number)
    }
    definitions = records
    nameDefinitions()
  }

  /// Indicates whether a reference refers to the root.
  package var refersToRoot: Bool {
    mayRecurse && nodes.contains { if case .root = $0.link { true } else { false } }
  }

  /// Returns the target of a reference; the node itself if it is not a reference.
  package func resolving(_ node: NodeID) -> NodeID {
    switch nodes[node].link {
    case .children: node
    case .definition(let definition): definitions[definition].body
    case .root: .root
    }
  }

  /// Returns the path to a node.
  ///
  /// Its steps are the names of properties, the titles or numbers of alternatives, and the numbers
  /// of elements of tuples.
  ///
  /// In a fitted graph, the path is that of the node's origin.
  func path(to node: NodeID) -> SchemaPath {
    var paths = PathTable<NodeID>()
    return path(to: node, in: &paths)
  }

  /// Returns the path to a node, and adds the paths on the way to those that are known.
  func path(to node: NodeID, in paths: inout PathTable<NodeID>) -> SchemaPath {
    if let origin { return origin.graph[origin[node]].path }
    return paths.path(to: node) { node in
      if case .definition(let definition) = nodes[node].role {
        definitions[definition].firstReference
      } else {
        nodes[node].parent
      }
    } step: { node in
      if case .definition = nodes[node].role { nil } else { step(to: node) }
    }
  }

  /// Returns `true` if a node states the elements of an array, so that its path is that of the
  /// array.
  func isElement(_ node: NodeID) -> Bool {
    if let origin { return origin.graph[origin[node]].isElement }
    var place = node
    while case .definition(let definition) = nodes[place].role {
      place = definitions[definition].firstReference
    }
    return nodes[place].role == .items
  }

  /// Returns the step from a node's parent to the node; `nil` if paths have no such step.
  func step(to node: NodeID) -> SchemaPath.Component? {
    switch nodes[node].role {
    case .property(let name, _): return .key(name)
    case .prefixItem: return .index(position(of: node))
    case .choice:
      if case .definition(let definition) = nodes[node].link {
        return .key(definitions[definition].entry.title)
      }
      return choiceTitles[node].map { .key($0) } ?? .index(position(of: node))
    case .root, .definition, .additionalProperties, .patternProperty, .items: return nil
    }
  }

  /// Returns the position of a node among the children of its parent that have the same role.
  func position(of node: NodeID) -> Int {
    guard let parent = nodes[node].parent else { return 0 }
    let siblings = nodes[parent].children
    let first =
      switch nodes[node].role {
      case .property:
        siblings.first { if case .property = nodes[$0].role { true } else { false } }
      case .patternProperty:
        siblings.first { if case .patternProperty = nodes[$0].role { true } else { false } }
      case .root, .definition, .additionalProperties, .items, .prefixItem, .choice: siblings.first
      }
    return (first ?? node).distance(to: node)
  }
}
