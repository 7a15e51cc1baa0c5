import SchemaModel

/// Makes a graph in which each reference is replaced by a copy of its target.
///
/// The graph must not recurse. The first copy of a definition does not count against the limit;
/// repetitions do, since a diamond of types doubles at each level.
struct GraphInliner {
  private let source: GraphTables
  private let limits: SchemaGraph.Limits
  private let dialect: String
  private var result = GraphTables()

  init(_ graph: SchemaGraph, limits: SchemaGraph.Limits, dialect: String) {
    source = graph.storage.tables
    self.dialect = dialect
    self.limits = limits
  }

  /// The graph without references.
  func inlined() throws(SchemaError) -> SchemaGraph {
    var inliner = self
    try inliner.run()
    return SchemaGraph(inliner.result)
  }

  private mutating func run() throws(SchemaError) {
    result.constraints = source.constraints
    result.rootTitle = source.rootTitle
    var tasks = [(source: 0, target: 0)]
    while let task = tasks.popLast() {
      let record = try copy(task.source, into: task.target)
      for pair in zip(record.children, result.nodes[task.target].children).reversed() {
        tasks.append(pair)
      }
    }
  }

  /// Fills a node in, and makes room for its children.
  ///
  /// - Returns: The node that was copied, which is the body of the definition for a reference.
  private mutating func copy(_ index: Int, into target: Int) throws(SchemaError) -> NodeRecord {
    var record = source.nodes[index]
    if case .definition(let definition) = record.link {
      let description = record.description
      record = source.nodes[source.definitions[definition].node]
      record.description = description ?? record.description
    }
    let original = record
    record.role = result.nodes[target].role
    record.parent = result.nodes[target].parent
    let first = result.nodes.count
    let count = first + original.children.count
    guard count - source.nodes.count <= limits.nodes else {
      throw tooLarge(count - source.nodes.count, at: index)
    }
    for child in original.children {
      result.nodes.append(NodeRecord(role: source.nodes[child].role, parent: target))
    }
    record.link = .children(first..<count)
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
