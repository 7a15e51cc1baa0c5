import IndexedTables
import SchemaEncoding
import SchemaText

/// A grammar before its tables are laid out: for each node of a graph, the forms in which its
/// values may be written.
struct GrammarDraft {
  enum Form: Hashable {
    /// A text of a leaf, by the leaf's index in ``LeafCompiler/leaves``.
    case leaf(EntryIndex<CompiledLeaf>)
    /// A string whose characters are counted, by its index in ``LeafCompiler/counters``.
    case counted(EntryIndex<StringCounter>)
    case text(minimum: Int, maximum: Int64?)
    case object(EntryIndex<Object>)
    case array(EntryIndex<Array>)
  }

  struct Node {
    fileprivate(set) var forms: [Form] = []
    /// Nodes whose forms also belong to this node.
    ///
    /// No alternative is chosen for a value: a mask allows what any of them allows, and the forms
    /// that the text contradicts end by themselves.
    fileprivate(set) var alternatives: [EntryIndex<Node>] = []
    /// The node of the graph, for messages.
    let origin: SchemaGraph.Node?
  }

  struct Property {
    /// The name in JSON, without its opening quote.
    let name: [UInt8]
    let node: EntryIndex<Node>
    let isOptional: Bool
    /// Indicates whether the property must not occur, because it has no finite value.
    fileprivate(set) var isForbidden = false
  }

  /// A class of undeclared names that match the same pattern.
  struct NameClass {
    /// The index of the leaf of the names as JSON strings.
    let leaf: EntryIndex<CompiledLeaf>
    /// The node of the properties' values.
    let node: EntryIndex<Node>
  }

  struct Object {
    fileprivate(set) var properties: [Property]
    /// The node of the values of undeclared properties; `nil` if the object has none or ``names``
    /// has their classes.
    fileprivate(set) var additional: EntryIndex<Node>?
    /// The classes of undeclared names, if patterns distinguish them.
    ///
    /// A name is in at most one class.
    fileprivate(set) var names: [NameClass] = []
    fileprivate(set) var minimumCount = 0
    fileprivate(set) var maximumCount: Int?
    fileprivate(set) var origin: SchemaGraph.Node?

    /// Indicates whether the object may have undeclared properties.
    var isOpen: Bool { additional != nil || !names.isEmpty }
  }

  struct Array {
    let prefix: [EntryIndex<Node>]
    /// The node of elements after the prefix.
    let rest: EntryIndex<Node>?
    let minimum: Int
    fileprivate(set) var maximum: Int?
  }

  private(set) var nodes: [Node] = []
  private(set) var objects: [Object] = []
  private(set) var arrays: [Array] = []

  // MARK: Adding

  /// Adds a node without forms, and returns its index.
  mutating func addNode(origin: SchemaGraph.Node? = nil) -> EntryIndex<Node> {
    nodes.add(Node(origin: origin))
  }

  mutating func add(_ forms: [Form], to node: EntryIndex<Node>) { nodes[node].forms += forms }

  /// The forms of a node that are not free strings.
  func formsWithoutText(of node: EntryIndex<Node>) -> [Form] {
    nodes[node].forms.filter { if case .text = $0 { false } else { true } }
  }

  /// Adds the forms of another node to a node; see ``flatten(_:)``.
  mutating func add(alternative: EntryIndex<Node>, to node: EntryIndex<Node>) {
    nodes[node].alternatives.append(alternative)
  }

  mutating func add(_ object: Object) -> Form { .object(objects.add(object)) }

  mutating func add(_ array: Array) -> Form { .array(arrays.add(array)) }

  // MARK: Unions

  /// The nodes with alternatives; each comes after the unions among its alternatives.
  var unions: [EntryIndex<Node>] {
    let unions = nodes.indices.filter { !nodes[$0].alternatives.isEmpty }
    guard !unions.isEmpty else { return [] }
    // The graph has no cycles, since a union is not an alternative of itself.
    let order = ComponentSearch.components(among: nodes.count) {
      nodes[$0].alternatives.map(\.value)
    }
    return unions.sorted { order[$0] < order[$1] }.map { EntryIndex($0) }
  }

  /// Adds the forms of the alternatives to the forms of a union.
  ///
  /// Each form occurs once.
  ///
  /// `union`: A union. Its alternatives must already be flattened.
  mutating func flatten(_ union: EntryIndex<Node>) -> Int {
    var seen: Set<Form> = []
    nodes[union].forms = ([union] + nodes[union].alternatives).flatMap { node in
      nodes[node].forms.filter { seen.insert($0).inserted }
    }
    nodes[union].alternatives = []
    return nodes[union].forms.count
  }
}

// MARK: - Finite values

extension GrammarDraft {
  /// Removes all forms and properties without finite values, so that a text can be completed from
  /// every place.
  mutating func removeEndlessValues() -> NodeSet {
    var search = FiniteValueSearch(self)
    search.run()
    for index in objects.indices { objects[index].removeEndlessProperties(search.nodes) }
    for index in arrays.indices { arrays[index].removeEndlessElements(search.nodes) }
    for index in nodes.indices { nodes[index].forms.removeAll { !search.isFinite($0) } }
    return search.nodes
  }
}

extension GrammarDraft.Object {
  /// Removes the undeclared properties without a finite value, and forbids the optional ones.
  fileprivate mutating func removeEndlessProperties(_ finite: GrammarDraft.NodeSet) {
    if let node = additional, !finite.contains(node) { additional = nil }
    names.removeAll { !finite.contains($0.node) }
    for index in properties.indices {
      let property = properties[index]
      properties[index].isForbidden = property.isOptional && !finite.contains(property.node)
    }
  }
}

extension GrammarDraft.Array {
  /// Limits the array to the elements before the first element without a finite value.
  fileprivate mutating func removeEndlessElements(_ finite: GrammarDraft.NodeSet) {
    var limit = prefix.firstIndex { !finite.contains($0) }
    if limit == nil, rest.map({ finite.contains($0) }) != true { limit = prefix.count }
    if let limit { maximum = min(maximum ?? limit, limit) }
  }
}

extension GrammarDraft {
  /// The error if a node has no finite value because an object has too few properties.
  ///
  /// - Returns: The error; `nil` if there is another reason.
  func shortage(of node: EntryIndex<Node>) -> SchemaError.Context? {
    let short = objects.indices.filter { objects[$0].shortage != nil }
    func hasFiniteValue(withoutFirst count: Int) -> Bool {
      var draft = self
      for index in short.prefix(count) { draft.objects[index].minimumCount = 0 }
      return draft.removeEndlessValues().contains(node)
    }
    guard !short.isEmpty, hasFiniteValue(withoutFirst: short.count) else { return nil }
    // Several objects may have too few properties, and some of them may be optional. The binary
    // search finds the first object such that the node has a finite value if the minimums up to
    // this object are removed.
    var (low, high) = (0, short.count)
    while high - low > 1 {
      let middle = (low + high) / 2
      if hasFiniteValue(withoutFirst: middle) { high = middle } else { low = middle }
    }
    return objects[short[low]].shortage
  }
}

extension GrammarDraft.Object {
  /// The error if the object cannot have as many properties as its minimum; `nil` otherwise.
  var shortage: SchemaError.Context? {
    guard !isOpen, properties.count < minimumCount else { return nil }
    return .init(
      path: origin?.path ?? SchemaPath(),
      problem: "An object has to have at least \(minimumCount) properties, and it can have at most "
        + "\(properties.count).",
      remedy: "Use a smaller number, declare more properties, or allow others.")
  }
}
