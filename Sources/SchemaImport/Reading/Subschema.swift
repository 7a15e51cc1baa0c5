import SchemaDocuments

/// One schema of a document: its keywords, in the order of the document.
struct Subschema {
  /// The number of its value.
  let node: Int

  /// Whether the schema is `false`, or excludes everything otherwise.
  var allowsNothing = false

  /// The keywords with the numbers of their values.
  private(set) var members: [(keyword: Keyword, node: Int)] = []

  /// Whether it constrains values itself, apart from schemas that it combines.
  private(set) var constrains = false

  /// Whether it combines other schemas.
  private(set) var combines = false

  /// Creates a schema with room for so many keywords.
  init(node: Int, capacity: Int) {
    self.node = node
    members.reserveCapacity(capacity)
  }

  /// Adds a keyword with the number of its value.
  mutating func append(_ keyword: Keyword, _ node: Int) {
    members.append((keyword, node))
    switch keyword.role {
    case .constraint: constrains = true
    case .combination: combines = true
    case .identity, .annotation, .unstated: break
    }
  }

  /// The value of a keyword.
  subscript(keyword: Keyword) -> Int? {
    members.first { $0.keyword == keyword }?.node
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
