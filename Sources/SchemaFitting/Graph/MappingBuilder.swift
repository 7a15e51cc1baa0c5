import IndexedTables
import SchemaEncoding
import SchemaModel

/// Makes the plan of a mapping from a fitted graph: the inverses of its passes, and the nodes
/// around them.
struct MappingBuilder {
  private let graph: FittingGraph
  private let isChanged: IndexedTable<NodeID, Bool>

  private var nodes: [AnswerMapping.Node] = [.same]

  /// The shapes of the values of alternatives, and the shapes of each node.
  private var shapes: [ValueShape] = []
  private var nodeShapes: [NodeID: [ValueShape.ID]] = [:]

  /// The mapping of each node, and the nodes whose mappings do not exist yet.
  private var mappings: IndexedTable<NodeID, AnswerMapping.Node.ID>
  private var pending: [NodeID] = []

  /// The declared alternatives of unions, and their numbers.
  private var alternatives: [SchemaGraph.Node] = []
  private var alternativeNumbers: [NodeID: Int] = [:]

  init(_ graph: FittingGraph) {
    self.graph = graph
    isChanged = graph.changedNodes()
    mappings = IndexedTable(repeating: .same, for: graph.nodes)
  }

  /// The mapping.
  ///
  /// - Parameter isClosed: Whether the declared graph has objects that fitting has closed.
  /// - Returns: The mapping of the graph.
  consuming func mapping(isClosed: Bool = false) -> AnswerMapping {
    let root = mapping(of: .root)
    while let node = pending.popLast() { nodes[mappings[node].position] = mapped(node) }
    let closedRoot = isClosed ? number(of: graph.declared.root) : nil
    return AnswerMapping(
      nodes: nodes, root: root, shapes: shapes,
      alternatives: alternatives.isEmpty
        ? nil : DeclaredAlternatives(alternatives, of: graph.declared),
      closedRoot: closedRoot, ignoresCase: graph.rules.constraints.mayChangeCapitals)
  }

  private mutating func mapping(of node: NodeID) -> AnswerMapping.Node.ID {
    let node = graph.resolving(node)
    guard isChanged[node], mappings[node] == .same else { return mappings[node] }
    mappings[node] = AnswerMapping.Node.ID(position: nodes.count)
    nodes.append(.same)
    pending.append(node)
    return mappings[node]
  }

  private mutating func mapped(_ node: NodeID) -> AnswerMapping.Node {
    if let inverse = graph.inverse(of: node) {
      let parts = inverse.parts.map { mapping(ofPart: $0, of: node) }
      guard var elements = inverse.form as? ElementsForm else {
        return .form(inverse.form, parts: parts)
      }
      // Later passes determine the form of absent elements.
      elements.setAbsences(
        graph.children(of: node).map { graph.change(of: $0).absence ?? .omitted })
      return .form(elements, parts: parts)
    }
    switch graph.kind(of: node) {
    case .object: return .object(objectForm(node))
    case .array: return .array(elements: mapping(ofPart: [0], of: node))
    case .tuple:
      let rest = graph.furtherElements(of: node)
      let elements = graph.children(of: node).filter { $0 != rest }
      return .tuple(elements.map { mapping(of: $0) }, rest: rest.map { mapping(of: $0) })
    case .anyOf: return .union(graph.children(of: node).map { alternative($0) })
    default: return .same
    }
  }

  /// The mapping of a part, by the positions of the children that lead to it.
  private mutating func mapping(
    ofPart positions: [Int], of node: NodeID
  ) -> AnswerMapping.Node.ID {
    var part = node
    for position in positions {
      let children = graph.children(of: graph.resolving(part)).dropFirst(position)
      guard let child = children.first else { return .same }
      part = child
    }
    return mapping(of: part)
  }

  private mutating func alternative(_ choice: NodeID) -> AnswerMapping.Alternative {
    let schema = number(of: graph.origin(of: choice))
    let graph = graph
    return AnswerMapping.Alternative(
      value: mapping(of: choice), answers: graph.shapes(of: choice) { shapes(of: $0) },
      schema: schema)
  }

  /// The number of a declared node among the schemas that determine alternatives.
  private mutating func number(of declared: SchemaGraph.Node) -> Int {
    let number = alternativeNumbers[declared.id] ?? alternatives.count
    if number == alternatives.count {
      alternativeNumbers[declared.id] = number
      alternatives.append(declared)
    }
    return number
  }

  /// The shapes of a node, which are made once; `nil` for a union.
  private mutating func shapes(of node: NodeID) -> [ValueShape.ID]? {
    if graph.kind(of: node) == .anyOf { return nil }
    if let known = nodeShapes[node] { return known }
    let first = shapes.count
    shapes += graph.ownShapes(of: node)
    let made = (first..<shapes.count).map(ValueShape.ID.init)
    nodeShapes[node] = made
    return made
  }

  /// Creates the form of an object from its children.
  ///
  /// Children without values are left out.
  private mutating func objectForm(_ object: NodeID) -> AnswerMapping.ObjectForm {
    var form = AnswerMapping.ObjectForm()
    form.properties.reserveCapacity(graph.children(of: object).count)
    for child in graph.children(of: object) where graph.kind(of: child) != .never {
      switch graph.role(of: child) {
      case .additionalProperties: form.others = mapping(of: child)
      case .patternProperty(let pattern):
        form.patterns.append(.init(pattern: pattern, value: mapping(of: child)))
      case .property(let name, _) where graph.change(of: child).holdsEntries:
        form.entries.append(entries(child, name))
      case .property(let name, _): form.properties.append(property(child, name))
      default: break
      }
    }
    // Patterns are needed only if the values of some unnamed properties change.
    if form.others == .same, form.patterns.allSatisfy({ $0.value == .same }) { form.patterns = [] }
    return form
  }

  private mutating func property(_ child: NodeID, _ name: String) -> AnswerMapping.Property {
    AnswerMapping.Property(
      name: graph.declaredName(of: child) ?? name, answerName: name, value: mapping(of: child),
      absence: graph.change(of: child).absence ?? .omitted)
  }

  private mutating func entries(_ child: NodeID, _ name: String) -> AnswerMapping.EntriesProperty {
    let declared = graph.declared.storage.tables.nodes
    // The property was created from the declared object, which may have moved since then.
    let forbidden = declared[graph.resolvedOrigin(of: child).id].children.filter {
      declared[$0].kind == .never
    }
    let values = mapping(ofPart: [0, 1], of: child)
    return AnswerMapping.EntriesProperty(
      property: name, names: forbidden.compactMap { declared[$0].role.propertyName },
      patterns: graph.changes.entryPatterns(of: child).map { .init(pattern: $0, value: values) },
      values: values)
  }
}
