import IndexedTables
import SchemaEncoding
import SchemaGuides
import SchemaModel

/// A graph that passes change in place, with the way back from each change.
///
/// A node that changes keeps its place, so a pass costs what it changes. New nodes are appended.
/// Unreachable nodes stay in the tables: ``removeUnreachable()`` sets their kind to `.never`, which
/// no pass changes.
struct FittingGraph {
  /// The graph that is fitted.
  let declared: SchemaGraph

  /// The encoder that writes the fitted graph.
  let encoder: SchemaEncoder

  /// The rules of the dialect, kept here since each question to the encoder would copy them.
  let rules: DialectRules

  /// The nodes, of which the declared ones come first.
  private(set) var tables: GraphTables

  /// The declared node that each added node was made from, for diagnostics.
  private var origins: GraphOrigin

  private var changes = NodeChanges()

  /// The number of the present pass.
  private var pass = 0

  private var findings = FittingFindings()

  /// Indicates whether there are copies of nodes, for which passes may report the same.
  private var hasCopies = false

  /// Indicates whether definitions were added or nodes copied, so that some may be unreachable.
  private var hasOtherDefinitions = false

  /// Indicates whether a pass took parts of the graph out, which are still to be removed.
  private(set) var hasDroppedParts = false

  /// The document of the graph, if it is known to be within the dialect's limits.
  private(set) var measuredForm: DocumentForm?

  /// The limited quantities of the document when it was last measured.
  private(set) var counts = LimitMeter.Counts()

  /// Indicates whether anything has changed.
  var isChanged: Bool { !changes.isEmpty }

  /// The number of bytes of schemas that may still be put into descriptions of JSON text.
  private(set) var roomForSchemas = 6 << 10

  /// The budget of the patterns of all objects.
  private var patternBudget: PatternBudget

  init(_ declared: SchemaGraph, for encoder: SchemaEncoder) {
    self.declared = declared
    self.encoder = encoder
    rules = encoder.rules
    tables = declared.storage.tables
    origins = GraphOrigin(declared)
    patternBudget = PatternBudget(documentSize: tables.nodes.count)
  }

  // MARK: Reading

  /// The name of the dialect, for diagnostics.
  var dialect: String { encoder.dialect.name }

  subscript(node: NodeID) -> NodeRecord { tables.nodes[node] }

  /// The nodes that meet a condition on their records.
  func nodes(where condition: (borrowing NodeRecord) -> Bool) -> [NodeID] {
    var found: [NodeID] = []
    for node in tables.nodes.indices where condition(tables.nodes[node]) { found.append(node) }
    return found
  }

  func kind(of node: NodeID) -> SchemaKind { tables.nodes[node].kind }

  func role(of node: NodeID) -> SchemaRole { tables.nodes[node].role }

  func children(of node: NodeID) -> Range<NodeID> { tables.nodes[node].children }

  func parent(of node: NodeID) -> NodeID? { tables.nodes[node].parent }

  func constraints(of node: NodeID) -> GuideConstraints? { tables.nodes[node].constraints?.merged }

  /// The node that a reference leads to; the node itself if it is not a reference.
  func resolving(_ node: NodeID) -> NodeID { tables.resolving(node) }

  /// The declared node that a node was made from.
  func origin(of node: NodeID) -> SchemaGraph.Node { declared[origins[node]] }

  /// The declared node that a node was made from; the target if that node is a reference.
  func resolvedOrigin(of node: NodeID) -> SchemaGraph.Node {
    declared.resolving(origin(of: node))
  }

  /// Indicates whether the values of a node are those of a declared one, in this or another form.
  func isDeclared(_ node: NodeID) -> Bool { !change(of: node).isMade }

  /// Indicates whether the properties of an object are those of a declared one, which may lack some
  /// of them: an entry or the object for a tuple has all of its own.
  func keepsProperties(_ object: NodeID) -> Bool {
    isDeclared(object) && inverse(of: object) == nil
  }

  /// Indicates whether the values of a node are those of the declared root, perhaps in a wrapper.
  func isWhole(_ node: NodeID) -> Bool {
    origin(of: node).id == .root && (node == .root || parent(of: node) == .root)
  }

  /// The way back for the values of a node; `nil` if they have the same form, apart from their
  /// parts.
  func inverse(of node: NodeID) -> Inverse? { changes.inverse(of: node) }

  /// Indicates whether a string has the values of a node as JSON text.
  func isText(_ node: NodeID) -> Bool { changes[node].isText }

  /// The changes of a node.
  func change(of node: NodeID) -> NodeChanges.Change { changes[node] }

  /// The declared name of a property that has another one; `nil` for others.
  func declaredName(of property: NodeID) -> String? { changes.declaredName(of: property) }

  /// The place of a node whose content may have moved to another place in the present pass.
  func current(_ node: NodeID) -> NodeID { changes.place(of: node, in: pass) }

  // MARK: Patterns

  /// Prepares patterns together, within the budget of the graph.
  mutating func patternSet(_ patterns: [SchemaPattern]) -> PatternSet {
    PatternSet(patterns, within: &patternBudget)
  }

  // MARK: Changing

  /// Puts a node in place of another.
  ///
  /// - Parameters:
  ///   - node: The place.
  ///   - new: The new node.
  mutating func replace(_ node: NodeID, by new: NewNode) {
    beginChanging()
    put(new, at: node)
  }

  /// Begins a pass, which finds the nodes where they are now.
  mutating func beginPass() { pass += 1 }

  private mutating func beginChanging() {
    measuredForm = nil
    guard changes.isEmpty else { return }
    tables.nodes.reserveCapacity(2 * tables.nodes.count)
    changes.begin(with: tables.nodes.indices)
  }

  /// Gives an object one more property, which has the entries for those that the object does not
  /// name, and leaves it no others without a name.
  ///
  /// It is the last property. If the dialect generates required properties first, it comes before
  /// the optional ones at the end.
  ///
  /// - Parameters:
  ///   - name: The name of the property.
  ///   - entries: The schema of the property, into which parts of the object may move.
  ///   - object: The object.
  mutating func addEntries(_ name: String, _ entries: NewNode, to object: NodeID) {
    beginChanging()
    let former = children(of: object)
    let properties = former.filter { role(of: $0).propertyName != nil && kind(of: $0) != .never }
    let movesRequired =
      rules.objects.propertyOrder == .requiredFirst && rules.optional == .omitted
    let place =
      movesRequired
      ? properties.lastIndex { !role(of: $0).isOptional }.map { $0 + 1 } ?? 0 : properties.count
    let first = tables.nodes.endIndex
    for child in properties[..<place] { moveToEnd(child) }
    let property = addNode(
      .property(name: name, isOptional: false), parent: object, origin: object, isMade: true)
    for child in properties[place...] { moveToEnd(child) }
    let children = first..<tables.nodes.endIndex
    put(entries, at: property)
    changes[property].holdsEntries = true
    if former.contains(where: { kind(of: $0) != .never }) { hasDroppedParts = true }
    tables.nodes[object].constraints = nil
    tables.nodes[object].link = .children(children)
  }

  /// Moves a part of an object behind all other nodes.
  private mutating func moveToEnd(_ source: NodeID) {
    let record = tables.nodes[source]
    let target = tables.nodes.append(record)
    origins.append(originOf: source)
    changes.append()
    tables.nodes[source].makeNever()
    tables.nodes[source].parent = nil
    changes.copy(source, to: target, isProperty: true)
    for child in children(of: target) { tables.nodes[child].parent = target }
    changes.move(source, to: target, in: pass)
  }

  // The nodes that a pass makes nest a few levels.
  private mutating func put(_ new: NewNode, at target: NodeID) {
    switch new {
    case .moved(let source):
      if source != target { move(source, to: target) }
    case .new(let kind, let description, let constraints, let parts, let inverse):
      let first = tables.nodes.endIndex
      for part in parts { addNode(part.role, parent: target, origin: target, isMade: true) }
      let children = first..<tables.nodes.endIndex
      for (child, part) in zip(children, parts) { put(part.node, at: child) }
      if self.kind(of: target) == .reference
        || self.children(of: target).contains(where: { self.kind(of: $0) != .never })
      {
        hasDroppedParts = true
      }
      changes.setInverse(of: target, inverse)
      tables.nodes[target].kind = kind
      tables.nodes[target].description = description
      tables.nodes[target].constraints = constraints
      tables.nodes[target].link = .children(children)
    }
  }

  /// Moves the content of a node, which is all but its role.
  private mutating func move(_ source: NodeID, to target: NodeID) {
    setContent(of: target, from: source, tables.nodes[source].link)
    for child in children(of: target) { tables.nodes[child].parent = target }
    origins.set(target, toOriginOf: source)
    // A source around the target becomes its wrapper, which has no declared values.
    let isAround = parent(of: target) == source
    changes.move(source, to: target, in: pass)
    tables.nodes[source].makeNever()
    if source != .root, !isAround { tables.nodes[source].parent = nil }
  }

  /// Sets all of a node but its place.
  private mutating func setContent(
    of target: NodeID, from source: NodeID, _ link: NodeRecord.Link
  ) {
    tables.nodes[target].kind = tables.nodes[source].kind
    tables.nodes[target].description = tables.nodes[source].description
    tables.nodes[target].constraints = tables.nodes[source].constraints
    tables.nodes[target].link = link
    var isProperty = false
    if case .property = role(of: target), case .property = role(of: source) { isProperty = true }
    changes.copy(source, to: target, isProperty: isProperty)
  }

  /// Adds a node that is made from the declared node of another one.
  @discardableResult
  private mutating func addNode(
    _ role: SchemaRole, parent: NodeID?, origin: NodeID, isMade: Bool = false
  ) -> NodeID {
    origins.append(originOf: origin)
    changes.append(isMade: isMade)
    return tables.nodes.append(NodeRecord(role: role, parent: parent))
  }

  mutating func describe(_ node: NodeID, _ description: String?) {
    beginChanging()
    tables.nodes[node].description = description
  }

  /// Removes the list of choices of a node, but not its other constraints.
  mutating func removeChoices(of node: NodeID) {
    beginChanging()
    let others = tables.nodes[node].constraints?.merged.withoutChoices
    tables.nodes[node].constraints =
      others.flatMap { $0.isEmpty ? nil : NodeConstraints($0) }
  }

  /// Narrows a node to the values that another node allows too.
  ///
  /// - Returns: `false`, without a change, if the constraints of its kind cannot state them.
  mutating func narrow(_ node: NodeID, to other: NodeID) -> Bool {
    let (kind, otherKind) = (kind(of: node), kind(of: other))
    if otherKind == .any, self[other].constraints == nil { return true }
    if kind == .reference, otherKind == .reference, self[other].constraints == nil,
      resolving(node) == resolving(other)
    {
      return true
    }
    guard kind.isScalar, kind == otherKind || (kind == .integer && otherKind == .number) else {
      return false
    }
    guard let added = constraints(of: other) else { return true }
    let own = constraints(of: node) ?? GuideConstraints()
    guard let merged = own.intersection(with: added, for: kind) else { return false }
    beginChanging()
    tables.nodes[node].constraints = merged.isEmpty ? nil : NodeConstraints(merged)
    return true
  }

  /// Notes that a string has the values of a node as JSON text.
  mutating func markAsText(_ node: NodeID) { changes[node].isText = true }

  /// Gives a property another name.
  mutating func rename(_ property: NodeID, to name: String) {
    guard case .property(let declared, let isOptional) = role(of: property) else { return }
    beginChanging()
    tables.nodes[property].role = .property(name: name, isOptional: isOptional)
    changes.setDeclaredName(of: property, declared)
  }

  /// Sets the form in which an answer says that a property is absent, and whether the answer may
  /// lack the property.
  mutating func set(
    _ absence: AnswerMapping.Absence, of property: NodeID, isOptional: Bool? = nil
  ) {
    beginChanging()
    changes[property].absence = absence
    guard let isOptional, case .property(let name, _) = role(of: property) else { return }
    tables.nodes[property].role = .property(name: name, isOptional: isOptional)
  }

  // MARK: Definitions

  /// Makes a node the body of a definition, to which a reference leads from its place.
  @discardableResult
  mutating func makeDefinition(of node: NodeID, title: String? = nil) -> DefinitionID {
    let (definition, body) = addDefinition(
      DefinitionRegistry.Entry(title: title ?? origin(of: node).nameOfPlace), from: node)
    let parent = parent(of: node)
    move(node, to: body)
    tables.nodes[node].description = nil
    tables.nodes[node].parent = parent
    setReference(node, to: definition)
    return definition
  }

  /// Makes the root a definition, if references lead to it, so that it can be put elsewhere.
  mutating func freeRoot() {
    guard tables.refersToRoot else { return }
    let definition = makeDefinition(of: .root, title: tables.rootTitle ?? "Root")
    for node in tables.nodes.indices {
      if case .root = tables.nodes[node].link { tables.nodes[node].link = .definition(definition) }
    }
  }

  /// Adds a definition with a copy of the body of another, or of the root.
  ///
  /// - Returns: The copy.
  mutating func copyBody(_ body: NodeID, suffix: String) -> NodeID {
    var entry = DefinitionRegistry.Entry(title: tables.rootTitle ?? "Root")
    if case .definition(let definition) = role(of: body) {
      entry = tables.definitions[definition].entry
    }
    entry.suffix = suffix
    let copy = addDefinition(entry, from: body).body
    self.copy(body, into: copy)
    return copy
  }

  /// Makes a reference lead to another body.
  mutating func redirect(_ reference: NodeID, to body: NodeID) {
    guard case .definition(let definition) = role(of: body) else { return }
    setReference(reference, to: definition)
  }

  /// Puts a copy of a node in place of the root.
  mutating func replaceRoot(byCopyOf node: NodeID) {
    beginChanging()
    copy(node, into: .root)
    tables.rootTitle = nil
    removeUnreachable()
  }

  /// Puts a copy of the body of a reference in its place.
  mutating func inline(_ reference: NodeID) {
    beginChanging()
    let description = self[reference].description
    copy(resolving(reference), into: reference)
    if let description { tables.nodes[reference].description = description }
  }

  /// Adds a definition for the content of a node.
  private mutating func addDefinition(
    _ entry: DefinitionRegistry.Entry, from node: NodeID
  ) -> (id: DefinitionID, body: NodeID) {
    beginChanging()
    hasOtherDefinitions = true
    let body = addNode(.definition(tables.definitions.endIndex), parent: nil, origin: node)
    let record = DefinitionRecord(entry: entry, body: body, firstReference: node)
    return (tables.definitions.append(record), body)
  }

  private mutating func setReference(_ node: NodeID, to definition: DefinitionID) {
    tables.nodes[node].kind = .reference
    tables.nodes[node].link = .definition(definition)
    tables.nodes[node].constraints = nil
  }

  /// Gives a node the content of another one, with new nodes for what is in it.
  ///
  /// Nothing leads to the former children of the target, until `removeUnreachable` removes them.
  private mutating func copy(_ source: NodeID, into target: NodeID) {
    hasOtherDefinitions = true
    hasCopies = true
    var pending = [(source: source, target: target)]
    while let (source, target) = pending.popLast() {
      var link = tables.nodes[source].link
      if case .children(let children) = link {
        let first = tables.nodes.endIndex
        for child in children {
          pending.append((child, addNode(role(of: child), parent: target, origin: child)))
        }
        link = .children(first..<tables.nodes.endIndex)
      }
      setContent(of: target, from: source, link)
    }
  }

  /// Turns unreachable nodes into nodes without values, and removes unreachable definitions.
  mutating func removeUnreachable() {
    guard hasDroppedParts || hasOtherDefinitions else { return }
    measuredForm = nil
    hasDroppedParts = false
    let order = reachable()
    var isReached = table(repeating: false)
    for node in order.nodes { isReached[node] = true }
    for node in isReached.indices where !isReached[node] {
      tables.nodes[node].makeNever()
      changes[node] = NodeChanges.Change()
    }
    guard hasOtherDefinitions || order.definitions.count < tables.definitions.count else { return }
    var definitions = IndexedTable<DefinitionID, DefinitionRecord>(from: .first)
    var renumbered: [DefinitionID: DefinitionID] = [:]
    for definition in order.definitions {
      let record = tables.definitions[definition]
      let number = definitions.append(record)
      renumbered[definition] = number
      tables.nodes[record.body].role = .definition(number)
    }
    for node in order.nodes {
      guard case .definition(let definition) = tables.nodes[node].link,
        let number = renumbered[definition]
      else { continue }
      tables.nodes[node].link = .definition(number)
    }
    tables.definitions = definitions
    tables.nameDefinitions()
    hasOtherDefinitions = false
  }

  /// The nodes that the root leads to, and the definitions in the order in which they are met.
  private func reachable() -> (nodes: [NodeID], definitions: [DefinitionID]) {
    var nodes: [NodeID] = []
    var definitions: [DefinitionID] = []
    var isMet = IndexedTable(repeating: false, for: tables.definitions.indices)
    var pending = [NodeID.root]
    var next = 0
    while true {
      while let node = pending.popLast() {
        nodes.append(node)
        pending += children(of: node).reversed()
        if case .definition(let definition) = tables.nodes[node].link, !isMet[definition] {
          isMet[definition] = true
          definitions.append(definition)
        }
      }
      guard next < definitions.count else { return (nodes, definitions) }
      pending.append(tables.definitions[definitions[next]].body)
      next += 1
    }
  }

  /// A table with the same value for each node.
  func table<Element>(repeating element: Element) -> IndexedTable<NodeID, Element> {
    IndexedTable(repeating: element, for: tables.nodes.indices)
  }

  // MARK: Changes

  /// Indicates whether the values of each node have another form, or those of a part of it.
  func changedNodes() -> IndexedTable<NodeID, Bool> {
    var isChanged = table(repeating: false)
    var pending = changes.nodes.compactMap(changedNode)
    var references: [NodeID: [NodeID]]?
    while let node = pending.popLast() {
      guard !isChanged[node] else { continue }
      isChanged[node] = true
      if let parent = parent(of: node) {
        pending.append(parent)
        continue
      }
      let known = references ?? referencesByBody()
      references = known
      pending += known[node] ?? []
    }
    return isChanged
  }

  /// Indicates whether some values have another form.
  var changesValues: Bool { changes.nodes.contains { changedNode($0) != nil } }

  /// The node whose values a change of a node gives another form: the node itself, or the object of
  /// which it is a property.
  private func changedNode(_ node: NodeID) -> NodeID? {
    if changes[node].changesValues { return node }
    return changes[node].changesProperty ? parent(of: node) : nil
  }

  private func referencesByBody() -> [NodeID: [NodeID]] {
    Dictionary(grouping: nodes { $0.kind == .reference }, by: resolving)
  }

  /// The graph as it is now, whose paths are those of the declared one.
  func graph() -> SchemaGraph {
    var result = tables
    if isChanged { result.origin = origins }
    // A schema that has taken the place of the root has the title of the declared root.
    if rules.titles == .everywhere, result.rootTitle == nil {
      result.rootTitle = declared.root.title
    }
    return SchemaGraph(result)
  }

  /// Counts the quantities that the dialect limits.
  ///
  /// - Returns: The parts of the document that exceed a limit.
  mutating func measure() -> [LimitMeter.Excess] {
    let form = DocumentForm(graph(), in: encoder)
    let excesses: [LimitMeter.Excess]
    (excesses, counts) = encoder.measure(form)
    measuredForm = excesses.isEmpty ? form : nil
    return excesses
  }

  // MARK: Diagnostics

  /// Notes a fitting that loses nothing.
  mutating func note(
    _ fitting: SchemaDiagnostic.Fitting, at node: NodeID, _ problem: String, remedy: String?
  ) {
    report(.note, fitting, at: node, problem, remedy)
  }

  /// Warns of a fitting after which the document states less.
  mutating func warn(_ fitting: SchemaDiagnostic.Fitting, at node: NodeID, _ problem: String) {
    report(.warning, fitting, at: node, problem, "Check the value after decoding.")
  }

  private mutating func report(
    _ severity: SchemaDiagnostic.Severity, _ fitting: SchemaDiagnostic.Fitting, at node: NodeID,
    _ problem: String, _ remedy: String?
  ) {
    findings.add(
      SchemaDiagnostic(
        severity, .fitted, at: origin(of: node), problem: problem, remedy: remedy,
        fitting: fitting), of: origins[node])
  }

  /// Notes what null says for an optional property.
  mutating func noteOptional(_ property: NodeID) {
    note(
      .optional, at: property, "The property is optional: null says that it is absent.", remedy: nil
    )
  }

  /// The diagnostics in the order of the declared nodes, each once, though a node may have copies.
  func diagnostics() -> [SchemaDiagnostic] {
    findings.diagnostics(of: self, mayRepeat: hasCopies)
  }

  // MARK: Sizes

  /// The schema of the declared node of a node as text, if it is small and there is room for it.
  ///
  /// Once a schema finds no room, none follows: many would make a document many times as large. The
  /// schema of the root is always included, since without it the document would not describe the
  /// answer.
  mutating func schemaText(of node: NodeID) -> String? {
    if isWhole(node) { return try? PartText.text(of: declared) }
    guard roomForSchemas > 0, let text = PartText.schema(of: origin(of: node), in: declared) else {
      return nil
    }
    // Each takes time in proportion to the graph, so there are not many small ones either.
    roomForSchemas -= max(text.utf8.count, 200)
    return roomForSchemas >= 0 ? text : nil
  }

  /// Puts no schemas into descriptions any more.
  mutating func endSchemaTexts() { roomForSchemas = 0 }
}

extension SchemaKind {
  /// Indicates whether values of this kind have no parts.
  fileprivate var isScalar: Bool {
    switch self {
    case .string, .integer, .number, .boolean, .null: true
    case .never, .any, .array, .tuple, .object, .anyOf, .reference: false
    }
  }
}
