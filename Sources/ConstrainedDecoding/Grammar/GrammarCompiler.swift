import IndexedTables
import SchemaDocuments
import SchemaEncoding
import SchemaGuides
import SchemaPatterns

/// Compiles a graph to the draft of a grammar.
///
/// Nodes are visited with a list of pending nodes instead of recursion.
struct GrammarCompiler {
  /// The values of any type.
  private struct AnyValue {
    let node: EntryIndex<GrammarDraft.Node>
    /// All objects and all arrays, which a union of other types may also have.
    let object: GrammarDraft.Form
    let array: GrammarDraft.Form
  }

  let graph: SchemaGraph
  let options: TokenGrammar.Options
  private(set) var draft = GrammarDraft()
  private(set) var leaves: LeafCompiler
  /// The constraints that the grammar cannot enforce.
  private(set) var unenforced: [SchemaDiagnostic] = []
  /// The entries of ``unenforced`` as a set, so that each is listed once.
  private var listed: Set<SchemaDiagnostic> = []

  private var known: [NodeID: EntryIndex<GrammarDraft.Node>] = [:]
  private var pending: [(graph: SchemaGraph.Node, draft: EntryIndex<GrammarDraft.Node>)] = []
  private var knownAnyValue: AnyValue?

  init(
    _ graph: SchemaGraph, _ options: TokenGrammar.Options, _ vocabulary: VocabularyTables
  ) {
    self.graph = graph
    self.options = options
    leaves = LeafCompiler(vocabulary)
  }

  /// Compiles a node and all nodes that it refers to.
  mutating func compile(
    _ node: SchemaGraph.Node
  ) throws(SchemaError) -> EntryIndex<GrammarDraft.Node> {
    let root = self.node(for: node)
    try fillPending()
    return root
  }

  /// Compiles a node without the strings among its values, and all nodes that it refers to.
  mutating func compileWithoutStrings(
    _ node: SchemaGraph.Node
  ) throws(SchemaError) -> EntryIndex<GrammarDraft.Node> {
    let root = draft.addNode(origin: node)
    for alternative in graph.alternatives(of: node) {
      if let choices = alternative.constraints.choices {
        let others = choices.filter { $0.string == nil }
        if !others.isEmpty { draft.add([.leaf(try literals(others, alternative))], to: root) }
      } else if alternative.kind == .any {
        let any = try anyValue(alternative)
        draft.add(draft.formsWithoutText(of: any.node), to: root)
      } else if alternative.kind != .string {
        draft.add(alternative: self.node(for: alternative), to: root)
      }
    }
    try fillPending()
    return root
  }

  /// Fills the pending nodes, and all nodes that they refer to.
  private mutating func fillPending() throws(SchemaError) {
    var position = 0
    while position < pending.count {
      let (node, index) = pending[position]
      position += 1
      try fill(index, node)
    }
    try flattenUnions()
  }

  /// Returns the draft's node for a node of the graph; adds it to the draft if there is none.
  ///
  /// A reference has the draft's node of its target. The target is the root or the body of a
  /// definition, and neither is a reference.
  mutating func node(for node: SchemaGraph.Node) -> EntryIndex<GrammarDraft.Node> {
    let node = graph.resolving(node)
    if let known = known[node.id] { return known }
    let index = draft.addNode(origin: node)
    known[node.id] = index
    pending.append((node, index))
    return index
  }

  private mutating func fill(
    _ index: EntryIndex<GrammarDraft.Node>, _ node: SchemaGraph.Node
  ) throws(SchemaError) {
    let constraints = node.constraints
    for term in constraints.otherTerms {
      note("That a value has \(term.facts.words) is not enforced.", node)
    }
    if let choices = constraints.choices {
      draft.add(try choiceForms(choices, constraints, node), to: index)
      return
    }
    switch node.kind {
    case .string: draft.add([try stringForm(constraints, node)], to: index)
    case .integer, .number: draft.add([.leaf(try numberLeaf(constraints, node))], to: index)
    case .boolean:
      draft.add([.leaf(try literals([.boolean(true), .boolean(false)], node))], to: index)
    case .null: draft.add([.leaf(try literals([.null], node))], to: index)
    case .any: draft.add(alternative: try anyValue(node).node, to: index)
    // `never` has no values. References are not added to the draft; see ``node(for:)``.
    case .never, .reference: break
    case .anyOf:
      for choice in node.choices { draft.add(alternative: self.node(for: choice), to: index) }
    case .array, .tuple: try addArray(to: index, node)
    case .object: try addObject(to: index, node)
    }
  }

  private mutating func addArray(
    to index: EntryIndex<GrammarDraft.Node>, _ node: SchemaGraph.Node
  ) throws(SchemaError) {
    let prefix = node.prefixItems.map { self.node(for: $0) }
    var rest = node.items
    if options.openObjects == .closed, rest?.isUnmentioned == true { rest = nil }
    let minimum = node.elementCounts.least
    var maximum = node.elementCounts.most
    if node.kind == .tuple, rest == nil { maximum = min(prefix.count, maximum ?? .max) }
    guard minimum <= GrammarPosition.elementLimit else {
      throw limitExceeded(
        "the smallest number of elements", minimum, GrammarPosition.elementLimit, node)
    }
    if let limit = maximum, limit > GrammarPosition.elementLimit {
      maximum = nil
      note("The maximum of \(limit) elements is not enforced.", node)
    }
    if prefix.isEmpty, rest?.isAnyValue == true, minimum == 0, maximum == nil {
      draft.add([try anyValue(node).array], to: index)
      return
    }
    let array = GrammarDraft.Array(
      prefix: prefix, rest: rest.map { self.node(for: $0) }, minimum: minimum, maximum: maximum)
    draft.add([draft.add(array)], to: index)
  }

  /// The largest number of properties that can be counted.
  private static let maximumPropertyCount = 1 << 12

  private mutating func addObject(
    to index: EntryIndex<GrammarDraft.Node>, _ node: SchemaGraph.Node
  ) throws(SchemaError) {
    let constraints = node.constraints
    let minimum = constraints.minimumPropertyCount ?? 0
    guard minimum <= Self.maximumPropertyCount else {
      throw limitExceeded(
        "the smallest number of properties", minimum, Self.maximumPropertyCount, node)
    }
    let properties = node.properties.map { property in
      GrammarDraft.Property(
        name: Array([UInt8].canonicalJSON(property.name).dropFirst()),
        node: self.node(for: property.node), isOptional: property.isOptional)
    }
    var additional = node.additionalProperties
    if options.openObjects == .closed, !properties.isEmpty, additional?.kind == .any {
      additional = nil
    }
    let names = try nameClasses(node, others: additional)
    if !node.patternProperties.isEmpty { additional = nil }
    if additional != nil || !names.isEmpty { noteDuplicateNames(node) }
    var maximum = constraints.maximumPropertyCount
    if let limit = maximum, additional == nil, names.isEmpty, limit >= properties.count {
      maximum = nil
    } else if let limit = maximum, limit > Self.maximumPropertyCount {
      maximum = nil
      note("The maximum of \(limit) properties is not enforced.", node)
    }
    if properties.isEmpty, names.isEmpty, additional?.isAnyValue == true, minimum == 0,
      maximum == nil
    {
      draft.add([try anyValue(node).object], to: index)
      return
    }
    let object = GrammarDraft.Object(
      properties: properties, additional: additional.map { self.node(for: $0) }, names: names,
      minimumCount: minimum, maximumCount: maximum, origin: node)
    draft.add([draft.add(object)], to: index)
  }

  /// Returns the values of any type; all places share them.
  private mutating func anyValue(_ node: SchemaGraph.Node) throws(SchemaError) -> AnyValue {
    if let knownAnyValue { return knownAnyValue }
    let index = draft.addNode()
    let literals = try literals([.boolean(true), .boolean(false), .null], node)
    let number = try leaf(freeNumber, node)
    let object = draft.add(GrammarDraft.Object(properties: [], additional: index))
    let array = draft.add(GrammarDraft.Array(prefix: [], rest: index, minimum: 0, maximum: nil))
    draft.add(
      [.text(minimum: 0, maximum: nil), .leaf(number), .leaf(literals), object, array], to: index)
    noteDuplicateNames(node)
    let value = AnyValue(node: index, object: object, array: array)
    knownAnyValue = value
    return value
  }

  // MARK: Leaves

  /// Returns the leaf of a key; see ``LeafCompiler/leaf(_:_:)``.
  mutating func leaf(
    _ key: LeafKey, _ node: SchemaGraph.Node
  ) throws(SchemaError) -> EntryIndex<CompiledLeaf> {
    try leaves.leaf(key, node)
  }

  /// Returns the form of a leaf's strings with lengths within bounds; see
  /// ``LeafCompiler/countedForm(_:_:_:_:)``.
  mutating func countedForm(
    _ leaf: EntryIndex<CompiledLeaf>, minimum: Int, maximum: Int64?, _ node: SchemaGraph.Node
  ) throws(SchemaError) -> GrammarDraft.Form {
    try leaves.countedForm(leaf, minimum, maximum, node)
  }

  /// Returns the automaton of a pattern; `nil` if the pattern has none.
  mutating func automaton(of pattern: SchemaPattern) -> SchemaPattern.ScalarAutomaton? {
    leaves.automaton(of: pattern)
  }

  /// Returns the automaton of the names that match some patterns and do not match others.
  mutating func names(
    matching patterns: [SchemaPattern], notMatching others: [SchemaPattern]
  ) throws(LeafAutomaton.TooLarge) -> TextMachine {
    try leaves.names(matching: patterns, notMatching: others)
  }

  // MARK: Unions

  /// Replaces the alternatives of each node by their forms.
  private mutating func flattenUnions() throws(SchemaError) {
    for union in draft.unions {
      let count = draft.flatten(union)
      guard count <= options.maximumAlternatives else {
        throw tooManyAlternatives(count, of: union)
      }
    }
  }

  private func tooManyAlternatives(
    _ count: Int, of union: EntryIndex<GrammarDraft.Node>
  ) -> SchemaError {
    .limitExceeded(
      limit: "alternatives of a value", value: count, maximum: options.maximumAlternatives,
      context: .init(
        path: draft.nodes[union].origin?.path ?? SchemaPath(),
        problem: "A union has \(count) alternatives; the limit is "
          + "\(options.maximumAlternatives).",
        remedy: "Split the union\(OptionAdvice.maximumAlternatives.text)"))
  }

  // MARK: Reports

  mutating func note(_ problem: String, _ node: SchemaGraph.Node, remedy: String? = nil) {
    let diagnostic = SchemaDiagnostic(
      .warning, at: node, problem: problem, remedy: remedy, code: TokenGrammar.notEnforcedCode)
    if listed.insert(diagnostic).inserted { unenforced.append(diagnostic) }
  }

  private mutating func noteDuplicateNames(_ node: SchemaGraph.Node) {
    note("The name of an undeclared property may occur twice.", node)
  }

  func limitExceeded(
    _ limit: String, _ value: Int, _ maximum: Int, _ node: SchemaGraph.Node
  ) -> SchemaError {
    .limitExceeded(
      limit: limit, value: value, maximum: maximum,
      context: .init(
        path: node.path, problem: "Masks can count up to \(maximum), but \(limit) is \(value).",
        remedy: "Use a smaller number."))
  }
}

extension SchemaGraph.Node {
  /// Indicates whether the node has all values.
  fileprivate var isAnyValue: Bool {
    kind == .any && constraints.choices == nil && constraints.otherTerms.isEmpty
  }
}
