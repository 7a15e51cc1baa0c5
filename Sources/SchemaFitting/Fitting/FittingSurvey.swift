import SchemaEncoding
import SchemaGuides
import SchemaModel

/// Which nodes of a graph a dialect cannot state, and which are changed because of them.
struct FittingSurvey {
  let graph: SchemaGraph
  let rules: DialectRules
  let request: FittingRequest

  /// The fitting of each node, or of its own form at least.
  private var fittings: [(any NodeFitting.Type)?]

  private var changes: [Bool]

  /// The unions at properties that lose `null`, for which the property is absent.
  private(set) var nullableUnions: Set<Int> = []

  /// The unions whose alternatives each get a property around them, whose name says which one it is.
  private(set) var taggedUnions: Set<Int> = []

  /// The references that lead back to a type they are in, where that has to end.
  private(set) var closingReferences: Set<Int> = []

  init(_ graph: SchemaGraph, _ rules: DialectRules, _ request: FittingRequest) {
    self.graph = graph
    self.rules = rules
    self.request = request
    fittings = []
    changes = []
    let nodes = graph.storage.tables.nodes
    let mustEnd = rules.references == .inlined || rules.recursion == .rejected
    if mustEnd, graph.storage.tables.mayRecurse {
      closingReferences = Set(RecursionCheck(graph, .rejected, dialect: "").closingNodes())
    }
    var changed = request.isEmpty ? Array(closingReferences) : nodes.indices.filter(isRequested)
    let ofNodes = SchemaDiagnostic.Fitting.ofNodes
    for index in nodes.indices where mayNeedFitting(index, in: nodes) {
      let node = SchemaGraph.Node(storage: graph.storage, index: index)
      if let fitting = ofNodes.first(where: { $0.applies(to: node, in: rules) }) {
        // Most schemas need none, and then nothing is set up for them.
        if fittings.isEmpty { fittings = Array(repeating: nil, count: nodes.count) }
        fittings[index] = fitting
        changed.append(index)
      } else if needsObjectForm(node) {
        changed.append(index)
      }
      // An array of one element or none says by itself whether the property is absent.
      if !request.lists.contains(index), node.losesNull(in: rules) { nullableUnions.insert(index) }
    }
    for index in request.texts {
      if fittings.isEmpty { fittings = Array(repeating: nil, count: nodes.count) }
      fittings[index] = SizeFitting.self
    }
    guard !changed.isEmpty else { return }
    spread(changed)
    tagUnions()
  }

  /// Whether a node may need a fitting, found without looking at it closely.
  private func mayNeedFitting(_ index: Int, in nodes: [NodeRecord]) -> Bool {
    switch nodes[index].kind {
    case .string, .reference, .never: return false
    case .integer, .number, .boolean: return nodes[index].constraints >= 0
    case .any: return nodes[index].constraints >= 0 || rules.anyValue != .written
    case .null, .anyOf: return rules.null != .written
    case .tuple: return rules.tuples != .written
    case .array: return false
    case .object:
      if rules.propertyNames != .any || !request.lists.isEmpty { return true }
      return nodes[index].children.contains { child in
        guard case .property(_, let isOptional) = nodes[child].role else { return true }
        return isOptional && rules.optional != .omitted
      }
    }
  }

  /// Whether a first attempt found a node too large.
  private func isRequested(_ node: Int) -> Bool {
    request.texts.contains(node) || request.definitions.contains(node)
      || request.bareReferences.contains(node) || request.describedChoices.contains(node)
      || closingReferences.contains(node)
  }

  /// The fitting of the form of a node, if it needs one.
  func fitting(of node: Int) -> (any NodeFitting.Type)? {
    fittings.indices.contains(node) ? fittings[node] : nil
  }

  /// Creates a survey by which nothing changes, to copy parts of a graph.
  ///
  /// - Parameters:
  ///   - graph: The graph.
  ///   - definitions: The nodes that become definitions.
  init(copying graph: SchemaGraph, definitions: Set<Int> = []) {
    self.graph = graph
    rules = .jsonSchema
    request = FittingRequest(definitions: definitions)
    fittings = []
    changes = []
  }

  /// Whether the values of a node change, or those of a part of it.
  func isChanged(_ node: Int) -> Bool { changes.indices.contains(node) && changes[node] }

  /// Whether anything changes.
  var isNeeded: Bool { !changes.isEmpty || !request.isEmpty }

  /// Marks nodes, what contains them and what refers to that.
  private mutating func spread(_ changed: [Int]) {
    let tables = graph.storage.tables
    changes = Array(repeating: false, count: tables.nodes.count)
    var references: [Int: [Int]] = [:]
    for index in tables.nodes.indices where tables.nodes[index].kind == .reference {
      let definition = Int(tables.nodes[index].first)
      let body = definition < 0 ? 0 : Int(tables.definitions[definition].node)
      references[body, default: []].append(index)
    }
    var pending = changed
    while let index = pending.popLast() {
      guard !changes[index] else { continue }
      changes[index] = true
      let parent = Int(tables.nodes[index].parent)
      if parent >= 0 { pending.append(parent) } else { pending += references[index] ?? [] }
    }
  }

  /// Whether an object stays one, and its properties are written in another way.
  private func needsObjectForm(_ node: SchemaGraph.Node) -> Bool {
    guard node.kind == .object else { return false }
    if node.needsBeside(in: rules) { return true }
    let nodes = graph.storage.tables.nodes
    return node.childIndices.contains { child in
      guard case .property(let name, let isOptional) = nodes[child].role else { return false }
      return !rules.propertyNames.allows(name) || request.lists.contains(child)
        || isOptional && nodes[child].kind != .never && rules.optional == .nullable
    }
  }

  // MARK: Unions

  /// The alternatives of a union that are written.
  func choices(of union: SchemaGraph.Node) -> [SchemaGraph.Node] {
    guard nullableUnions.contains(union.index) else { return union.choices }
    return union.choices.filter { $0.kind != .null }
  }

  /// Finds the unions of which an answer could be one of several alternatives that change.
  ///
  /// An alternative may be a union, too, and looks different when that is one of them.
  private mutating func tagUnions() {
    let nodes = graph.storage.tables.nodes
    var unions = nodes.indices.filter { index in
      nodes[index].kind == .anyOf && changes[index] && fitting(of: index) == nil
    }
    var hasFound = true
    while hasFound {
      let unclear = unions.filter { union in
        !isClear(SchemaGraph.Node(storage: graph.storage, index: union))
      }
      hasFound = !unclear.isEmpty
      taggedUnions.formUnion(unclear)
      unions.removeAll(where: taggedUnions.contains)
    }
  }

  /// Whether no answer is one of an alternative that changes, and of another.
  private func isClear(_ union: SchemaGraph.Node) -> Bool {
    let choices = choices(of: union)
    let shapes = choices.map { fittedShapes(of: $0) }
    return shapes.haveDistinctTags
      || shapes.areDistinct(where: choices.map { isChanged($0.index) })
  }

  // MARK: Shapes

  /// What the values of a node look like when it is fitted.
  func fittedShapes(of node: SchemaGraph.Node) -> [ValueShape] {
    leaves(of: node).flatMap { leaf in
      if let fitting = fitting(of: leaf.index) { return fitting.shapes(of: leaf) }
      if leaf.kind == .reference { return [ValueShape(.string)] }
      return leaf.kind == .anyOf
        ? UnionFitting.shapes(ofTagged: choices(of: leaf), in: rules) : leaf.shapes(in: rules)
    }
  }

  /// Whether the fitted form of a node has `null` among its values.
  func acceptsNull(_ node: SchemaGraph.Node) -> Bool {
    switch graph.resolving(node).kind {
    case .null, .any, .anyOf: fittedShapes(of: node).contains { $0.kind == .null }
    default: false
    }
  }

  /// The alternatives of a union that is not fitted itself; the node itself otherwise.
  private func leaves(of node: SchemaGraph.Node) -> [SchemaGraph.Node] {
    var leaves: [SchemaGraph.Node] = []
    var visited: Set<Int> = []
    var pending = [node]
    while let node = pending.popLast() {
      guard visited.insert(node.index).inserted else { continue }
      if fitting(of: node.index) != nil {
        leaves.append(node)
      } else if closingReferences.contains(node.index) {
        leaves.append(node)
        pending.append(graph.resolving(node))
      } else if node.kind == .reference {
        pending.append(graph.resolving(node))
      } else if node.kind == .anyOf, !taggedUnions.contains(node.index) {
        pending += choices(of: node).reversed()
      } else {
        leaves.append(node)
      }
    }
    return leaves
  }
}
