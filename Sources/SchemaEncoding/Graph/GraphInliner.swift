package import SchemaModel

/// Makes a graph in which each reference is replaced by a copy of its target.
///
/// The graph must not recurse. The first copy of a definition does not count against the limit;
/// repetitions do, since a diamond of types doubles at each level.
package struct GraphInliner {
  private let source: GraphTables
  private let limits: SchemaGraph.Limits
  private let dialect: String
  private var result = GraphTables()

  /// The node that each node is a copy of.
  private var sources: [Int32] = [0]

  package init(_ graph: SchemaGraph, limits: SchemaGraph.Limits, dialect: String) {
    source = graph.storage.tables
    self.dialect = dialect
    self.limits = limits
  }

  /// The graph without references, and the node that each of its nodes is a copy of.
  package func inlined() throws(SchemaError) -> (graph: SchemaGraph, sources: [Int32]) {
    var inliner = self
    try inliner.run()
    let sources = inliner.sources
    inliner.result.declared = source.declared.map { declared in
      (declared.graph, sources.map { declared.nodes[Int($0)] })
    }
    return (SchemaGraph(inliner.result), sources)
  }

  private mutating func run() throws(SchemaError) {
    result.constraints = source.constraints
    result.rootTitle = source.rootTitle
    result.nodes = [NodeRecord(role: .root, parent: -1)]
    var tasks = [(source: 0, target: 0)]
    while let task = tasks.popLast() {
      let record = try copy(task.source, into: task.target)
      for (offset, child) in record.children.enumerated().reversed() {
        tasks.append((child, Int(result.nodes[task.target].first) + offset))
      }
    }
  }

  /// Fills a node in, and makes room for its children.
  ///
  /// - Returns: The node that was copied, which is the body of the definition for a reference.
  private mutating func copy(_ index: Int, into target: Int) throws(SchemaError) -> NodeRecord {
    var record = source.nodes[index]
    if record.kind == .reference, record.first >= 0 {
      let body = Int(source.definitions[Int(record.first)].node)
      let description = record.description
      record = source.nodes[body]
      record.description = description ?? record.description
    }
    let original = record
    record.role = result.nodes[target].role
    record.parent = result.nodes[target].parent
    record.first = Int32(truncatingIfNeeded: result.nodes.count)
    let count = result.nodes.count + record.children.count
    guard count - source.nodes.count <= limits.nodes, count <= Int32.max else {
      throw tooLarge(count - source.nodes.count, at: index)
    }
    for child in original.children {
      result.nodes.append(NodeRecord(role: source.nodes[child].role, parent: target))
      sources.append(Int32(truncatingIfNeeded: child))
    }
    result.nodes[target] = record
    return original
  }

  private func tooLarge(_ copies: Int, at node: Int) -> SchemaError {
    .limitExceeded(
      limit: "nodes", value: copies, maximum: limits.nodes,
      context: SchemaError.Context(
        path: source.path(to: node),
        problem:
          "The dialect '\(dialect)' has no references, and writing the schema out at every place"
          + " takes more than \(limits.nodes) further nodes.",
        remedy: "Let fewer types contain each other, or encode in another dialect."))
  }
}
