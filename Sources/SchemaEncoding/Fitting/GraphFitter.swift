import SchemaGuides
import SchemaModel

/// A graph that is fitted to a dialect, with the way back.
struct FittedGraph {
  let graph: SchemaGraph
  let mapping: AnswerMapping
  let diagnostics: [SchemaDiagnostic]
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

  private let tables: GraphTables
  private var result = GraphTables()
  private var origins: [Int32] = []
  private var nodes: [AnswerMapping.Node] = [.same]
  private var values: ValueSchemaTable
  private var diagnostics: [SchemaDiagnostic] = []

  /// The nodes that are still to be fitted, the next one last, with their mappings.
  private var tasks: [(node: Int, slot: Int, level: Int, mapping: Int)] = []

  /// The mappings of bodies, and their definitions.
  private var bodyMappings: [Body: Int] = [:]
  private var bodyDefinitions: [Body: Int] = [:]
  private var bodies: [Body] = []

  /// The body of a type, the root being 0, at a level of recursion.
  private struct Body: Hashable {
    let index: Int
    let level: Int
  }

  /// The node that becomes the root: 0, unless a part is copied.
  private let start: Int

  /// Whether the root becomes a property of an object.
  private let wrapsRoot: Bool

  /// Creates a fitter.
  ///
  /// - Parameters:
  ///   - survey: What has to change.
  ///   - dialect: The name of the dialect, for diagnostics.
  ///   - levels: How many levels of recursion are written out, where recursion has to end.
  ///   - start: The node that becomes the root.
  init(_ survey: FittingSurvey, dialect: String, levels: Int, start: Int = 0) {
    self.start = start
    wrapsRoot = start == 0 && RootFitting.applies(to: survey)
    source = survey.graph
    tables = survey.graph.storage.tables
    values = ValueSchemaTable(survey.graph)
    rules = survey.rules
    result.nodes.reserveCapacity(2 * tables.nodes.count)
    origins.reserveCapacity(2 * tables.nodes.count)
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
      graph: SchemaGraph(fitter.result),
      mapping: AnswerMapping(nodes: fitter.nodes, root: root, schemas: fitter.values.schemas),
      diagnostics: fitter.diagnostics)
  }

  // MARK: Bodies

  /// Fits the root.
  ///
  /// - Returns: Its mapping.
  private mutating func fitRoot() -> Int {
    guard start == 0 else {
      result.mayRecurse = tables.mayRecurse
      push(start, slot: addNode(.root, parent: -1, origin: start), level: 0, mapping: 0)
      return 0
    }
    result.rootTitle = tables.rootTitle
    result.mayRecurse = tables.mayRecurse && survey.closingReferences.isEmpty
    let slot = addNode(.root, parent: -1, origin: 0)
    let root = source.root
    guard wrapsRoot else {
      let mapping = bodyMapping(0, level: 0)
      push(0, slot: slot, level: 0, mapping: mapping)
      return mapping
    }
    note(
      .root, at: root,
      "The root is \(phrase(of: root)), so it is written as the property '\(RootFitting.name)' of an"
        + " object.", remedy: "Make the value a property of a struct, and encode that.")
    let mapping = bodyMapping(0, level: 0)
    let plan: FittingPlan =
      tables.refersToRoot
      ? .reference(body: 0, level: 0, description: nil) : .declared(0, mapping: mapping)
    put(.object([(RootFitting.name, plan)]), at: FittingTask(node: root, slot: slot, level: 0))
    return add(.wrapped(property: RootFitting.name, value: mapping))
  }

  private mutating func fit(body: Body, definition: Int) {
    let node = node(ofBody: body.index)
    let slot = addNode(.definition(definition), parent: -1, origin: node.index)
    result.definitions[definition].node = Int32(truncatingIfNeeded: slot)
    push(
      node.index, slot: slot, level: body.level,
      mapping: bodyMapping(body.index, level: body.level))
  }

  private func node(ofBody body: Int) -> SchemaGraph.Node {
    if body == 0 { return source.root }
    let definition = body - 1
    return definition < tables.definitions.count
      ? SchemaGraph.Node(
        storage: source.storage, index: Int(tables.definitions[definition].node))
      : SchemaGraph.Node(storage: source.storage, index: definition - tables.definitions.count)
  }

  /// The mapping of the values of a type.
  private mutating func bodyMapping(_ body: Int, level: Int) -> Int {
    let key = Body(index: body, level: level)
    if let known = bodyMappings[key] { return known }
    let mapping = survey.isChanged(node(ofBody: body).index) ? add(.same) : 0
    bodyMappings[key] = mapping
    return mapping
  }

  /// The definition of a type, -1 for the root, added at the first reference to it.
  private mutating func definition(of body: Int, level: Int, from slot: Int) -> Int {
    if body == 0, level == 0, start == 0, !wrapsRoot { return -1 }
    let key = Body(index: body, level: level)
    if let known = bodyDefinitions[key] { return known }
    var entry = DefinitionRegistry.Entry(title: tables.rootTitle ?? RootFitting.title)
    if body > tables.definitions.count {
      entry = DefinitionRegistry.Entry(title: node(ofBody: body).nameOfPlace)
    } else if body > 0 {
      entry = tables.definitions[body - 1].entry
    }
    if level > 0 {
      entry = DefinitionRegistry.Entry(title: "\(entry.title)_\(level + 1)")
    }
    bodyDefinitions[key] = bodies.count
    bodies.append(key)
    result.definitions.append(
      DefinitionRecord(entry: entry, firstReference: Int32(truncatingIfNeeded: slot)))
    return bodies.count - 1
  }

  // MARK: Nodes

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

  /// Copies a node without parts that stays as it is, and lets others wait.
  private mutating func push(_ index: Int, slot: Int, level: Int, mapping: Int) {
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
      let isBare = request.bareReferences.contains(node.index)
      put(
        .reference(body: body, level: task.level, description: isBare ? nil : node.description),
        at: task)
      if isBare {
        note(
          .size, at: node,
          "The description of the reference is left out: the dialect '\(dialect)' counts it as a"
            + " union.", remedy: "Describe the type instead.")
      }
      return nil
    }
    if node.kind == .reference { return RecursionFitting.fit(task, with: &self) }
    guard survey.isChanged(node.index) else {
      copy(task)
      return .same
    }
    if let fitting = survey.fitting(of: node.index) { return fitting.fit(task, with: &self) }
    let children = node.children
    switch node.kind {
    case .object: return ObjectFitting.fit(task, with: &self)
    case .anyOf: return UnionFitting.fit(task, with: &self)
    case .array:
      let elements = children.map { mapping(of: $0, level: task.level) }
      copy(task, elements)
      return .array(elements: elements.first ?? 0)
    case .tuple:
      let elements = children.map { mapping(of: $0, level: task.level) }
      copy(task, elements)
      return .tuple(elements)
    default:
      SizeFitting.describeChoices(of: task, with: &self)
      return .same
    }
  }

  /// The type that a node refers to, or that it becomes because it nests too deep; `nil` for others.
  private func body(of node: SchemaGraph.Node) -> Int? {
    if node.kind == .reference {
      if survey.closingReferences.contains(node.index) { return nil }
      return Int(tables.nodes[node.index].first) + 1
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

  // MARK: For fittings

  /// Adds a mapping.
  mutating func add(_ node: AnswerMapping.Node) -> Int {
    nodes.append(node)
    return nodes.count - 1
  }

  /// What the declared values of a node are, for the mapping.
  mutating func values(of node: SchemaGraph.Node) -> Int { values.index(of: node) }

  /// The mapping of the values of a part, which is made when the part is fitted.
  mutating func mapping(of node: SchemaGraph.Node, level: Int) -> Int {
    if let body = body(of: node) { return bodyMapping(body, level: level) }
    return survey.isChanged(node.index) ? add(.same) : 0
  }

  /// Puts a reference to the type that a node refers to, at a level of recursion.
  ///
  /// - Returns: What becomes of its values.
  mutating func putReference(_ task: FittingTask, level: Int) -> AnswerMapping.Node {
    let body = Int(tables.nodes[task.node.index].first) + 1
    put(.reference(body: body, level: level, description: task.node.description), at: task)
    return .alias(bodyMapping(body, level: level))
  }

  /// Describes what is put at a place, before the description of its own.
  mutating func describe(_ slot: Int, _ description: String?) {
    result.nodes[slot].description = description
  }

  private func description(of slot: Int, and description: String?) -> String? {
    guard let outer = result.nodes[slot].description, let description, outer != description else {
      return description ?? result.nodes[slot].description
    }
    return "\(outer) \(description)"
  }

  /// Puts what a fitting has made at the place of a node.
  mutating func put(_ plan: FittingPlan, at task: FittingTask) {
    put(plan, slot: task.slot, level: task.level, origin: task.node.index)
  }

  // What a fitting makes nests a few levels; what is declared waits.
  private mutating func put(_ plan: FittingPlan, slot: Int, level: Int, origin: Int) {
    switch plan {
    case .declared(let index, let mapping):
      origins[slot] = Int32(truncatingIfNeeded: index)
      push(index, slot: slot, level: level, mapping: mapping)
    case .reference(let body, let level, let description):
      result.nodes[slot].kind = .reference
      result.nodes[slot].description = self.description(of: slot, and: description)
      result.nodes[slot].first = Int32(
        truncatingIfNeeded: definition(of: body, level: level, from: slot))
    case .made(let kind, let description, let constraints, let children):
      result.nodes[slot].kind = kind
      result.nodes[slot].description = self.description(of: slot, and: description)
      if let constraints, !constraints.isEmpty {
        result.nodes[slot].constraints = Int32(truncatingIfNeeded: result.constraints.count)
        result.constraints.append(NodeConstraints(constraints))
      }
      let first = result.nodes.count
      result.nodes[slot].first = Int32(truncatingIfNeeded: first)
      result.nodes[slot].count = Int32(truncatingIfNeeded: children.count)
      for child in children { _ = addNode(child.role, parent: slot, origin: origin) }
      for (index, child) in children.enumerated() {
        put(child.plan, slot: first + index, level: level, origin: origin)
      }
    }
  }

  private mutating func addNode(_ role: SchemaRole, parent: Int, origin: Int) -> Int {
    result.nodes.append(NodeRecord(role: role, parent: parent))
    origins.append(Int32(truncatingIfNeeded: origin))
    return result.nodes.count - 1
  }

  /// What users call the values of a node.
  func phrase(of node: SchemaGraph.Node) -> String {
    DictionaryFitting.applies(to: node, in: rules) ? "a dictionary" : node.kind.phrase
  }

  /// Notes a fitting that loses nothing.
  mutating func note(
    _ fitting: SchemaFitting, at node: SchemaGraph.Node, _ problem: String, remedy: String?
  ) {
    diagnostics.append(
      SchemaDiagnostic(
        .note, .fitted, at: node, problem: problem, remedy: remedy, fitting: fitting))
  }

  /// Warns of a fitting after which the document states less.
  mutating func warn(_ fitting: SchemaFitting, at node: SchemaGraph.Node, _ problem: String) {
    diagnostics.append(
      SchemaDiagnostic(
        .warning, .fitted, at: node, problem: problem, remedy: "Check the value after decoding.",
        fitting: fitting))
  }
}
