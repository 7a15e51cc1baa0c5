import SchemaEncoding
import SchemaModel

/// Parts of a graph as documents of plain JSON Schema.
enum PartText {
  /// The largest number of nodes of a part that is written out.
  private static let limit = 100

  /// The schema of a node as text, for the description of a string with the node's values as JSON
  /// text; `nil` for a large schema.
  static func schema(of node: SchemaGraph.Node, in graph: SchemaGraph) -> String? {
    guard isSmall(node, in: graph) else { return nil }
    return try? text(of: node.id == .root ? graph : graph.part(from: node))
  }

  /// The schema of arrays whose elements have the schemas of some nodes.
  ///
  /// Each schema is written once.
  static func schema(
    ofElements nodes: [SchemaGraph.Node], in graph: SchemaGraph
  ) throws -> String {
    var part = FittingTables(graph)
    _ = part.makeDefinitionOfRoot()
    let elements = nodes.map(\.id)
    for element in elements where part[element].kind != .reference {
      _ = part.makeDefinition(of: element)
    }
    let bodies = elements.map { part.resolving($0) }
    let first = part.nodes.upperBound
    for body in bodies {
      let item = part.append(.prefixItem(isOptional: false), parent: .root, originOf: .root)
      part.refer(item, to: body)
    }
    part.set(
      .tuple, description: nil, constraints: nil, children: first..<part.nodes.upperBound,
      of: .root)
    _ = part.removeUnreachable()
    return try text(of: part.graph(isChanged: true))
  }

  /// The document of a graph.
  static func text(of graph: SchemaGraph) throws -> String { try plain.encode(graph).jsonString() }

  /// The size of the document of a graph in bytes.
  static func size(of graph: SchemaGraph) throws -> Int { try plain.encode(graph).utf8.count }

  /// Indicates whether not many more than ``limit`` nodes can be reached from a node.
  private static func isSmall(_ node: SchemaGraph.Node, in graph: SchemaGraph) -> Bool {
    var visited: Set<NodeID> = []
    var pending = [node]
    while let node = pending.popLast() {
      guard visited.insert(node.id).inserted else { continue }
      guard visited.count + pending.count + node.childCount <= limit else { return false }
      pending += node.kind == .reference ? [graph.resolving(node)] : node.children
    }
    return true
  }

  private static let plain = SchemaEncoder()
}
