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
    return try? text(.declared(node.index, mapping: 0), FittingSurvey(copying: graph))
  }

  /// The schema of arrays whose elements have the schemas of some nodes, each of which is written once.
  static func schema(
    ofElements nodes: [SchemaGraph.Node], in graph: SchemaGraph
  ) throws -> String {
    let elements = nodes.map {
      FittingPlan.Part(role: .prefixItem, plan: .declared($0.index, mapping: 0))
    }
    return try text(
      .made(.tuple, children: elements),
      FittingSurvey(copying: graph, definitions: Set(nodes.map(\.index))))
  }

  private static func text(_ plan: FittingPlan, _ survey: FittingSurvey) throws -> String {
    let copy = GraphFitter(survey, copying: plan).fitted().graph
    return try SchemaEncoder(dialect: PlainDialect()).encode(stated: copy).jsonString()
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

  /// Plain JSON Schema, draft 2020-12.
  private struct PlainDialect: SchemaDialect {
    let name = "json-schema"
    var rules: DialectRules { .jsonSchema }
  }
}
