import SchemaModel

extension DialectFindings {
  /// Applies the dialect's adaptation, and rejects an adaptation that sets a keyword that contains
  /// other schemas.
  mutating func adapt(
    _ keywords: inout SchemaKeywords, of node: SchemaGraph.Node, _ written: WrittenForm
  ) throws {
    guard let adaptation = dialect.adaptation else { return }
    let failure = Result { try adaptation(&keywords, node) }
    // This check comes first, because a value that nests too deep must not be freed by recursion.
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
      try reject(error)
    }
    let names = dialect.rules.keywords
    var reserved = [
      names[.reference], names[.properties], names[.patternProperties], names[.items],
      names[.prefixItems],
      names[.anyOf], names[.definitions],
    ]
    if written.object != nil, !written.isClosed {
      reserved.append(names[.additionalProperties])
    }
    for name in reserved where keywords[name] != nil {
      keywords[name] = nil
      try reject("an adaptation that sets '\(name)'", .adaptation, at: node)
    }
  }
}
