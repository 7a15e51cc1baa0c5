/// One schema of a document: its keywords, in the order of the document.
struct Subschema {
  /// The number of its value.
  let node: Int

  /// Whether the schema is `false`, or excludes everything otherwise.
  var allowsNothing = false

  /// The keywords with the numbers of their values.
  var members: [(keyword: Keyword, node: Int)] = []

  /// The value of a keyword.
  subscript(keyword: Keyword) -> Int? {
    members.first { $0.keyword == keyword }?.node
  }

  /// Whether it constrains values itself, apart from schemas that it combines.
  var constrains: Bool {
    members.contains { if case .constraint = $0.keyword.role { true } else { false } }
  }

  /// The types that its keywords other than `type`, `enum` and `const` constrain.
  var constrainedTypes: ValueTypes {
    var types: ValueTypes = []
    for (keyword, _) in members {
      if case .constraint(let constrained) = keyword.role, constrained != .all {
        types.formUnion(constrained)
      }
    }
    return types
  }
}
