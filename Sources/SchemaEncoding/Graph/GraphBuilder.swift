import IndexedTables
import SchemaGuides
import SchemaModel

/// Resolves a schema: follows references, expands inline schemas, merges guides.
///
/// The builder does not recurse. It expands inline schemas depth first with a stack of expansions,
/// and then the bodies of definitions one after the other, in the order of their first occurrence.
struct GraphBuilder {
  /// A declared schema at a place, with the guides and the description of the place.
  private struct Place {
    let reference: GenerationSchema.Reference

    /// The table that the reference is relative to.
    let table: DynamicSchemaTable?
    var guides: [GuideValue] = []
    var summary: String?
  }

  /// A schema whose children are being expanded.
  private struct Expansion {
    let record: SchemaRecords.RecordID

    /// The table that references are relative to.
    let table: DynamicSchemaTable?
    let children: Children

    /// The nodes of the children.
    let nodes: Range<NodeID>

    /// The node of the next child.
    var next: NodeID

    /// The declared schema of a child.
    func place(of node: NodeID) -> Place {
      let position = nodes.lowerBound.distance(to: node)
      switch children {
      case .element(let reference, let guides):
        return Place(reference: reference, table: table, guides: guides)
      case .choices(let choices): return Place(reference: choices[position], table: table)
      case .elements(let elements, _, let rest):
        let element = position < elements.count ? elements[position] : rest
        return Place(reference: element ?? .unmentioned, table: table)
      case .properties(let properties, let additional):
        if position == 0, let additional { return Place(reference: additional, table: table) }
        let property = properties[additional == nil ? position : position - 1]
        return Place(
          reference: property.reference, table: table, guides: property.guides.constraints,
          summary: property.summary)
      }
    }
  }

  /// A definition whose body has not begun.
  private struct WaitingDefinition {
    let id: DefinitionID

    /// The schema, without the guides and the description of a reference.
    let schema: SchemaRecords.Target
    let firstReference: NodeID
  }

  /// The schemas directly inside another schema.
  private enum Children {
    /// The element of an array, with the guides that constrain it.
    case element(GenerationSchema.Reference, [GuideValue])
    case choices([GenerationSchema.Reference])

    /// The elements of a tuple, of which the last ones are optional, and the further elements.
    case elements(
      [GenerationSchema.Reference], optional: Int, rest: GenerationSchema.Reference?)

    /// The schema of the additional properties, and the other properties in the order of their
    /// nodes.
    case properties([GenerationSchema.Property], additional: GenerationSchema.Reference?)
  }

  private let limits: SchemaGraph.Limits
  private let nameClash: SchemaGraph.NameClash

  private var tables = GraphTables()
  private var records: SchemaRecords

  /// The target of the root after its aliases are followed.
  private let root: SchemaRecords.Target

  /// The definitions whose bodies are expanded in the next round.
  private var waiting: [WaitingDefinition] = []

  /// The identity of the next definition.
  private var nextDefinition = DefinitionID.first

  private var expansions: [Expansion] = []

  /// The number of nodes that repeat an expanded schema.
  private var copies = 0
  private var hasUnions = false

  // MARK: Building

  /// Begins a graph.
  ///
  /// - Parameters:
  ///   - limits: The limits on the graph.
  ///   - nameClash: The treatment of two types with the same title.
  ///   - find: A function that finds the root.
  /// - Throws: `SchemaError` if the root cannot be read.
  init(
    _ limits: SchemaGraph.Limits, _ nameClash: SchemaGraph.NameClash,
    rootIn find: (inout SchemaRecords) throws(SchemaRecords.Fault) -> SchemaRecords.Target
  ) throws(SchemaError) {
    self.limits = limits
    self.nameClash = nameClash
    var records = SchemaRecords(limits: limits)
    do {
      root = try find(&records)
    } catch {
      throw GraphFaults(tables, rootName: records.rootName)
        .unreadable(error, limits: limits, at: .root)
    }
    self.records = records
    // A list that grows copies its nodes. A scalar has one node.
    let hasChildren = root.kind.isContainer || root.kind == .anyOf
    tables.nodes.reserveCapacity(hasChildren ? 24 : 1)
  }

  private var faults: GraphFaults { GraphFaults(tables, rootName: records.rootName) }

  /// Returns the resolved schema.
  consuming func build() throws(SchemaError) -> GraphTables {
    if records[root.record].declaration.isDefinition {
      tables.rootTitle = records[root.record].declaration.name
    }
    try expand(root, into: .root)
    try expandChildren()
    var definitions: [WaitingDefinition] = []
    while !waiting.isEmpty {
      swap(&definitions, &waiting)
      for definition in definitions {
        try expandBody(of: definition)
        try expandChildren()
      }
      // A deep schema has many rounds of one definition each. Both lists keep their memory, so that
      // a round does not allocate it again.
      definitions.removeAll(keepingCapacity: true)
    }
    if hasUnions, let node = endlessUnion() { throw faults.endlessUnion(at: node) }
    if nameClash == .error { try checkTitles() }
    records.removeAll()
    tables.nameDefinitions()
    return tables
  }

  // Bodies begin in the order of their identities, so the record gets the index `definition.id`.
  private mutating func expandBody(of definition: WaitingDefinition) throws(SchemaError) {
    assert(definition.id == tables.definitions.endIndex, "Bodies begin in order.")
    let schema = definition.schema
    let declaration = records[schema.record].declaration
    var entry = DefinitionRegistry.Entry(title: declaration.name)
    switch declaration.subject {
    case .type(let type): entry.origin = .type(type)
    case .entry:
      if let table = records[schema.record].table { entry.origin = .part(of: table.name) }
    }
    let body = tables.nodes.append(NodeRecord(role: .definition(definition.id)))
    tables.append(
      DefinitionRecord(entry: entry, body: body, firstReference: definition.firstReference))
    try expand(schema, into: body)
  }

  /// Checks that the titles of the root and of all definitions differ.
  private func checkTitles() throws(SchemaError) {
    var titles: Set<String> = []
    if let title = tables.rootTitle { titles.insert(title) }
    // If an alias adds guides or a description to the root, references to the aliased schema define
    // the record of the root. Such a definition is not a second type with this title.
    let definitionOfRoot = records[root.record].definition
    for id in tables.definitions.indices where id != definitionOfRoot {
      let definition = tables.definitions[id]
      let title = definition.entry.title
      guard titles.insert(title).inserted else {
        throw faults.duplicateType(title, at: definition.firstReference)
      }
    }
  }

  /// Returns a union that contains itself directly, such as `A` with the choices `A` and `B`; `nil`
  /// if there is none.
  ///
  /// A validator or a grammar would follow such a union forever. A cycle through a property or an
  /// element is allowed, because the value ends it.
  private func endlessUnion() -> NodeID? {
    let nodes = tables.nodes
    return CycleSearch.closingSteps(
      among: nodes.indices, from: nodes.indices.lazy.filter { nodes[$0].kind == .anyOf }, limit: 1
    ) { node in
      switch nodes[node].kind {
      case .anyOf: Array(nodes[node].children)[...]
      case .reference: [tables.resolving(node)]
      default: []
      }
    }.first?.target
  }

  // MARK: Places

  /// Fills a node with the declaration at its place: a reference, or the schema itself.
  private mutating func fill(_ node: NodeID, _ place: Place) throws(SchemaError) {
    if case .unmentioned = place.reference { return tables.nodes[node].isUnmentioned = true }
    var target: SchemaRecords.Target
    do {
      target = try records.target(of: place.reference, in: place.table)
    } catch {
      throw faults.unreadable(error, limits: limits, at: node)
    }
    target.guides = target.guides.followed(by: place.guides)
    target.summary = place.summary ?? target.summary
    let declaration = records[target.record].declaration
    let isRoot = canBeReferenceToRoot(target, declaration)
    guard isRoot || declaration.isDefinition else { return try expand(target, into: node) }
    if !isRoot, !target.guides.isEmpty {
      // All references share a definition, so guides may not narrow an object or a union.
      guard case .definition = declaration.title, target.kind != .object, target.kind != .anyOf
      else {
        throw faults.guidesOnDefinition(
          target.guides, declaration.name, target.kind, at: node)
      }
      return try expand(target, into: node)
    }
    tables.nodes[node].kind = .reference
    tables.nodes[node].description = target.summary
    if isRoot {
      tables.nodes[node].link = .root
      tables.mayRecurse = true
    } else {
      tables.nodes[node].link = .definition(define(target, at: node))
    }
  }

  /// Indicates whether a target can be written as a reference to the root.
  ///
  /// The target must have the record and the guides of the root. If an alias adds a description to
  /// the root, the target needs its own description, so that the root's description does not apply.
  /// A root without a title is an exception, because it cannot be a definition.
  private func canBeReferenceToRoot(
    _ target: SchemaRecords.Target, _ declaration: GenerationSchema.Declaration
  ) -> Bool {
    target.record == root.record && target.guides == root.guides
      && (root.summary == nil || target.summary != nil || !declaration.isDefinition)
  }

  /// Returns the definition of a schema, which is added at the first call.
  private mutating func define(
    _ target: SchemaRecords.Target, at node: NodeID
  ) -> DefinitionID {
    if let known = records[target.record].definition {
      if tables.definitions.indices.contains(known) { tables.mayRecurse = true }
      return known
    }
    // References have the guides and the descriptions of their places, so the definition has
    // neither.
    let schema = SchemaRecords.Target(record: target.record, kind: target.kind)
    let definition = nextDefinition
    nextDefinition = definition.advanced(by: 1)
    waiting.append(WaitingDefinition(id: definition, schema: schema, firstReference: node))
    records.define(target.record, as: definition)
    return definition
  }

  // MARK: Inline schemas

  /// Expands the children of the open expansions, depth first.
  private mutating func expandChildren() throws(SchemaError) {
    while let top = expansions.indices.last {
      let node = expansions[top].next
      guard node < expansions[top].nodes.upperBound else {
        records.close(expansions[top].record)
        expansions.removeLast()
        continue
      }
      expansions[top].next = node.advanced(by: 1)
      try fill(node, expansions[top].place(of: node))
    }
  }

  /// Fills a node with an inline schema.
  ///
  /// The children of the node are expanded next.
  private mutating func expand(
    _ target: SchemaRecords.Target, into node: NodeID
  ) throws(SchemaError) {
    let record = target.record
    let kind = target.kind
    let declaration = records[record].declaration
    tables.nodes[node].kind = kind
    tables.nodes[node].description = target.summary ?? declaration.summary
    let guides = declaration.guides.constraints.followed(by: target.guides)
    if !guides.isEmpty { try constrain(node, guides, kind) }
    if kind == .never, !isOptional(node) { throw faults.noValue(at: node) }
    if kind == .anyOf { hasUnions = true }
    guard let children = try children(of: declaration, guides, at: node) else { return }
    let nodes = addNodes(for: children, to: node)
    tables.nodes[node].link = .children(nodes)
    guard !nodes.isEmpty else { return }
    try open(record, children: nodes.count, at: node)
    expansions.append(
      Expansion(
        record: record, table: records[record].table, children: children, nodes: nodes,
        next: nodes.lowerBound))
  }

  /// Returns the schemas directly inside a declaration; `nil` for a kind without children.
  ///
  /// Throws if the properties of an object or the choices of a union have a fault.
  private func children(
    of declaration: GenerationSchema.Declaration, _ guides: [GuideValue], at node: NodeID
  ) throws(SchemaError) -> Children? {
    switch declaration.kind {
    case .string, .integer, .number, .boolean, .null, .any, .never, .alias: return nil
    case .array(let element):
      var inner: [GuideValue] = []
      for guide in guides where guide.depth > 0 {
        inner.append(GuideValue(guide.constraint, depth: guide.depth - 1))
      }
      return .element(element, inner)
    case .tuple(let elements, let optional, let rest):
      let required = elements.count - optional
      let counts = tables.nodes[node].constraints?.merged[.elements]
      try check(counts, required, atMost: rest == nil ? elements.count : .max, at: node)
      let least = max(required, counts?.minimum ?? 0)
      return .elements(elements, optional: max(0, elements.count - least), rest: rest)
    case .anyOf(let choices):
      guard !choices.isEmpty else { throw faults.emptyChoices(declaration.name, at: node) }
      return .choices(choices)
    case .object(let properties, let additional):
      try check(properties, of: declaration, isOpen: additional != nil, at: node)
      let hasPatterns = properties.contains(where: \.isPattern)
      return .properties(
        hasPatterns
          ? properties.filter(\.isPattern) + properties.filter { !$0.isPattern } : properties,
        additional: additional)
    }
  }

  /// Adds a node for each child schema, in the order in which they are written.
  private mutating func addNodes(
    for children: Children, to node: NodeID
  ) -> Range<NodeID> {
    let first = tables.nodes.endIndex
    switch children {
    case .element: tables.nodes.append(NodeRecord(role: .items, parent: node))
    case .choices(let choices):
      tables.nodes.append(
        contentsOf: repeatElement(NodeRecord(role: .choice, parent: node), count: choices.count))
    case .elements(let elements, let optional, let rest):
      tables.nodes.append(
        contentsOf: elements.indices.lazy.map { index in
          let isOptional = index >= elements.count - optional
          return NodeRecord(role: .prefixItem(isOptional: isOptional), parent: node)
        })
      if rest != nil { tables.nodes.append(NodeRecord(role: .items, parent: node)) }
    case .properties(let properties, let additional):
      if additional != nil {
        tables.nodes.append(NodeRecord(role: .additionalProperties, parent: node))
      }
      tables.nodes.append(
        contentsOf: properties.lazy.map { property in
          let role: SchemaRole =
            switch property.name {
            case .exact(let name): .property(name: name, isOptional: property.isOptional)
            case .matching(let pattern): .patternProperty(pattern)
            }
          return NodeRecord(role: role, parent: node)
        })
    }
    return first..<tables.nodes.endIndex
  }

  /// Marks a schema as being expanded.
  ///
  /// Throws if the schema is already being expanded, because it then contains itself.
  private mutating func open(
    _ record: SchemaRecords.RecordID, children: Int, at node: NodeID
  ) throws(SchemaError) {
    switch records[record].expansion {
    case .none: break
    case .open(let openNode):
      throw faults.circularDependency(
        records[record].declaration.name, from: openNode, at: node)
    case .complete:
      copies += children + 1
      if copies > limits.nodes {
        throw faults.tooManyCopies(copies, maximum: limits.nodes, at: node)
      }
    }
    records.open(record, at: node)
  }

  /// Indicates whether a node is the value of an optional property.
  private func isOptional(_ node: NodeID) -> Bool {
    switch tables.nodes[node].role {
    case .property(_, let isOptional): isOptional
    case .patternProperty: true
    default: false
    }
  }

  // MARK: Guides

  /// Gives a node the intersection of guides as its constraints.
  private mutating func constrain(
    _ node: NodeID, _ guides: [GuideValue], _ kind: SchemaKind
  ) throws(SchemaError) {
    do {
      guard let merged = try GuideConstraints(merging: guides, for: kind) else { return }
      tables.nodes[node].constraints = NodeConstraints(merged)
    } catch {
      throw faults.conflictingGuides(error, kind, at: node)
    }
  }

  /// Checks that a tuple can have a number of elements that the guides allow.
  private func check(
    _ counts: CountRange?, _ least: Int, atMost most: Int, at node: NodeID
  ) throws(SchemaError) {
    guard let counts else { return }
    if counts.maximum ?? .max < least || counts.minimum ?? 0 > most {
      throw faults.contradictoryGuides(
        "The array has \(CountedNoun.element.range(least, most == .max ? nil : most)), and its "
          + "guides allow \(CountedNoun.element.range(counts.minimum, counts.maximum)).",
        at: node)
    }
  }

  /// Checks that the properties of an object have distinct names, and that their number satisfies
  /// the guides.
  private func check(
    _ properties: [GenerationSchema.Property], of schema: GenerationSchema.Declaration,
    isOpen: Bool, at node: NodeID
  ) throws(SchemaError) {
    if properties.count > 1, let name = properties.firstDuplicateName {
      throw faults.duplicateProperty(name, of: schema.name, at: node)
    }
    guard let constraints = tables.nodes[node].constraints?.merged else { return }
    let named = properties.filter { !$0.isPattern }
    let required = named.count { !$0.isOptional }
    if let maximum = constraints.maximumPropertyCount, maximum < required {
      throw faults.contradictoryGuides(
        "'\(schema.name.excerpt)' requires \(required) properties, and its guides allow "
          + "\(maximum).",
        at: node)
    }
    if let minimum = constraints.minimumPropertyCount, minimum > named.count, !isOpen,
      named.count == properties.count
    {
      throw faults.contradictoryGuides(
        "'\(schema.name.excerpt)' has \(named.count) properties, and its guides require "
          + "\(minimum).",
        at: node)
    }
  }
}

extension [GuideValue] {
  /// Returns the guides followed by other guides.
  ///
  /// If one list is empty, the result shares the other.
  func followed(by others: Self) -> Self {
    isEmpty ? others : others.isEmpty ? self : self + others
  }
}
