import SchemaModel

/// Makes a graph without references: each is replaced by what it leads to.
///
/// The graph must not recurse. What is written out for the first time does not count, repetitions
/// count against the limit, since a diamond of types doubles at each level.
struct GraphInliner: ~Copyable {
  private struct Task: BitwiseCopyable {
    let source: Int
    let target: Int
  }

  private let storage: GraphStorage
  private let limit: Int
  private let dialect: String
  private var nodes: FlatList<NodeRecord>
  private var properties: FlatList<PropertyRecord>
  private var choices: FlatList<Int32>
  private var tasks = FlatList<Task>(capacity: 16)

  init(_ storage: GraphStorage, limits: SchemaGraph.Limits, dialect: String) {
    self.storage = storage
    self.dialect = dialect
    let (sum, overflows) = storage.nodes.count.addingReportingOverflow(max(limits.nodes, 0))
    limit = min(overflows ? .max : sum, Int(Int32.max))
    nodes = FlatList(capacity: storage.nodes.count)
    properties = FlatList(capacity: storage.properties.count)
    choices = FlatList(capacity: storage.choices.count)
  }

  /// The graph without references.
  consuming func inlined() throws(SchemaError) -> SchemaGraph {
    nodes.append(NodeRecord(kind: .any, parent: .min, position: 0))
    tasks.append(Task(source: 0, target: 0))
    while !tasks.isEmpty {
      let task = tasks[tasks.count - 1]
      tasks.removeLast()
      try copy(task)
    }
    return SchemaGraph(
      GraphStorage(
        nodes: nodes, properties: properties, choices: choices, guides: storage.guides.copy(),
        constraints: storage.constraints.copy(), definitions: FlatList(capacity: 4),
        text: storage.text, mayRecurse: false))
  }

  /// Fills a node in, and makes room for its children.
  private mutating func copy(_ task: Task) throws(SchemaError) {
    var record = storage.nodes[task.source]
    let place = nodes[task.target]
    if record.kind == .definitionReference {
      let description = record.description
      record = storage.nodes[Int(storage.definitions[Int(record.first)].node)]
      if !description.isNone { record.description = description }
    }
    record.parent = place.parent
    record.position = place.position
    let first = Int(record.first)
    let count = record.childCount
    guard nodes.count + count <= limit else { throw tooLarge(at: task.source) }
    switch record.kind {
    case .object:
      record.first = Int32(truncatingIfNeeded: properties.count)
      for position in 0..<count {
        var property = storage.properties[first + position]
        property.node = append(Int(property.node), below: task.target, position)
        properties.append(property)
      }
    case .tuple, .anyOf:
      record.first = Int32(truncatingIfNeeded: choices.count)
      for position in 0..<count {
        choices.append(append(Int(storage.choices[first + position]), below: task.target, position))
      }
    case .array: record.first = append(first, below: task.target, 0)
    default: break
    }
    nodes[task.target] = record
  }

  private mutating func append(_ source: Int, below parent: Int, _ position: Int) -> Int32 {
    let index = nodes.count
    nodes.append(
      NodeRecord(
        kind: .any, parent: Int32(truncatingIfNeeded: parent),
        position: Int32(truncatingIfNeeded: position)))
    tasks.append(Task(source: source, target: index))
    return Int32(truncatingIfNeeded: index)
  }

  private func tooLarge(at node: Int) -> SchemaError {
    .limitExceeded(
      limit: "nodes", value: limit + 1, maximum: limit,
      context: SchemaError.Context(
        path: storage.path(to: node),
        problem:
          "The dialect '\(dialect)' has no references, and written out at every place the schema"
          + " exceeds \(limit) nodes.",
        remedy: "Let fewer types contain each other, or encode in another dialect."))
  }
}
