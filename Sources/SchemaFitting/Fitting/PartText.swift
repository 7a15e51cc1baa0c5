import SchemaEncoding
import SchemaModel

/// The schema of a part of a graph as text, for the description of what has that part as JSON text.
enum PartText {
  /// How many nodes a part has at most that is written out.
  private static let limit = 100

  /// The schema as plain JSON Schema, or `nil` if it is large.
  static func schema(of node: SchemaGraph.Node, in graph: SchemaGraph) -> String? {
    guard isSmall(node, in: graph) else { return nil }
    let fitter = GraphFitter(
      FittingSurvey(copying: graph), dialect: "", levels: 0, start: node.index)
    let encoder = SchemaEncoder(dialect: PlainDialect())
    return (try? encoder.encode(stated: fitter.fitted().graph))?.jsonString()
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
