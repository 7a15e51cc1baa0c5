import SchemaEncoding
import SchemaText

/// Which values have a finite text.
///
/// Forms without one are removed, so that every place that a text can lead to can be completed.
extension GrammarDraft {
  /// Removes all forms and properties without finite values.
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

  /// Lets no array be so long that it would have an endless element.
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
