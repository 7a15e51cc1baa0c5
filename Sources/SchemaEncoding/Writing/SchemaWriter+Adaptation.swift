import SchemaModel

extension SchemaWriter {
  /// The keywords of a node after the dialect's adaptation, except those that come after the
  /// schemas of an object's properties, which are kept.
  mutating func adaptedKeywords(
    of node: SchemaGraph.Node, isNullable: Bool
  ) throws -> [SchemaValue.Member] {
    collected = SchemaKeywords()
    try addKeywords(of: node, isNullable: isNullable)
    if node.kind == .object { addOrder(of: node) }
    var keywords = collected ?? SchemaKeywords()
    collected = nil
    try adapt(&keywords, of: node)
    guard node.kind == .object else { return keywords.members }
    let last = [dialect.rules.keywords.required, dialect.rules.keywords.propertyOrder]
    trailing.append(keywords.members.filter { last.contains($0.name) })
    return keywords.members.filter { !last.contains($0.name) }
  }

  /// Applies the dialect's adaptation, which must not set a keyword that holds other schemas.
  mutating func adapt(_ keywords: inout SchemaKeywords, of node: SchemaGraph.Node) throws {
    guard let adaptation = dialect.adaptation else { return }
    let failure = Result { try adaptation(&keywords, node) }
    // First of all, since what nests too deep must not even be freed by recursion.
    if let keyword = keywords.removeDeepValues() {
      let maximum = GeneratedContent.maximumDepth
      throw SchemaError.limitExceeded(
        limit: "depth of a keyword's value", value: maximum + 1, maximum: maximum,
        context: SchemaError.Context(
          path: node.path,
          problem:
            "The adaptation of the dialect '\(dialect.name)' sets '\(keyword)' to a value with"
            + " more than \(maximum) arrays and objects inside each other.",
          remedy: "Set a value that nests less."))
    }
    do {
      try failure.get()
    } catch let error as SchemaError {
      guard reportsRejections else { throw error }
      diagnostics.append(SchemaDiagnostic(error))
    }
    let names = dialect.rules.keywords
    var reserved = [
      names.reference, names.properties, names.patternProperties, names.items, names.prefixItems,
      names.anyOf, names.definitions,
    ]
    if node.additionalProperties != nil { reserved.append(names.additionalProperties) }
    for name in reserved where keywords[name] != nil {
      keywords[name] = nil
      try reject("an adaptation that sets '\(name)'", .adaptation, at: node)
    }
  }
}
