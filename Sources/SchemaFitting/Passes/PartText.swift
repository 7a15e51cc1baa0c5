import SchemaEncoding
import SchemaModel

/// Parts of a graph as documents of plain JSON Schema.
enum PartText {
  /// How many nodes a part has at most that is written out.
  private static let limit = 100

  /// The schema of a node, for the description of what has its values as JSON text; `nil` if it is
  /// large.
  static func schema(of node: SchemaGraph.Node, in graph: SchemaGraph) -> String? {
    guard isSmall(node, in: graph) else { return nil }
    if node.index == 0 { return try? plain.encode(stated: graph).jsonString() }
    return try? plain.encode(stated: PartCopier(graph).copy(of: node.index)).jsonString()
  }

  /// The schema of arrays whose elements have the schemas of some nodes, each of which is written once.
  static func schema(
    ofElements nodes: [SchemaGraph.Node], in graph: SchemaGraph
  ) throws -> String {
    try plain.encode(stated: PartCopier(graph).tuple(of: nodes.map(\.index))).jsonString()
  }

  /// The size of the document of a graph in bytes.
  static func size(of graph: SchemaGraph) throws -> Int {
    try plain.encode(stated: graph).utf8.count
  }

  /// Whether at most ``limit`` nodes can be reached from a node.
  private static func isSmall(_ node: SchemaGraph.Node, in graph: SchemaGraph) -> Bool {
    var visited: Set<Int> = []
    var pending = [node]
    while let node = pending.popLast() {
      guard visited.insert(node.index).inserted else { continue }
      guard visited.count + pending.count <= limit else { return false }
      pending += node.kind == .reference ? [graph.resolving(node)] : node.children
    }
    return true
  }

  private static let plain = SchemaEncoder(dialect: PlainDialect())

  /// Plain JSON Schema, draft 2020-12.
  private struct PlainDialect: SchemaDialect {
    let name = "json-schema"
    var rules: DialectRules { .jsonSchema }
  }
}

/// Makes a graph of parts of another, with the definitions that they refer to.
private struct PartCopier {
  private let source: SchemaGraph
  private var result = GraphTables()

  /// The nodes that become definitions, besides those that are.
  private var bodies: Set<Int> = []

  /// The definitions in the graph that is made, by the nodes that are their bodies in the other.
  private var definitions: [Int: Int] = [:]
  private var pending: [(source: Int, target: Int)] = []

  init(_ source: SchemaGraph) {
    self.source = source
    result.nodes = [NodeRecord(role: .root, parent: -1)]
    result.mayRecurse = source.storage.tables.mayRecurse
  }

  /// A graph with a node for a root.
  consuming func copy(of node: Int) -> SchemaGraph {
    pending = [(node, 0)]
    return finished()
  }

  /// A graph of tuples whose elements are nodes.
  consuming func tuple(of nodes: [Int]) -> SchemaGraph {
    bodies = Set(nodes)
    result.nodes[0].kind = .tuple
    result.nodes[0].first = 1
    result.nodes[0].count = Int32(truncatingIfNeeded: nodes.count)
    for node in nodes {
      result.nodes.append(NodeRecord(role: .prefixItem, parent: 0))
      pending.append((node, result.nodes.count - 1))
    }
    return finished()
  }

  private consuming func finished() -> SchemaGraph {
    var copier = self
    while let next = copier.pending.popLast() { copier.copy(next.source, to: next.target) }
    let names = DefinitionRegistry(copier.result.definitions.map(\.entry)).names()
    for (index, name) in names.enumerated() { copier.result.definitions[index].name = name }
    return SchemaGraph(copier.result)
  }

  private mutating func copy(_ index: Int, to target: Int) {
    let node = SchemaGraph.Node(storage: source.storage, index: index)
    var isBody = false
    if case .definition = result.nodes[target].role { isBody = true }
    let body = source.resolving(node).index
    guard node.kind != .reference, isBody || !bodies.contains(index) else {
      result.nodes[target].kind = .reference
      result.nodes[target].description = node.description
      let definition = definition(of: body, from: target)
      result.nodes[target].first = Int32(truncatingIfNeeded: definition)
      return
    }
    var record = source.storage.tables.nodes[index]
    record.role = result.nodes[target].role
    record.parent = result.nodes[target].parent
    if let constraints = node.ownConstraints {
      record.constraints = Int32(truncatingIfNeeded: result.constraints.count)
      result.constraints.append(constraints)
    }
    record.first = Int32(truncatingIfNeeded: result.nodes.count)
    result.nodes[target] = record
    for child in node.childIndices.reversed() {
      pending.append((child, Int(record.first) + child - (node.childIndices.first ?? 0)))
    }
    for child in node.children {
      result.nodes.append(NodeRecord(role: child.role, parent: target))
    }
  }

  private mutating func definition(of body: Int, from reference: Int) -> Int {
    if let known = definitions[body] { return known }
    let node = SchemaGraph.Node(storage: source.storage, index: body)
    var entry = DefinitionRegistry.Entry(title: node.nameOfPlace)
    switch node.role {
    case .definition(let index): entry = source.storage.tables.definitions[index].entry
    case .root: entry = DefinitionRegistry.Entry(title: node.title ?? "Root")
    default: break
    }
    definitions[body] = result.definitions.count
    result.nodes.append(NodeRecord(role: .definition(result.definitions.count), parent: -1))
    var definition = DefinitionRecord(
      entry: entry, firstReference: Int32(truncatingIfNeeded: reference))
    definition.node = Int32(truncatingIfNeeded: result.nodes.count - 1)
    result.definitions.append(definition)
    pending.append((body, result.nodes.count - 1))
    return result.definitions.count - 1
  }
}
