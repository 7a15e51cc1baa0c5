import SchemaEncoding
import SchemaGuides
import SchemaModel

/// Finds the parts of a graph that make its document exceed a dialect's limits.
///
/// It counts as `LimitMeter` does while a document is written, and goes on as if each part that it finds
/// were smaller already.
struct SizeSurvey: SchemaVisitor {
  private let rules: DialectRules
  private let graph: SchemaGraph

  /// The node that each node is a copy of, if types are written out at every place.
  private let sources: [Int32]?

  /// What has to change.
  private(set) var request = FittingRequest()

  private var depth = 0
  private var objectDepth = 0
  private var properties = 0
  private var optionalProperties = 0
  private var unions = 0
  private var choices = 0
  private var characters = 0

  /// The part that is left out, as it becomes text or a definition.
  private var omitted: Int?

  init(_ graph: SchemaGraph, _ rules: DialectRules, sources: [Int32]? = nil) {
    self.graph = graph
    self.rules = rules
    self.sources = sources
  }

  /// What has to change for the graph to be within the limits.
  consuming func run() -> FittingRequest {
    guard rules.limits != DocumentLimits() else { return request }
    let graph = graph
    graph.walk(&self)
    return request
  }

  mutating func enter(_ node: SchemaGraph.Node, as role: SchemaRole) {
    guard omitted == nil else { return }
    var isNullable = false
    if case .property(_, let isOptional) = role, node.kind != .never {
      isNullable = isOptional && rules.optional == .nullable
      if isOptional { addOptional(node) }
    }
    if case .definition = role {
      characters += node.definitionName?.unicodeScalars.count ?? 0
    }
    switch node.kind {
    case .object, .array, .tuple: addContainer(node)
    case .anyOf: addUnion(node, at: \.texts)
    case .reference
    where node.description != nil && !isNullable && rules.referenceDescription == .wrapped:
      addUnion(node, at: \.bareReferences)
    default: addChoices(of: node, isNullable: isNullable)
    }
  }

  mutating func leave(_ node: SchemaGraph.Node, as role: SchemaRole) {
    if omitted == node.index {
      omitted = nil
      return
    }
    guard omitted == nil else { return }
    if node.kind.isContainer { depth -= 1 }
    if node.kind == .object { objectDepth -= 1 }
  }

  private mutating func addContainer(_ node: SchemaGraph.Node) {
    depth += 1
    if node.kind == .object { objectDepth += 1 }
    if exceeds(depth, rules.limits.depth) || exceeds(objectDepth, rules.limits.objectDepth) {
      let isInline = rules.references == .inlined
      return omit(node, at: isInline ? \.texts : \.definitions)
    }
    guard node.kind == .object else { return }
    let names = node.properties.filter { $0.node.kind != .never }.map(\.name)
    let length = names.reduce(0) { $0 + $1.unicodeScalars.count }
    if exceeds(properties + names.count, rules.limits.properties)
      || exceeds(characters + length, rules.limits.characters)
    {
      return omit(node, at: \.texts)
    }
    // All properties of an object count before its parts, as if these came last: then their order does
    // not decide which part becomes text. This holds for names only: which choices and unions are too
    // many depends on the order.
    properties += names.count
    characters += length
  }

  private mutating func addOptional(_ node: SchemaGraph.Node) {
    let isList: Bool
    if rules.optional == .omitted {
      optionalProperties += 1
      isList = exceeds(optionalProperties, rules.limits.optionalProperties)
      if isList { optionalProperties -= 1 }
    } else {
      // A union or a value of any kind takes `null` without a union of its own.
      guard node.kind != .anyOf, node.kind != .any, rules.nullForm != .keyword else { return }
      unions += 1
      isList = exceeds(unions, rules.limits.unions)
      if isList { unions -= 1 }
    }
    if isList { request.lists.insert(declaredProperty(node)) }
  }

  private mutating func addUnion(
    _ node: SchemaGraph.Node, at list: WritableKeyPath<FittingRequest, Set<Int>>
  ) {
    unions += 1
    guard exceeds(unions, rules.limits.unions) else { return }
    unions -= 1
    omit(node, at: list)
  }

  private mutating func addChoices(of node: SchemaGraph.Node, isNullable: Bool) {
    guard let list = node.ownConstraints?.merged.choices,
      rules[DialectRules.Constraint(choices: list)] == .written
    else { return }
    let length = list.reduce(0) { $0 + ($1.string?.unicodeScalars.count ?? 0) }
    let listsNull = rules.listsNull(of: node.kind, isNullable: isNullable)
    let count = list.count + (listsNull && !list.contains(.null) ? 1 : 0)
    let long = rules.limits.longChoices.flatMap { count > $0.count ? $0.characters : nil }
    if exceeds(length, long) || exceeds(choices + count, rules.limits.choices)
      || exceeds(characters + length, rules.limits.characters)
    {
      // Without its choices, what is of several types is of any.
      if node.kind == .any, rules.anyValue != .written {
        request.texts.insert(declared(node))
      } else {
        request.describedChoices.insert(declared(node))
      }
    } else {
      choices += count
      characters += length
    }
  }

  private mutating func omit(
    _ node: SchemaGraph.Node, at list: WritableKeyPath<FittingRequest, Set<Int>>
  ) {
    let declared = declared(node)
    // The document itself stays, whatever it costs: then encoding says so. What is made of the root
    // inside it becomes text with the root.
    guard node.index > 0 else { return }
    if declared > 0 {
      request[keyPath: list].insert(declared)
    } else {
      request.texts.insert(declared)
    }
    omitted = node.index
    // What is omitted counts no longer, neither here nor when it is left.
    if node.kind.isContainer { depth -= 1 }
    if node.kind == .object { objectDepth -= 1 }
  }

  /// The declared node that a node stands for or belongs to.
  private func declared(_ node: SchemaGraph.Node) -> Int {
    let nodes = graph.storage.tables.declared?.nodes ?? sources
    return nodes.map { Int($0[node.index]) } ?? node.index
  }

  /// The declared property that a node stands for, which may be a union of which one alternative is
  /// written.
  private func declaredProperty(_ node: SchemaGraph.Node) -> Int {
    let declared = declared(node)
    guard let nodes = graph.storage.tables.declared?.graph.tables.nodes else { return declared }
    var index = declared
    while case .choice = nodes[index].role { index = Int(nodes[index].parent) }
    return index
  }

  private func exceeds(_ value: Int, _ maximum: Int?) -> Bool {
    maximum.map { value > $0 } ?? false
  }
}

/// What has been found to be too large, as nodes of the declared graph.
struct FittingRequest: Equatable {
  /// Those that become JSON text.
  var texts: Set<Int> = []

  /// Those that become definitions.
  var definitions: Set<Int> = []

  /// The optional properties that become arrays.
  var lists: Set<Int> = []

  /// The references that lose their descriptions.
  var bareReferences: Set<Int> = []

  /// Those whose choices are only described.
  var describedChoices: Set<Int> = []

  var isEmpty: Bool { self == FittingRequest() }

  /// Adds another request.
  ///
  /// - Returns: Whether anything was added.
  mutating func add(_ other: FittingRequest) -> Bool {
    let before = self
    // A definition that is still too large becomes text.
    texts.formUnion(other.texts.union(other.definitions.intersection(definitions)))
    definitions.formUnion(other.definitions)
    definitions.subtract(texts)
    lists.formUnion(other.lists)
    bareReferences.formUnion(other.bareReferences)
    describedChoices.formUnion(other.describedChoices)
    return self != before
  }
}
