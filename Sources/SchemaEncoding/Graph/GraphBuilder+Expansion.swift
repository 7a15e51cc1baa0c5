import SchemaModel

/// The expansion of what is inline, depth first.
extension GraphBuilder {
  /// A schema whose children are being expanded.
  struct Expansion {
    let record: Int

    /// The index of the table that references are relative to, or -1.
    let table: Int
    let children: Children

    /// The node of the next child, and that behind the last one.
    var next: Int
    let end: Int
  }

  /// The schemas directly inside another.
  enum Children {
    /// The element of an array, with the guides that constrain it.
    case element(GenerationSchema.Reference, [GuideValue])
    case references([GenerationSchema.Reference])

    /// The additional properties, and the others in the order of their nodes.
    case properties([GenerationSchema.Property], additional: GenerationSchema.Reference?)
  }

  /// Expands all that is inline below the schemas that have been expanded.
  mutating func expandChildren() throws(SchemaError) {
    while let top = expansions.indices.last {
      let node = expansions[top].next
      guard node < expansions[top].end else {
        records[expansions[top].record].openNode = -1
        expansions.removeLast()
        continue
      }
      expansions[top].next += 1
      try fill(node, expansions[top].place(before: expansions[top].end - node))
    }
  }

  /// Makes a node of a schema that stands inline, and notes its children to be expanded.
  mutating func expand(_ target: Target, into node: Int) throws(SchemaError) {
    let record = target.record
    let declaration = records[record].declaration
    guard let kind = declaration.kind.valueKind else { throw circularAlias(at: node) }
    tables.nodes[node].kind = kind
    tables.nodes[node].description = target.summary ?? declaration.summary
    let guides = declaration.guides.followed(by: target.guides)
    if !guides.isEmpty { try constrain(node, guides, kind) }
    if kind == .never, !isOptional(node) { throw noValue(at: node) }
    if kind == .anyOf { hasUnions = true }
    guard let children = try children(of: declaration, guides, at: node) else { return }
    guard tables.nodes.count < Int32.max else { throw tooLarge(at: node) }
    let first = tables.nodes.count
    addNodes(for: children, to: node)
    let end = tables.nodes.count
    tables.nodes[node].first = Int32(truncatingIfNeeded: first)
    tables.nodes[node].count = Int32(truncatingIfNeeded: end - first)
    guard end > first else { return }
    try open(record, children: end - first, at: node)
    expansions.append(
      Expansion(
        record: record, table: Int(records[record].table), children: children, next: first, end: end
      ))
  }

  /// The schemas directly inside another, which may have none, after a check of those of an object
  /// or a union.
  private func children(
    of declaration: GenerationSchema.Declaration, _ guides: [GuideValue], at node: Int
  ) throws(SchemaError) -> Children? {
    switch declaration.kind {
    case .string, .integer, .number, .boolean, .null, .any, .never, .alias: return nil
    case .array(let element):
      var inner: [GuideValue] = []
      for guide in guides where guide.depth > 0 {
        inner.append(GuideValue(guide.constraint, depth: guide.depth - 1))
      }
      return .element(element, inner)
    case .tuple(let elements): return .references(elements)
    case .anyOf(let choices):
      guard !choices.isEmpty else { throw emptyChoices(declaration.name, at: node) }
      return .references(choices)
    case .object(let properties, let additional):
      try check(properties, of: declaration, isOpen: additional != nil, at: node)
      let hasPatterns = properties.contains(where: \.isPattern)
      return .properties(
        hasPatterns
          ? properties.filter(\.isPattern) + properties.filter { !$0.isPattern } : properties,
        additional: additional)
    }
  }

  /// Adds a node for each schema directly inside another, in the order in which they are written.
  private mutating func addNodes(for children: Children, to node: Int) {
    switch children {
    case .element: tables.nodes.append(NodeRecord(role: .items, parent: node))
    case .references(let references):
      let role: SchemaRole = tables.nodes[node].kind == .tuple ? .prefixItem : .choice
      tables.nodes.append(
        contentsOf: repeatElement(NodeRecord(role: role, parent: node), count: references.count))
    case .properties(let properties, let additional):
      if additional != nil {
        tables.nodes.append(NodeRecord(role: .additionalProperties, parent: node))
      }
      tables.nodes.append(
        contentsOf: properties.lazy.map { property in
          let role: SchemaRole =
            property.isPattern
            ? .patternProperty(property.name)
            : .property(name: property.name, isOptional: property.isOptional)
          return NodeRecord(role: role, parent: node)
        })
    }
  }

  /// Notes that a schema is expanded, which it must not be inside itself.
  private mutating func open(
    _ record: Int, children: Int, at node: Int
  ) throws(SchemaError) {
    if records[record].openNode >= 0 { throw circularDependency(record, at: node) }
    if records[record].wasExpanded {
      copies += children + 1
      if copies > limits.nodes { throw tooManyCopies(copies, at: node) }
    }
    records[record].wasExpanded = true
    records[record].openNode = Int32(truncatingIfNeeded: node)
  }

  /// Whether a node is the value of a property that an object may lack.
  private func isOptional(_ node: Int) -> Bool {
    switch tables.nodes[node].role {
    case .property(_, let isOptional): isOptional
    case .patternProperty: true
    default: false
    }
  }
}

extension GraphBuilder.Expansion {
  /// What is declared at the place of a child, from which on so many children remain.
  fileprivate func place(before remaining: Int) -> GraphBuilder.Place {
    switch children {
    case .element(let reference, let guides):
      return GraphBuilder.Place(reference: reference, table: table, guides: guides)
    case .references(let references):
      return GraphBuilder.Place(reference: references[references.count - remaining], table: table)
    case .properties(let properties, let additional):
      if remaining > properties.count, let additional {
        return GraphBuilder.Place(reference: additional, table: table)
      }
      let property = properties[properties.count - remaining]
      return GraphBuilder.Place(
        reference: property.reference, table: table, guides: property.guides,
        summary: property.summary)
    }
  }
}
