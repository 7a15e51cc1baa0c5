import SchemaEncoding
import SchemaText

/// A grammar before it is compiled: the values of a graph's nodes, by how they may be written.
struct GrammarDraft {
  enum Form: Hashable {
    /// A value of a leaf, by its index in ``LeafCompiler/leaves``.
    case leaf(Int)
    /// A string whose characters are counted, by its index in ``LeafCompiler/counters``.
    case counted(Int)
    case text(minimum: Int, maximum: Int64?)
    case object(Int)
    case array(Int)
  }

  struct Node {
    fileprivate(set) var forms: [Form] = []
    /// Other nodes whose forms these are, too.
    fileprivate(set) var alternatives: [Int] = []
    /// The node of the graph, for messages.
    let origin: SchemaGraph.Node?
  }

  struct Property {
    /// The name in JSON, without its opening quote.
    let name: [UInt8]
    let node: Int
    let isOptional: Bool
    /// Indicates whether the property must not occur, since it can have no value.
    fileprivate(set) var isForbidden = false
  }

  /// Names that are not declared and match the same pattern.
  struct NameClass {
    /// The names, in JSON.
    let leaf: Int
    /// The node of the properties.
    let node: Int
  }

  struct Object {
    fileprivate(set) var properties: [Property]
    /// The node of properties that are not declared; `nil` if ``names`` says which there may be.
    fileprivate(set) var additional: Int?
    /// The names that are not declared, where patterns tell them apart.
    ///
    /// No name is in two classes.
    fileprivate(set) var names: [NameClass] = []
    fileprivate(set) var minimumCount = 0
    fileprivate(set) var maximumCount: Int?
    fileprivate(set) var origin: SchemaGraph.Node?

    /// Indicates whether there may be properties that are not declared.
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

  /// Adds a node without forms, and returns its number.
  mutating func addNode(origin: SchemaGraph.Node? = nil) -> Int {
    nodes.append(Node(origin: origin))
    return nodes.count - 1
  }

  /// Adds forms to a node.
  mutating func add(_ forms: [Form], to node: Int) { nodes[node].forms += forms }

  /// Lets a node have the forms of another one, too; see ``flatten(_:)``.
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

  /// The nodes with alternatives, each after the unions among its alternatives.
  var unions: [Int] {
    let unions = nodes.indices.filter { !nodes[$0].alternatives.isEmpty }
    guard !unions.isEmpty else { return [] }
    // A union is no alternative of itself.
    let order = ComponentSearch.components(among: nodes.count) { nodes[$0].alternatives }
    return unions.sorted { order[$0] < order[$1] }
  }

  /// Gives a union the forms of its alternatives besides its own, each once.
  ///
  /// - Parameter union: A union, whose alternatives are not unions any more.
  /// - Returns: The number of its forms.
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
  /// Removes all forms and properties without finite values, so that every place that a text can
  /// lead to can be completed.
  ///
  /// - Returns: Whether each node has a finite value.
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

  /// Limits an array to the elements before the first one that has no finite value.
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
  /// - Returns: `nil` if it has none for another reason.
  func shortage(ofNode node: Int) -> SchemaError.Context? {
    let short = objects.indices.filter { objects[$0].shortage != nil }
    func hasFiniteValue(withoutFirst count: Int) -> Bool {
      var draft = self
      for index in short.prefix(count) { draft.objects[index].minimumCount = 0 }
      return draft.removeEndlessValues()[node]
    }
    guard !short.isEmpty, hasFiniteValue(withoutFirst: short.count) else { return nil }
    // The others may be optional: the one to report is the first such that the node has a finite
    // value without its minimum and those of the objects before it.
    var (low, high) = (0, short.count)
    while high - low > 1 {
      let middle = (low + high) / 2
      if hasFiniteValue(withoutFirst: middle) { high = middle } else { low = middle }
    }
    return objects[short[low]].shortage
  }
}

extension GrammarDraft.Object {
  /// The error if the object cannot have as many properties as it has to have.
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
/// - Complexity: O(*n*) in the size of the draft: each use of a node is looked at once, when the
///   node is known to have a finite value.
private struct FiniteValueSearch {
  /// The parts that an object or an array still needs for a finite value.
  private struct Need {
    /// The number of required properties or elements that are not known to have finite values.
    var required = 0
    /// The number of properties, required or not, that it needs besides those known to have them.
    var further = 0
    var isPossible = true

    var isMet: Bool { isPossible && required == 0 && further <= 0 }
  }

  /// A use of a node in an object or an array.
  private struct Use {
    let container: Int
    let isRequired: Bool
    /// Indicates whether there may be any number of such properties.
    var isRepeated = false
  }

  private let draft: GrammarDraft
  /// Indicates whether each node is known to have a finite value.
  private(set) var nodes: [Bool]
  /// The need of each object, and behind them of each array.
  private var needs: [Need] = []
  private var uses: [[Use]]
  /// The nodes with each object and array among their forms.
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

  /// The number of an object, or of an array after all objects; `nil` for what contains no values.
  private func container(of form: GrammarDraft.Form) -> Int? {
    switch form {
    case .leaf, .counted, .text: nil
    case .object(let index): index
    case .array(let index): draft.objects.count + index
    }
  }
}

extension [UInt8] {
  /// A string as masks allow it: quoted, each character in the one way that
  /// ``ScalarDecoder/Encoding/json`` has.
  static func canonicalJSON(_ string: String) -> [UInt8] {
    var text: [UInt8] = []
    text.appendJSON(string)
    guard text.contains(0x7F) else { return text }
    return Array(text.map { $0 == 0x7F ? Array("\\u007f".utf8) : [$0] }.joined())
  }
}
