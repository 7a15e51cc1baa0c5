import SchemaEncoding
import SchemaText

/// A grammar before its tables are laid out: for each node of a graph, the forms in which its
/// values may be written.
struct GrammarDraft {
  enum Form: Hashable {
    /// A text of a leaf, by the leaf's index in ``LeafCompiler/leaves``.
    case leaf(Int)
    /// A string whose characters are counted, by its index in ``LeafCompiler/counters``.
    case counted(Int)
    case text(minimum: Int, maximum: Int64?)
    case object(Int)
    case array(Int)
  }

  struct Node {
    fileprivate(set) var forms: [Form] = []
    /// Nodes whose forms also belong to this node.
    fileprivate(set) var alternatives: [Int] = []
    /// The node of the graph, for messages.
    let origin: SchemaGraph.Node?
  }

  struct Property {
    /// The name in JSON, without its opening quote.
    let name: [UInt8]
    let node: Int
    let isOptional: Bool
    /// Indicates whether the property must not occur, because it has no finite value.
    fileprivate(set) var isForbidden = false
  }

  /// A class of undeclared names that match the same pattern.
  struct NameClass {
    /// The index of the leaf of the names as JSON strings.
    let leaf: Int
    /// The node of the properties' values.
    let node: Int
  }

  struct Object {
    fileprivate(set) var properties: [Property]
    /// The node of the values of undeclared properties; `nil` if the object has none or ``names``
    /// has their classes.
    fileprivate(set) var additional: Int?
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
    let prefix: [Int]
    /// The node of elements after the prefix.
    let rest: Int?
    let minimum: Int
    fileprivate(set) var maximum: Int?
  }

  private(set) var nodes: [Node] = []
  private(set) var objects: [Object] = []
  private(set) var arrays: [Array] = []

  // MARK: Adding

  /// Adds a node without forms, and returns its index.
  mutating func addNode(origin: SchemaGraph.Node? = nil) -> Int {
    nodes.append(Node(origin: origin))
    return nodes.count - 1
  }

  /// Adds forms to a node.
  mutating func add(_ forms: [Form], to node: Int) { nodes[node].forms += forms }

  /// Adds the forms of another node to a node; see ``flatten(_:)``.
  mutating func add(alternative: Int, to node: Int) { nodes[node].alternatives.append(alternative) }

  /// Adds an object, and returns its form.
  mutating func add(_ object: Object) -> Form {
    objects.append(object)
    return .object(objects.count - 1)
  }

  /// Adds an array, and returns its form.
  mutating func add(_ array: Array) -> Form {
    arrays.append(array)
    return .array(arrays.count - 1)
  }

  // MARK: Unions

  /// The nodes with alternatives.
  ///
  /// Each comes after the unions among its alternatives.
  var unions: [Int] {
    let unions = nodes.indices.filter { !nodes[$0].alternatives.isEmpty }
    guard !unions.isEmpty else { return [] }
    // The graph has no cycles, since a union is not an alternative of itself.
    let order = ComponentSearch.components(among: nodes.count) { nodes[$0].alternatives }
    return unions.sorted { order[$0] < order[$1] }
  }

  /// Adds the forms of the alternatives to the forms of a union.
  ///
  /// Each form occurs once.
  ///
  /// - Parameter union: A union. Its alternatives must already be flattened.
  /// - Returns: The number of the union's forms.
  mutating func flatten(_ union: Int) -> Int {
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
  ///
  /// - Returns: For each node, `true` if it has a finite value.
  mutating func removeEndlessValues() -> [Bool] {
    var search = FiniteValueSearch(self)
    search.run()
    for index in objects.indices { prune(object: index, search.nodes) }
    for index in arrays.indices { prune(array: index, search.nodes) }
    for index in nodes.indices { nodes[index].forms.removeAll { !search.isFinite($0) } }
    return search.nodes
  }

  private mutating func prune(object index: Int, _ isFinite: [Bool]) {
    if let additional = objects[index].additional, !isFinite[additional] {
      objects[index].additional = nil
    }
    objects[index].names.removeAll { !isFinite[$0.node] }
    for property in objects[index].properties.indices {
      let entry = objects[index].properties[property]
      objects[index].properties[property].isForbidden = entry.isOptional && !isFinite[entry.node]
    }
  }

  /// Limits an array to the elements before the first element without a finite value.
  private mutating func prune(array index: Int, _ isFinite: [Bool]) {
    let array = arrays[index]
    var limit = array.prefix.firstIndex { !isFinite[$0] }
    if limit == nil, array.rest.map({ isFinite[$0] }) != true { limit = array.prefix.count }
    if let limit { arrays[index].maximum = min(array.maximum ?? limit, limit) }
  }
}

extension GrammarDraft {
  /// The error if a node has no finite value because an object has too few properties.
  ///
  /// - Parameter node: A node without a finite value.
  /// - Returns: The error; `nil` if there is another reason.
  func shortage(ofNode node: Int) -> SchemaError.Context? {
    let short = objects.indices.filter { objects[$0].shortage != nil }
    func hasFiniteValue(withoutFirst count: Int) -> Bool {
      var draft = self
      for index in short.prefix(count) { draft.objects[index].minimumCount = 0 }
      return draft.removeEndlessValues()[node]
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

/// The search for the nodes, objects and arrays that have finite values.
///
/// - Complexity: O(*n*) in the size of the draft: each use of a node is visited once, when a finite
///   value of the node is found.
private struct FiniteValueSearch {
  /// The number of parts that an object or an array still needs for a finite value.
  private struct Need {
    /// The number of required properties or elements for which no finite value is known.
    var required = 0
    /// The number of further properties that are needed to reach the minimum, required or optional.
    var further = 0
    var isPossible = true

    var isMet: Bool { isPossible && required == 0 && further <= 0 }
  }

  /// A use of a node in an object or an array.
  private struct Use {
    let container: Int
    let isRequired: Bool
    /// Indicates whether any number of such properties may occur.
    var isRepeated = false
  }

  private let draft: GrammarDraft
  /// Indicates whether each node is known to have a finite value.
  private(set) var nodes: [Bool]
  /// The needs of all objects, followed by the needs of all arrays.
  private var needs: [Need] = []
  private var uses: [[Use]]
  /// For each object and array, the nodes that have it as a form.
  private var holders: [[Int]]
  private var found: [Int] = []

  init(_ draft: GrammarDraft) {
    self.draft = draft
    nodes = Array(repeating: false, count: draft.nodes.count)
    uses = Array(repeating: [], count: draft.nodes.count)
    holders = Array(repeating: [], count: draft.objects.count + draft.arrays.count)
    for object in draft.objects { add(object) }
    for array in draft.arrays { add(array) }
    for (node, entry) in draft.nodes.enumerated() {
      for container in entry.forms.compactMap(container) { holders[container].append(node) }
    }
  }

  mutating func run() {
    for (node, entry) in draft.nodes.enumerated() where entry.forms.contains(where: isFinite) {
      find(node)
    }
    while let node = found.popLast() {
      for use in uses[node] where !needs[use.container].isMet {
        if use.isRequired { needs[use.container].required -= 1 }
        needs[use.container].further -= use.isRepeated ? needs[use.container].further : 1
        guard needs[use.container].isMet else { continue }
        for holder in holders[use.container] { find(holder) }
      }
    }
  }

  /// Indicates whether a form is known to have a finite value.
  func isFinite(_ form: GrammarDraft.Form) -> Bool {
    if case .text(let minimum, let maximum?) = form { return Int64(minimum) <= maximum }
    return container(of: form).map { needs[$0].isMet } ?? true
  }

  private mutating func find(_ node: Int) {
    guard !nodes[node] else { return }
    nodes[node] = true
    found.append(node)
  }

  private mutating func add(_ object: GrammarDraft.Object) {
    var need = Need(further: object.minimumCount)
    for property in object.properties {
      if !property.isOptional { need.required += 1 }
      uses[property.node].append(Use(container: needs.count, isRequired: !property.isOptional))
    }
    for node in object.names.map(\.node) + [object.additional].compactMap(\.self) {
      uses[node].append(Use(container: needs.count, isRequired: false, isRepeated: true))
    }
    if let maximum = object.maximumCount {
      need.isPossible = maximum >= max(need.required, object.minimumCount)
    }
    needs.append(need)
  }

  private mutating func add(_ array: GrammarDraft.Array) {
    var elements = Array(array.prefix.prefix(array.minimum))
    var need = Need()
    if array.minimum > array.prefix.count {
      need.isPossible = array.rest != nil
      elements += [array.rest].compactMap(\.self)
    }
    if let maximum = array.maximum, maximum < array.minimum { need.isPossible = false }
    need.required = elements.count
    for node in elements { uses[node].append(Use(container: needs.count, isRequired: true)) }
    needs.append(need)
  }

  /// Returns the number of an object or an array; arrays are numbered after all objects.
  ///
  /// Returns `nil` for forms that contain no values.
  private func container(of form: GrammarDraft.Form) -> Int? {
    switch form {
    case .leaf, .counted, .text: nil
    case .object(let index): index
    case .array(let index): draft.objects.count + index
    }
  }
}

extension [UInt8] {
  /// Returns a string in the one form that masks allow: quoted, with characters escaped as in
  /// ``ScalarDecoder/Encoding/json``.
  static func canonicalJSON(_ string: String) -> [UInt8] {
    var text: [UInt8] = []
    text.appendJSON(string)
    guard text.contains(0x7F) else { return text }
    return Array(text.map { $0 == 0x7F ? Array("\\u007f".utf8) : [$0] }.joined())
  }
}
