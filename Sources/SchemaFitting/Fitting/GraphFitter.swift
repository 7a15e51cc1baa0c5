import SchemaEncoding
import SchemaGuides
import SchemaModel

/// A graph that is fitted to a dialect, with the mapping of answers to it.
struct FittedGraph {
  let graph: SchemaGraph
  let diagnostics: [SchemaDiagnostic]

  /// How values are converted, and the declared nodes of alternatives.
  fileprivate let nodes: [AnswerMapping.Node]
  fileprivate let root: Int
  fileprivate let alternatives: [SchemaGraph.Node]
  fileprivate let declared: SchemaGraph

  /// The way back from answers, for which the declared schemas of alternatives are compiled.
  func mapping() -> AnswerMapping {
    var mapping = AnswerMapping(nodes: nodes, root: root)
    if !alternatives.isEmpty {
      mapping.alternatives = DeclaredAlternatives(alternatives, of: declared)
    }
    return mapping
  }
}

/// Makes a graph that a dialect can state from one that it cannot, node by node from the root down.
///
/// Nothing recurses: nodes wait on a stack, and the bodies of definitions in a queue.
struct GraphFitter {
  let source: SchemaGraph
  let rules: DialectRules
  let dialect: String
  let survey: FittingSurvey

  /// How many levels of recursion are written out, where recursion has to end.
  let levels: Int

  var request: FittingRequest { survey.request }

  let tables: GraphTables
  var result = GraphTables()
  var origins: [Int32] = []
  var nodes: [AnswerMapping.Node] = [.same]

  /// The declared alternatives of unions, and their numbers by the indices of the nodes.
  private var alternatives: [SchemaGraph.Node] = []
  private var alternativeNumbers: [Int: Int] = [:]

  private(set) var diagnostics: [SchemaDiagnostic] = []

  /// The problems reported for each node.
  ///
  /// With several levels of recursion a node is fitted once per level, and each problem is reported once.
  private var reported: [Int: Set<String>] = [:]

  /// The nodes that are still to be fitted, the next one last, with their mappings.
  private var tasks: [(node: Int, slot: Int, level: Int, mapping: Int)] = []

  /// The mappings of bodies, and their definitions.
  var bodyMappings: [Body: Int] = [:]
  var bodyDefinitions: [Body: Int] = [:]
  var bodies: [Body] = []

  /// The body of a type, the root being 0, at a level of recursion.
  struct Body: Hashable {
    let index: Int
    let level: Int
  }

  /// The plan that is copied in place of the root, if the graph is not fitted.
  let copied: FittingPlan?

  /// How many more bytes of schemas may be put into descriptions of JSON text.
  var roomForSchemas = 16 << 10

  /// Whether the root becomes a property of an object.
  let wrapsRoot: Bool

  /// Creates a fitter.
  ///
  /// - Parameters:
  ///   - survey: What has to change.
  ///   - dialect: The name of the dialect, for diagnostics.
  ///   - levels: How many levels of recursion are written out, where recursion has to end.
  ///   - plan: What is copied in place of the root, if the graph is not fitted.
  init(
    _ survey: FittingSurvey, dialect: String = "", levels: Int = 0, copying plan: FittingPlan? = nil
  ) {
    copied = plan
    wrapsRoot = plan == nil && RootFitting.applies(to: survey)
    source = survey.graph
    tables = survey.graph.storage.tables
    rules = survey.rules
    if plan == nil {
      result.nodes.reserveCapacity(2 * tables.nodes.count)
      origins.reserveCapacity(2 * tables.nodes.count)
    }
    self.dialect = dialect
    self.survey = survey
    self.levels = levels
  }

  /// The fitted graph.
  consuming func fitted() -> FittedGraph {
    var fitter = self
    let root = fitter.fitRoot()
    fitter.drain()
    var next = 0
    while next < fitter.bodies.count {
      fitter.fit(body: fitter.bodies[next], definition: next)
      fitter.drain()
      next += 1
    }
    let names = DefinitionRegistry(fitter.result.definitions.map(\.entry)).names()
    for (index, name) in names.enumerated() { fitter.result.definitions[index].name = name }
    fitter.result.declared = (fitter.source.storage, fitter.origins)
    return FittedGraph(
      graph: SchemaGraph(fitter.result), diagnostics: fitter.diagnostics, nodes: fitter.nodes,
      root: root, alternatives: fitter.alternatives, declared: fitter.source)
  }

  /// The number of the declared schema of an alternative in the mapping.
  mutating func number(ofAlternative node: SchemaGraph.Node) -> Int {
    if let known = alternativeNumbers[node.index] { return known }
    alternativeNumbers[node.index] = alternatives.count
    alternatives.append(node)
    return alternatives.count - 1
  }

  /// Reports what becomes of a node, once.
  mutating func report(_ diagnostic: SchemaDiagnostic, at node: SchemaGraph.Node) {
    // Without levels, each node is fitted once.
    if levels > 0, !reported[node.index, default: []].insert(diagnostic.problem).inserted { return }
    diagnostics.append(diagnostic)
  }

  private mutating func drain() {
    while let next = tasks.popLast() {
      let count = tasks.count
      let node = SchemaGraph.Node(storage: source.storage, index: next.node)
      let task = FittingTask(node: node, slot: next.slot, level: next.level)
      if let mapped = fit(task), next.mapping > 0 { nodes[next.mapping] = mapped }
      // The first of the parts is fitted next, so that definitions come in the order of the document.
      tasks[count...].reverse()
    }
  }

  /// Copies a node without parts that stays as it is, and queues all others.
  mutating func push(_ index: Int, slot: Int, level: Int, mapping: Int) {
    switch tables.nodes[index].kind {
    case .string, .integer, .number, .boolean, .null, .any, .never:
      if !survey.isChanged(index) { return copy(index, to: slot) }
    case .array, .tuple, .object, .anyOf, .reference: break
    }
    tasks.append((index, slot, level, mapping))
  }

  /// Fits a node.
  ///
  /// - Returns: What becomes of its values; `nil` if a definition says so.
  private mutating func fit(_ task: FittingTask) -> AnswerMapping.Node? {
    let node = task.node
    if let body = body(of: node), !isBody(task.slot) {
      putReference(to: body, for: task, level: task.level)
      return nil
    }
    guard survey.isChanged(node.index) else {
      copy(task)
      return .same
    }
    if let fitting = survey.fitting(of: node.index) { return fitting.fit(task, with: &self) }
    switch node.kind {
    case .reference: return RecursionFitting.fit(task, with: &self)
    case .object: return ObjectFitting.fit(task, with: &self)
    case .anyOf: return UnionFitting.fit(task, with: &self)
    case .array:
      let elements = node.children.map { mapping(of: $0, level: task.level) }
      copy(task, elements)
      return .array(elements: elements.first ?? 0)
    case .tuple:
      let elements = node.children.map { mapping(of: $0, level: task.level) }
      copy(task, elements)
      return .tuple(elements)
    default:
      SizeFitting.describeChoices(of: task, with: &self)
      return .same
    }
  }

  /// The type that a node refers to, or that it becomes because it nests too deep; `nil` for others.
  func body(of node: SchemaGraph.Node) -> Int? {
    if node.kind == .reference {
      if survey.fitting(of: node.index) != nil || survey.closingReferences.contains(node.index) {
        return nil
      }
      return tables.bodyIndex(ofReference: node.index)
    }
    return request.definitions.contains(node.index)
      ? tables.definitions.count + 1 + node.index : nil
  }

  private func isBody(_ slot: Int) -> Bool {
    if case .definition = result.nodes[slot].role { true } else { false }
  }

  /// Puts a node as it is, and its parts fitted.
  mutating func copy(_ task: FittingTask, _ mappings: [Int]? = nil) {
    copy(task.node.index, to: task.slot)
    for (offset, child) in task.node.childIndices.enumerated() {
      let slot = addNode(tables.nodes[child].role, parent: task.slot, origin: child)
      push(child, slot: slot, level: task.level, mapping: mappings?[offset] ?? 0)
    }
  }

  /// Puts a node as it is, whose parts follow.
  private mutating func copy(_ index: Int, to slot: Int) {
    var record = tables.nodes[index]
    record.role = result.nodes[slot].role
    record.parent = result.nodes[slot].parent
    record.description = description(of: slot, and: record.description)
    record.first = Int32(truncatingIfNeeded: result.nodes.count)
    if record.constraints >= 0 {
      result.constraints.append(tables.constraints[Int(record.constraints)])
      record.constraints = Int32(truncatingIfNeeded: result.constraints.count - 1)
    }
    result.nodes[slot] = record
  }
}
