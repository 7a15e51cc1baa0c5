extension DynamicSchemaLinker {
  /// Whether two schemas of one name are equal.
  ///
  /// Schemas with names inside them are compared by name only: they are compared with the others of
  /// their name when they are entered.
  static func areEqual(_ first: Node, _ second: Node) -> Bool {
    struct Pair: Hashable {
      let first: ObjectIdentifier
      let second: ObjectIdentifier
    }
    var pending = [(first, second)]
    var compared: Set<Pair> = []
    while let (first, second) = pending.popLast() {
      if first === second { continue }
      let pair = Pair(first: ObjectIdentifier(first), second: ObjectIdentifier(second))
      guard compared.insert(pair).inserted else { continue }
      guard first.value == second.value, first.children.count == second.children.count
      else { return false }
      for (one, two) in zip(first.children, second.children) {
        if let name = definitionName(of: one), let other = definitionName(of: two) {
          guard name == other else { return false }
        } else {
          pending.append((one, two))
        }
      }
    }
    return true
  }

  /// The name of a schema, or the name that it refers to.
  private static func definitionName(of node: Node) -> ExactText? {
    if case .reference(let name) = node.value { return ExactText(name) }
    return name(of: node).map(ExactText.init)
  }
}
