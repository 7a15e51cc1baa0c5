import IndexedTables
import SchemaGuides
import SchemaModel

/// Makes a graph in which each reference is replaced by a copy of its target.
///
/// The graph must not contain cycles. The limit applies to repeated copies of a definition and not
/// to the first copy. If two properties at each level have the same type, the number of copies
/// doubles with each level. Each listed value counts as a node, and so do some bytes of text, since
/// they are written again as well.
struct GraphInliner {
  /// The largest number of copies for a graph of any size, and for each of its nodes.
  private static let copies = (least: 1 << 14, ofNode: 4)

  private let source: GraphTables
  private let maximum: Int
  private let dialect: String
  private var result = GraphTables()
  /// The contents of the copies, without as many as the source has.
  private var repeatedContents: Int

  init(_ graph: SchemaGraph, limits: SchemaGraph.Limits, dialect: String) {
    source = graph.storage.tables
    self.dialect = dialect
    maximum = min(
      limits.nodes, Self.copies.least + Self.copies.ofNode * source.nodes.count)
    repeatedContents = -source.nodes.reduce(0) { $0 + $1.contentCount }
  }

  /// Returns the graph without references.
  func inlined() throws(SchemaError) -> SchemaGraph {
    var inliner = self
    try inliner.run()
    return SchemaGraph(inliner.result)
  }

  private mutating func run() throws(SchemaError) {
    result.rootTitle = source.rootTitle
    var tasks = [(source: NodeID.root, target: NodeID.root)]
    while let task = tasks.popLast() {
      let record = try copy(task.source, into: task.target)
      tasks += zip(record.children, result.nodes[task.target].children).reversed()
    }
  }

  /// Fills a node, and adds nodes for its children.
  ///
  /// - Returns: The copied node. For a reference, this is the body of the definition.
  private mutating func copy(
    _ node: NodeID, into target: NodeID
  ) throws(SchemaError) -> NodeRecord {
    let original = source.nodes[source.resolving(node)]
    var record = original
    record.description = source.nodes[node].description ?? original.description
    record.role = result.nodes[target].role
    record.parent = result.nodes[target].parent
    repeatedContents += record.contentCount
    let copies =
      result.nodes.count + original.children.count - source.nodes.count + max(repeatedContents, 0)
    guard copies <= maximum else { throw tooLarge(copies, at: node) }
    if case .choice = record.role, case .definition(let definition) = source.nodes[node].link {
      result.choiceTitles[target] = source.definitions[definition].entry.title
    }
    let children = result.nodes.append(
      contentsOf: original.children.lazy.map { [source] in
        NodeRecord(role: source.nodes[$0].role, parent: target)
      })
    record.link = .children(children)
    result.nodes[target] = record
    return original
  }

  private func tooLarge(_ copies: Int, at node: NodeID) -> SchemaError {
    .limitExceeded(
      limit: "nodes", value: copies, maximum: maximum,
      context: SchemaError.Context(
        path: source.path(to: node),
        problem:
          "The dialect '\(dialect)' has no references, and writing the schema out at every place"
          + " takes more than \(maximum) further nodes, listed values and parts of texts of"
          + " \(NodeRecord.bytesOfPart) bytes.",
        remedy:
          "Let fewer types contain each other, or encode in another dialect. Or fit the schema with"
          + " \(SwiftAdvice.Call.fit.text)"))
  }
}

extension NodeRecord {
  /// A part of a text, which counts as a node, is about as long as a small node is written.
  fileprivate static let bytesOfPart = 64

  /// The number of values that the node lists, and of the parts of its texts.
  fileprivate var contentCount: Int {
    var (count, bytes) = (0, description?.utf8.count ?? 0)
    if case .property(let name, _) = role { bytes += name.utf8.count }
    if let constraints = constraints?.merged {
      count = constraints.choices?.count ?? 0
      for pattern in constraints.patterns { bytes += pattern.source.utf8.count }
      for word in constraints.words { bytes += word.sentence.utf8.count }
      for case .string(let text) in constraints.choices ?? [] { bytes += text.utf8.count }
    }
    return count + bytes / Self.bytesOfPart
  }
}
