import SchemaModel

/// Finds types that contain themselves in a way that a dialect does not accept.
struct RecursionCheck: SchemaVisitor {
  private struct Edge {
    /// The definition referred to, from 1 up; 0 for the root.
    let target: Int
    let node: Int
  }

  private let graph: SchemaGraph
  private let rule: DialectRules.Recursion
  private let dialect: String
  private var edges: [[Edge]]
  private var head = 0
  private var optionalDepth = 0

  init(_ graph: SchemaGraph, _ rule: DialectRules.Recursion, dialect: String) {
    self.graph = graph
    self.rule = rule
    self.dialect = dialect
    edges = Array(repeating: [], count: graph.storage.definitions.count + 1)
  }

  mutating func enter(_ node: SchemaGraph.Node, as role: SchemaRole) {
    switch role {
    case .definition(let definition): head = definition.index + 1
    case .property(let property, _) where property.isOptional: optionalDepth += 1
    default: break
    }
    let record = node.record
    let isCounted = rule == .refused || optionalDepth == 0
    switch record.kind {
    case .rootReference where isCounted: edges[head].append(Edge(target: 0, node: node.index))
    case .definitionReference where isCounted:
      edges[head].append(Edge(target: Int(record.first) + 1, node: node.index))
    default: break
    }
  }

  mutating func leave(_ node: SchemaGraph.Node, as role: SchemaRole) {
    if case .property(let property, _) = role, property.isOptional { optionalDepth -= 1 }
  }

  /// What is to be said of each reference that closes a cycle.
  func run() throws(SchemaError) -> [SchemaDiagnostic] {
    var check = self
    graph.walk(&check)
    let closing = check.closingReferences()
    if rule == .refused, let node = closing.first {
      throw SchemaError.unsupported(
        feature: "recursion",
        context: SchemaError.Context(
          path: graph.storage.path(to: node),
          problem: "The type here contains itself, which the dialect '\(dialect)' refuses.",
          remedy: "Write the levels out as types of their own, or use another dialect."))
    }
    return closing.map { node in
      SchemaDiagnostic(
        .warning, at: graph.storage.path(to: node),
        problem:
          "The type here contains itself by way of required properties only, which the dialect"
          + " '\(dialect)' may reject.",
        remedy: "Make one of the properties on the way optional.")
    }
  }

  /// The references that lead back to where a depth-first search came from, in order.
  private func closingReferences() -> [Int] {
    enum State { case new, open, done }
    var states = [State](repeating: .new, count: edges.count)
    var closing: [Int] = []
    for start in edges.indices where states[start] == .new {
      var stack = [(head: start, next: 0)]
      states[start] = .open
      while let top = stack.indices.last {
        let (head, next) = stack[top]
        guard next < edges[head].count else {
          states[head] = .done
          stack.removeLast()
          continue
        }
        stack[top].next = next + 1
        let edge = edges[head][next]
        switch states[edge.target] {
        case .new:
          states[edge.target] = .open
          stack.append((edge.target, 0))
        case .open: closing.append(edge.node)
        case .done: break
        }
      }
    }
    return closing
  }
}
