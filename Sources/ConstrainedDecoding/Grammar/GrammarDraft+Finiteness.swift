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
    var isFinite = [Bool](repeating: false, count: nodes.count)
    // Nodes come after those that refer to them, but for recursion.
    for index in nodes.indices.reversed() { isFinite[index] = hasFiniteForm(index, isFinite) }
    extendFiniteNodes(&isFinite)
    for index in objects.indices { prune(object: index, isFinite) }
    for index in arrays.indices { prune(array: index, isFinite) }
    for index in nodes.indices {
      nodes[index].forms = nodes[index].forms.filter { self.isFinite($0, isFinite) }
    }
    return isFinite
  }

  /// Adds the nodes that have a finite value since others have one.
  private func extendFiniteNodes(_ isFinite: inout [Bool]) {
    guard isFinite.contains(false) else { return }
    var users = [[Int]](repeating: [], count: nodes.count)
    var pending: [Int] = []
    for (index, node) in nodes.enumerated() where !isFinite[index] {
      pending.append(index)
      for part in node.forms.flatMap(parts) where !isFinite[part] { users[part].append(index) }
    }
    var isPending = isFinite.map { !$0 }
    while let index = pending.popLast() {
      isPending[index] = false
      guard hasFiniteForm(index, isFinite) else { continue }
      isFinite[index] = true
      for user in users[index] where !isFinite[user] && !isPending[user] {
        isPending[user] = true
        pending.append(user)
      }
    }
  }

  /// The nodes of the parts of a form.
  private func parts(of form: Form) -> [Int] {
    switch form {
    case .leaf, .counted, .text: []
    case .object(let index):
      objects[index].properties.map(\.node) + objects[index].names.map(\.node)
        + [objects[index].additional].compactMap(\.self)
    case .array(let index): arrays[index].prefix + [arrays[index].rest].compactMap(\.self)
    }
  }

  private func hasFiniteForm(_ node: Int, _ isFinite: [Bool]) -> Bool {
    nodes[node].forms.contains { self.isFinite($0, isFinite) }
  }

  /// Indicates whether a form has a finite value, given the nodes that do.
  private func isFinite(_ form: Form, _ nodes: [Bool]) -> Bool {
    switch form {
    case .leaf, .counted: true
    case .text(let minimum, let maximum): maximum.map { Int64(minimum) <= $0 } ?? true
    case .object(let index): isFinite(objects[index], nodes)
    case .array(let index): isFinite(arrays[index], nodes)
    }
  }

  private func isFinite(_ object: Object, _ nodes: [Bool]) -> Bool {
    let required = object.properties.filter { !$0.isOptional }
    guard required.allSatisfy({ nodes[$0.node] }) else { return false }
    if let maximum = object.maximumCount, maximum < max(required.count, object.minimumCount) {
      return false
    }
    if let additional = object.additional, nodes[additional] { return true }
    if object.names.contains(where: { nodes[$0.node] }) { return true }
    return object.properties.count { nodes[$0.node] } >= object.minimumCount
  }

  private func isFinite(_ array: Array, _ nodes: [Bool]) -> Bool {
    if let maximum = array.maximum, maximum < array.minimum { return false }
    guard array.prefix.prefix(array.minimum).allSatisfy({ nodes[$0] }) else { return false }
    return array.minimum <= array.prefix.count || array.rest.map { nodes[$0] } == true
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
