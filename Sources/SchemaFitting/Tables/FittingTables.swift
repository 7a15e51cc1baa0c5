import IndexedTables
import SchemaEncoding

/// The nodes and the definitions of a graph that changes, with the declared node of each node.
///
/// A changed node keeps its place, and new nodes are appended. Unreachable nodes stay in the
/// tables, until ``removeUnreachable()`` sets their kind to `.never`.
struct FittingTables {
  /// The graph as it is declared.
  let declared: SchemaGraph

  private var tables: GraphTables

  /// The features that occur, or did before a node changed.
  private var features: NodeFeatures = []

  /// The declared node that each added node was made from, for diagnostics.
  private var origins: GraphOrigin

  /// Indicates whether definitions were added or nodes copied, so that some may be unreachable.
  private var hasOtherDefinitions = false

  /// Indicates whether a pass has detached parts of the graph that are not yet removed.
  private(set) var hasDroppedParts = false

  /// Creates the tables of a declared graph.
  init(_ declared: SchemaGraph) {
    self.declared = declared
    tables = declared.storage.tables
    origins = GraphOrigin(declared)
    for node in tables.nodes.indices { recordFeatures(of: node) }
  }

  private mutating func recordFeatures(of node: NodeID) {
    features.formUnion(NodeFeatures(tables.nodes[node].kind, tables.nodes[node].role))
  }

  // MARK: Reading

  subscript(node: NodeID) -> NodeRecord { tables.nodes[node] }

  /// The nodes.
  ///
  /// The declared nodes are the first ones.
  var nodes: Range<NodeID> { tables.nodes.indices }

  func children(of node: NodeID) -> Range<NodeID> { tables.nodes[node].link.children }

  /// The nodes that meet a condition on their records.
  func nodes(where condition: (borrowing NodeRecord) -> Bool) -> [NodeID] {
    var found: [NodeID] = []
    for node in tables.nodes.indices where condition(tables.nodes[node]) { found.append(node) }
    return found
  }

  /// The nodes with a feature.
  func nodes(with feature: NodeFeatures) -> [NodeID] {
    if features.isDisjoint(with: feature) { return [] }
    return nodes { NodeFeatures($0.kind, $0.role).contains(feature) }
  }

  /// The form of a node in the document that an encoder writes.
  func form(of node: NodeID, by encoder: SchemaEncoder) -> WrittenForm {
    encoder.form(of: node, in: tables.nodes)
  }

  /// The numbers of elements that an array or a tuple may have; `most` is `nil` for any number.
  func elementCounts(of array: NodeID) -> (least: Int, most: Int?) {
    tables.nodes.elementCounts(of: array)
  }

  /// The declared node that a node was made from.
  func origin(of node: NodeID) -> NodeID { origins[node] }

  var definitionBodies: [NodeID] { tables.definitions.map(\.body) }

  /// The target of a reference; the node itself if it is not a reference.
  func resolving(_ node: NodeID) -> NodeID { tables.resolving(node) }

  /// Indicates whether a type may contain itself.
  var mayRecurse: Bool { tables.mayRecurse }

  /// Indicates whether there may be unreachable nodes or definitions.
  var mayHaveUnreachable: Bool { hasDroppedParts || hasOtherDefinitions }

  /// The present graph, with the paths of the declared graph.
  ///
  /// - Parameters:
  ///   - isChanged: Whether the graph differs from the declared graph.
  ///   - rootTitle: The title of the root if it has none.
  /// - Returns: The graph.
  func graph(isChanged: Bool, rootTitle: String? = nil) -> SchemaGraph {
    var result = tables
    if isChanged { result.origin = origins }
    result.rootTitle = result.rootTitle ?? rootTitle
    return SchemaGraph(result)
  }

  // MARK: Nodes

  /// Reserves memory for as many additional nodes as there are nodes.
  mutating func reserveCapacity() { tables.nodes.reserveCapacity(2 * tables.nodes.count) }

  /// Adds a node with the same declared node as another node.
  mutating func append(_ role: SchemaRole, parent: NodeID?, originOf node: NodeID) -> NodeID {
    origins.append(originOf: node)
    let added = tables.nodes.append(NodeRecord(role: role, parent: parent))
    recordFeatures(of: added)
    return added
  }

  mutating func set(role: SchemaRole, of node: NodeID) {
    tables.nodes[node].role = role
    recordFeatures(of: node)
  }

  mutating func set(description: String?, of node: NodeID) {
    tables.nodes[node].description = description
  }

  mutating func set(constraints: NodeConstraints?, of node: NodeID) {
    tables.nodes[node].constraints = constraints
  }

  /// Changes the kind of a node.
  ///
  /// Its new children are already appended.
  mutating func set(
    _ kind: SchemaKind, description: String?, constraints: NodeConstraints?,
    children: Range<NodeID>, of node: NodeID
  ) {
    if tables.nodes[node].kind == .reference { hasDroppedParts = true }
    tables.nodes[node].kind = kind
    recordFeatures(of: node)
    tables.nodes[node].isUnmentioned = false
    tables.nodes[node].description = description
    set(constraints: constraints, children: children, of: node)
  }

  /// Changes the constraints and the children of a node.
  ///
  /// The new children are already appended.
  mutating func set(constraints: NodeConstraints?, children: Range<NodeID>, of node: NodeID) {
    // A child whose content has moved has the kind `.never`, so it is not a detached part.
    if self.children(of: node).contains(where: { tables.nodes[$0].kind != .never }) {
      hasDroppedParts = true
    }
    tables.nodes[node].constraints = constraints
    tables.nodes[node].link = .children(children)
  }

  /// Moves the content of a node: all its data except for its role and its parent.
  mutating func move(_ source: NodeID, to target: NodeID) {
    moveContent(of: source, to: target)
    tables.nodes[source].makeNever()
    // If the source is the parent of the target, it becomes the wrapper of the target.
    let isAround = tables.nodes[target].parent == source
    if source != .root, !isAround { tables.nodes[source].parent = nil }
  }

  /// Copies the content of a node into another node, with new nodes for its parts.
  ///
  /// The former children of the target become unreachable. `removeUnreachable` removes them later.
  ///
  /// - Returns: The copied nodes, each with its copy; new nodes have the order of the result.
  mutating func copy(_ source: NodeID, into target: NodeID) -> [(source: NodeID, copy: NodeID)] {
    hasOtherDefinitions = true
    var copied: [(source: NodeID, copy: NodeID)] = []
    var pending = [(source: source, copy: target)]
    while let (source, target) = pending.popLast() {
      var link = tables.nodes[source].link
      if case .children(let children) = link {
        let first = tables.nodes.endIndex
        for child in children {
          let role = tables.nodes[child].role
          pending.append((child, append(role, parent: target, originOf: child)))
        }
        link = .children(first..<tables.nodes.endIndex)
      }
      setContent(of: target, from: source)
      tables.nodes[target].link = link
      copied.append((source, target))
    }
    return copied
  }

  private mutating func moveContent(of source: NodeID, to target: NodeID) {
    setContent(of: target, from: source)
    for child in children(of: target) { tables.nodes[child].parent = target }
    origins.set(target, toOriginOf: source)
  }

  /// Copies all data of a node except for its role and its parent.
  private mutating func setContent(of target: NodeID, from source: NodeID) {
    tables.nodes[target].kind = tables.nodes[source].kind
    tables.nodes[target].isUnmentioned = tables.nodes[source].isUnmentioned
    tables.nodes[target].description = tables.nodes[source].description
    tables.nodes[target].constraints = tables.nodes[source].constraints
    tables.nodes[target].link = tables.nodes[source].link
  }

  /// Moves a node behind all others.
  mutating func moveToEnd(_ source: NodeID) -> NodeID {
    let target = tables.nodes.append(tables.nodes[source])
    origins.append(originOf: source)
    for child in children(of: target) { tables.nodes[child].parent = target }
    tables.nodes[source].makeNever()
    tables.nodes[source].parent = nil
    return target
  }

  // MARK: Definitions

  /// Moves the content of a node to the body of a new definition, and makes the node a reference to
  /// this definition.
  ///
  /// - Returns: The body.
  mutating func makeDefinition(of node: NodeID, title: String? = nil) -> NodeID {
    let title = title ?? declared[origins[node]].nameOfPlace
    let (definition, body) = addDefinition(DefinitionRegistry.Entry(title: title), originOf: node)
    moveContent(of: node, to: body)
    tables.nodes[node].description = nil
    refer(node, to: definition)
    return body
  }

  /// Indicates whether there are references to the root.
  var refersToRoot: Bool { tables.refersToRoot }

  /// Makes the root a definition if there are references to it, so that the root can move to
  /// another place.
  ///
  /// - Returns: The body of the definition; `nil` if there are no references.
  mutating func makeDefinitionOfRoot() -> NodeID? {
    guard refersToRoot else { return nil }
    let body = makeDefinition(of: .root, title: rootTitle)
    guard case .definition(let definition) = tables.nodes[body].role else { return body }
    for node in tables.nodes.indices {
      if case .root = tables.nodes[node].link { tables.nodes[node].link = .definition(definition) }
    }
    return body
  }

  /// Adds a definition for a copy of the body of another, or of the root.
  ///
  /// - Returns: The body, which is still empty.
  mutating func addDefinition(like body: NodeID, level: Int) -> NodeID {
    var entry = DefinitionRegistry.Entry(title: rootTitle)
    if case .definition(let definition) = tables.nodes[body].role {
      entry = tables.definitions[definition].entry
    }
    entry.level = UInt32(level)
    return addDefinition(entry, originOf: body).body
  }

  /// Adds a definition whose body has the same declared node as another node.
  private mutating func addDefinition(
    _ entry: DefinitionRegistry.Entry, originOf node: NodeID
  ) -> (id: DefinitionID, body: NodeID) {
    hasOtherDefinitions = true
    let body = append(.definition(tables.definitions.endIndex), parent: nil, originOf: node)
    let record = DefinitionRecord(entry: entry, body: body, firstReference: node)
    return (tables.append(record), body)
  }

  /// The title of the root as a definition.
  private var rootTitle: String { tables.rootTitle ?? "Root" }

  /// Makes a node a reference to the definition with a body.
  mutating func refer(_ node: NodeID, to body: NodeID) {
    guard case .definition(let definition) = tables.nodes[body].role else { return }
    refer(node, to: definition)
  }

  /// Makes a node a reference to a definition.
  private mutating func refer(_ node: NodeID, to definition: DefinitionID) {
    tables.nodes[node].kind = .reference
    tables.nodes[node].isUnmentioned = false
    tables.nodes[node].link = .definition(definition)
    tables.nodes[node].constraints = nil
  }

  // MARK: Removing

  /// Sets the kind of unreachable nodes to `.never`, and removes unreachable definitions.
  mutating func removeUnreachable() -> [NodeID] {
    hasDroppedParts = false
    let order = reachable()
    var isReached = IndexedTable(repeating: false, for: tables.nodes.indices)
    for node in order.nodes { isReached[node] = true }
    let removed = isReached.indices.filter { !isReached[$0] }
    for node in removed { tables.nodes[node].makeNever() }
    if hasOtherDefinitions || order.definitions.count < tables.definitions.count {
      tables.keepDefinitions(order.definitions, of: order.nodes)
      hasOtherDefinitions = false
    }
    return removed
  }

  /// The nodes that are reachable from the root, and the definitions in the order of the walk.
  private func reachable() -> (nodes: [NodeID], definitions: [DefinitionID]) {
    var nodes: [NodeID] = []
    var definitions: [DefinitionID] = []
    var isMet = IndexedTable(repeating: false, for: tables.definitions.indices)
    var pending = [NodeID.root]
    var next = 0
    while true {
      while let node = pending.popLast() {
        nodes.append(node)
        pending += children(of: node).reversed()
        if case .definition(let definition) = tables.nodes[node].link, !isMet[definition] {
          isMet[definition] = true
          definitions.append(definition)
        }
      }
      guard next < definitions.count else { return (nodes, definitions) }
      pending.append(tables.definitions[definitions[next]].body)
      next += 1
    }
  }

  // MARK: Invariants

  /// Checks that the features of all nodes are recorded.
  func checkInvariants() {
    #if DEBUG
    for node in nodes {
      let occurring = NodeFeatures(tables.nodes[node].kind, tables.nodes[node].role)
      assert(features.isSuperset(of: occurring), "\(node) has a feature that is not recorded")
    }
    #endif
  }
}
