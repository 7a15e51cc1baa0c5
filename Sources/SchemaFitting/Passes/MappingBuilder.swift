import SchemaEncoding
import SchemaModel

/// Makes the mapping of answers to a fitted graph: the inverses of its passes, and what contains those.
struct MappingBuilder {
  private let graph: FittingGraph
  private let isChanged: [Bool]

  private var nodes: [AnswerMapping.Node] = [.same]

  /// The mapping of each node that has one, and those that are still to be made.
  private var numbers: [NodeID: Int] = [:]
  private var pending: [NodeID] = []

  /// The declared alternatives of unions, and their numbers by the indices of the nodes.
  private var alternatives: [SchemaGraph.Node] = []
  private var alternativeNumbers: [Int: Int] = [:]

  init(_ graph: FittingGraph) {
    self.graph = graph
    isChanged = graph.changedNodes()
  }

  consuming func mapping() -> AnswerMapping {
    var builder = self
    let root = builder.number(of: .root)
    while let node = builder.pending.popLast() {
      let mapped = builder.mapped(node)
      builder.nodes[builder.numbers[node] ?? 0] = mapped
    }
    var mapping = AnswerMapping(nodes: builder.nodes, root: root)
    if !builder.alternatives.isEmpty {
      mapping.alternatives = DeclaredAlternatives(
        builder.alternatives, of: builder.graph.declared)
    }
    return mapping
  }

  /// The mapping of the values of a node, by index; 0 if they stay as they are.
  fileprivate mutating func number(of node: NodeID) -> Int {
    let node = graph.resolving(node)
    guard isChanged[node.index] else { return 0 }
    if let known = numbers[node] { return known }
    numbers[node] = nodes.count
    nodes.append(.same)
    pending.append(node)
    return nodes.count - 1
  }

  fileprivate func part(_ position: Int, of node: NodeID) -> NodeID? {
    graph[graph.resolving(node)].children.dropFirst(position).first.map { NodeID(index: $0) }
  }

  private mutating func mapped(_ node: NodeID) -> AnswerMapping.Node {
    if let inverse = graph.inverse(of: node) {
      var parts = MappedParts(builder: self, node: node)
      let mapped = inverse(&parts)
      self = parts.builder
      return mapped
    }
    switch graph.kind(of: node) {
    case .object: return .object(objectForm(node))
    case .array: return .array(elements: graph.children(of: node).first.map { number(of: $0) } ?? 0)
    case .tuple: return .tuple(graph.children(of: node).map { number(of: $0) })
    case .anyOf: return .union(graph.children(of: node).map { alternative($0) })
    default: return .same
    }
  }

  private mutating func alternative(_ choice: NodeID) -> AnswerMapping.Alternative {
    let declared = graph.origin(of: choice)
    let schema = alternativeNumbers[declared.index] ?? alternatives.count
    if schema == alternatives.count {
      alternativeNumbers[declared.index] = schema
      alternatives.append(declared)
    }
    return AnswerMapping.Alternative(
      value: number(of: choice), answers: graph.shapes(of: choice), schema: schema)
  }

  private mutating func objectForm(_ object: NodeID) -> AnswerMapping.ObjectForm {
    var form = AnswerMapping.ObjectForm()
    for child in graph.children(of: object) where graph.kind(of: child) != .never {
      switch graph[child].role {
      case .additionalProperties: form.others = number(of: child)
      case .patternProperty(let pattern):
        form.patterns.append(.init(pattern: pattern, value: number(of: child)))
      case .property(let name, _): add(child, name, to: &form)
      default: break
      }
    }
    // Patterns are needed only where the values of some of these properties change.
    if form.others == 0, form.patterns.allSatisfy({ $0.value == 0 }) { form.patterns = [] }
    return form
  }

  private mutating func add(
    _ child: NodeID, _ name: String, to form: inout AnswerMapping.ObjectForm
  ) {
    var property = AnswerMapping.Property(name: name, answerName: name, value: 0)
    switch graph.change(of: child) {
    case .entries(let names):
      let values = OpenObjectPass.values(of: child, in: graph).map { number(of: $0) } ?? 0
      nodes.append(.beside(AnswerMapping.Beside(property: name, names: names, values: values)))
      form.beside = nodes.count - 1
      return
    case .absent(let absence): property.absence = absence
    case nil: break
    }
    if case .property(let declared, _) = graph.origin(of: child).role {
      property = AnswerMapping.Property(
        name: declared, answerName: name, value: 0, absence: property.absence)
    }
    let value = property.absence == .emptyArray ? part(0, of: child) ?? child : child
    property.value = number(of: value)
    form.properties.append(property)
  }
}

/// The parts of a changed node, of which its inverse is made.
struct MappedParts {
  fileprivate var builder: MappingBuilder
  fileprivate let node: NodeID

  /// The number of the parts directly below.
  var count: Int { builder.count(of: node) }

  /// The mapping of a part, by index.
  ///
  /// - Parameter path: The position of the part, and before it those of the parts around it.
  mutating func value(at path: Int...) -> Int {
    var node = node
    for position in path {
      guard let part = builder.part(position, of: node) else { return 0 }
      node = part
    }
    return builder.number(of: node)
  }

  /// Adds a mapping that is none of a part's.
  mutating func add(_ mapped: AnswerMapping.Node) -> Int { builder.add(mapped) }
}

extension MappingBuilder {
  fileprivate func count(of node: NodeID) -> Int { graph[node].children.count }

  fileprivate mutating func add(_ mapped: AnswerMapping.Node) -> Int {
    nodes.append(mapped)
    return nodes.count - 1
  }
}
