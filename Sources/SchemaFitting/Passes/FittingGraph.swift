import IndexedTables
import SchemaEncoding
import SchemaGuides
import SchemaModel

/// A graph that passes change in place, with the inverse of each change.
///
/// A changed node keeps its place, so the work of a pass depends only on the number of changed
/// nodes. New nodes are appended. Unreachable nodes stay in the tables: ``removeUnreachable()``
/// sets their kind to `.never`, which no pass changes.
///
/// Each part of the state has its own type. This type keeps the parts consistent: each node has a
/// change, and a change of a node makes the measured document invalid.
struct FittingGraph {
  /// The graph that is fitted.
  let declared: SchemaGraph

  /// The encoder that writes the fitted graph.
  let encoder: SchemaEncoder

  /// The rules of the dialect, stored here because each access through the encoder would copy them.
  let rules: DialectRules

  private var tables: FittingTables
  private var changes = NodeChanges()
  private var findings = FittingFindings()
  private var document = MeasuredDocument()
  private var room: FittingRoom

  init(_ declared: SchemaGraph, for encoder: SchemaEncoder) {
    self.declared = declared
    self.encoder = encoder
    rules = encoder.rules
    tables = FittingTables(declared)
    room = FittingRoom(for: declared)
  }

  // MARK: Reading

  /// The name of the dialect, for diagnostics.
  var dialect: String { encoder.dialect.name }

  subscript(node: NodeID) -> NodeRecord { tables[node] }

  /// The nodes that meet a condition on their records.
  func nodes(where condition: (borrowing NodeRecord) -> Bool) -> [NodeID] {
    tables.nodes(where: condition)
  }

  /// All nodes, including unreachable nodes.
  var nodes: Range<NodeID> { tables.nodes }

  func kind(of node: NodeID) -> SchemaKind { tables[node].kind }

  func role(of node: NodeID) -> SchemaRole { tables[node].role }

  func children(of node: NodeID) -> Range<NodeID> { tables[node].children }

  func parent(of node: NodeID) -> NodeID? { tables[node].parent }

  func constraints(of node: NodeID) -> GuideConstraints? { tables[node].constraints?.merged }

  /// The form of a node in the document.
  func form(of node: NodeID) -> WrittenForm { tables.form(of: node, by: encoder) }

  var definitionBodies: [NodeID] { tables.definitionBodies }

  /// Indicates whether a type may contain itself.
  var mayRecurse: Bool { tables.mayRecurse }

  /// The target of a reference; the node itself if it is not a reference.
  func resolving(_ node: NodeID) -> NodeID { tables.resolving(node) }

  /// The declared node that a node was made from.
  func origin(of node: NodeID) -> SchemaGraph.Node { declared[originID(of: node)] }

  /// The identity of the declared node that a node was made from.
  func originID(of node: NodeID) -> NodeID { tables.origin(of: node) }

  /// The declared node that a node was made from; the target if that node is a reference.
  func resolvedOrigin(of node: NodeID) -> SchemaGraph.Node { declared.resolving(origin(of: node)) }

  /// Indicates whether the values of a node are the values of a declared node, in the same or
  /// another form.
  func isDeclared(_ node: NodeID) -> Bool { !change(of: node).isMade }

  /// Indicates whether an object has the properties of a declared object.
  ///
  /// Such an object can have optional properties; an entry, or the object for a tuple, requires all
  /// its properties.
  func keepsProperties(_ object: NodeID) -> Bool {
    isDeclared(object) && inverse(of: object) == nil
  }

  /// Indicates whether a node has the values of the declared root, with or without a wrapper.
  func isRootValue(_ node: NodeID) -> Bool {
    origin(of: node).id == .root && (node == .root || parent(of: node) == .root)
  }

  /// Indicates whether a pass has changed the graph.
  var isChanged: Bool { !changes.isEmpty }

  /// The inverse for the values of a node; `nil` if only parts of the values may have another form.
  func inverse(of node: NodeID) -> Inverse? { changes.inverse(of: node) }

  /// Indicates whether a node is a string that contains values as JSON text.
  func isText(_ node: NodeID) -> Bool { changes[node].isText }

  func change(of node: NodeID) -> NodeChanges.Change { changes[node] }

  /// The declared name of a renamed property; `nil` for others.
  func declaredName(of property: NodeID) -> String? { changes.declaredName(of: property) }

  /// The present place of a node's content, which may have moved in the current pass.
  func current(_ node: NodeID) -> NodeID { changes.currentPlace(of: node) }

  /// A table with the same value for each node.
  func table<Element>(repeating element: Element) -> IndexedTable<NodeID, Element> {
    IndexedTable(repeating: element, for: tables.nodes)
  }

  // MARK: Changing

  /// Replaces a node by another node.
  mutating func replace(_ node: NodeID, by new: NewNode) {
    beginChanging()
    put(new, at: node)
  }

  /// Begins a pass.
  ///
  /// The earlier moves of nodes are no longer followed.
  mutating func beginPass() {
    checkInvariants()
    changes.beginPass()
  }

  /// Checks that each node has a change, and the invariants of the changes.
  func checkInvariants() { changes.checkInvariants(for: tables.nodes) }

  private mutating func beginChanging() {
    document.invalidate()
    guard changes.isEmpty else { return }
    tables.reserveCapacity()
    changes.begin(with: tables.nodes)
  }

  /// Adds a property for the entries of unnamed properties to an object, and removes the schemas of
  /// unnamed properties.
  ///
  /// The new property is the last one. If the dialect generates required properties first, the new
  /// property precedes the optional properties at the end.
  ///
  /// - Parameters:
  ///   - name: The name of the property.
  ///   - entries: The schema of the property, into which parts of the object may move.
  ///   - object: The object.
  mutating func addEntries(_ name: String, _ entries: NewNode, to object: NodeID) {
    beginChanging()
    let former = children(of: object)
    let properties = former.filter { child in
      if case .property = role(of: child) { kind(of: child) != .never } else { false }
    }
    let movesRequired = form(of: object).object?.putsRequiredFirst == true
    let place =
      movesRequired
      ? properties.lastIndex { !role(of: $0).isOptional }.map { $0 + 1 } ?? 0 : properties.count
    let first = tables.nodes.upperBound
    for child in properties[..<place] { moveToEnd(child) }
    let property = addNode(
      .property(name: name, isOptional: false), parent: object, origin: object, isMade: true)
    for child in properties[place...] { moveToEnd(child) }
    let children = first..<tables.nodes.upperBound
    put(entries, at: property)
    changes[property].holdsEntries = true
    tables.set(constraints: nil, children: children, of: object)
  }

  /// Moves a child of an object behind all other nodes.
  private mutating func moveToEnd(_ source: NodeID) {
    let target = tables.moveToEnd(source)
    changes.append()
    changes.copy(source, to: target, isProperty: true)
    changes.move(source, to: target)
  }

  // This function is recursive. The nodes of a pass nest only a few levels.
  private mutating func put(_ new: NewNode, at target: NodeID) {
    switch new {
    case .moved(let source):
      if source != target { move(source, to: target) }
    case .new(let kind, let description, let constraints, let parts, let inverse):
      let first = tables.nodes.upperBound
      for part in parts { addNode(part.role, parent: target, origin: target, isMade: true) }
      let children = first..<tables.nodes.upperBound
      for (child, part) in zip(children, parts) { put(part.node, at: child) }
      changes.setInverse(of: target, inverse)
      tables.set(
        kind, description: description, constraints: constraints, children: children, of: target)
    }
  }

  /// Moves the content of a node: all its data except for its role.
  private mutating func move(_ source: NodeID, to target: NodeID) {
    copyChange(of: source, to: target)
    changes.move(source, to: target)
    tables.move(source, to: target)
  }

  /// Copies the changes of a node.
  private mutating func copyChange(of source: NodeID, to target: NodeID) {
    var isProperty = false
    if case .property = role(of: target), case .property = role(of: source) { isProperty = true }
    changes.copy(source, to: target, isProperty: isProperty)
  }

  /// Adds a node with the same declared node as another node.
  @discardableResult
  private mutating func addNode(
    _ role: SchemaRole, parent: NodeID?, origin: NodeID, isMade: Bool = false
  ) -> NodeID {
    changes.append(isMade: isMade)
    return tables.append(role, parent: parent, originOf: origin)
  }

  mutating func describe(_ node: NodeID, _ description: String?) {
    beginChanging()
    tables.set(description: description, of: node)
  }

  /// Removes the list of choices of a node, but not its other constraints.
  mutating func removeChoices(of node: NodeID) {
    beginChanging()
    let others = constraints(of: node)?.withoutChoices
    tables.set(
      constraints: others.flatMap { $0.isEmpty ? nil : NodeConstraints($0) }, of: node)
  }

  /// Narrows a node to the values that another node also allows.
  ///
  /// - Returns: `false`, without a change, if the constraints of the node's kind cannot state this.
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
    tables.set(constraints: merged.isEmpty ? nil : NodeConstraints(merged), of: node)
    return true
  }

  /// Records that a node is a string that contains values as JSON text.
  mutating func markAsText(_ node: NodeID) { changes[node].isText = true }

  /// Gives a property another name.
  mutating func rename(_ property: NodeID, to name: String) {
    guard case .property(let declared, let isOptional) = role(of: property) else { return }
    beginChanging()
    tables.set(role: .property(name: name, isOptional: isOptional), of: property)
    changes.setDeclaredName(of: property, declared)
  }

  /// Sets the form of an absent property in answers, and whether an answer may lack the property.
  mutating func set(
    _ absence: AnswerMapping.Absence, of property: NodeID, isOptional: Bool? = nil
  ) {
    beginChanging()
    changes[property].absence = absence
    guard let isOptional, case .property(let name, _) = role(of: property) else { return }
    tables.set(role: .property(name: name, isOptional: isOptional), of: property)
  }

  // MARK: Definitions

  /// Moves a node to the body of a new definition, and replaces the node by a reference.
  @discardableResult
  mutating func makeDefinition(of node: NodeID, title: String? = nil) -> DefinitionID {
    let (definition, body) = addDefinition(
      DefinitionRegistry.Entry(title: title ?? origin(of: node).nameOfPlace), from: node)
    move(node, to: body, leaving: definition)
    return definition
  }

  /// Makes the root a definition if there are references to it, so that the root can move to
  /// another place.
  mutating func makeDefinitionOfRoot() {
    guard tables.refersToRoot else { return }
    let definition = makeDefinition(of: .root, title: tables.rootTitle)
    tables.redirectRoot(to: definition)
  }

  /// Adds a definition with a copy of the body of another, or of the root.
  mutating func copyBody(_ body: NodeID, suffix: String) -> NodeID {
    var entry = tables.entry(of: body)
    entry.suffix = suffix
    let copy = addDefinition(entry, from: body).body
    self.copy(body, into: copy)
    return copy
  }

  /// Changes the target of a reference to another body.
  mutating func redirect(_ reference: NodeID, to body: NodeID) {
    guard case .definition(let definition) = role(of: body) else { return }
    tables.refer(reference, to: definition)
  }

  mutating func replaceRoot(byCopyOf node: NodeID) {
    beginChanging()
    copy(node, into: .root)
    tables.removeRootTitle()
    removeUnreachable()
  }

  /// Replaces a reference by a copy of its body.
  mutating func inline(_ reference: NodeID) {
    beginChanging()
    let description = self[reference].description
    copy(resolving(reference), into: reference)
    if let description { tables.set(description: description, of: reference) }
  }

  /// Adds a definition for the content of a node.
  private mutating func addDefinition(
    _ entry: DefinitionRegistry.Entry, from node: NodeID
  ) -> (id: DefinitionID, body: NodeID) {
    beginChanging()
    changes.append()
    return tables.addDefinition(entry, originOf: node)
  }

  /// Moves the content of a node to the body of a definition, and makes the node a reference to
  /// this definition.
  private mutating func move(_ node: NodeID, to body: NodeID, leaving definition: DefinitionID) {
    copyChange(of: node, to: body)
    changes.move(node, to: body)
    tables.move(node, to: body, leaving: definition)
  }

  /// Copies the content of a node into another node, with new nodes for its parts.
  ///
  /// The former children of the target become unreachable. `removeUnreachable` removes them later.
  private mutating func copy(_ source: NodeID, into target: NodeID) {
    tables.expectOtherDefinitions()
    findings.expectRepetitions()
    var pending = [(source: source, target: target)]
    while let (source, target) = pending.popLast() {
      var link = self[source].link
      if case .children(let children) = link {
        let first = tables.nodes.upperBound
        for child in children {
          pending.append((child, addNode(role(of: child), parent: target, origin: child)))
        }
        link = .children(first..<tables.nodes.upperBound)
      }
      tables.setContent(of: target, from: source, link: link)
      copyChange(of: source, to: target)
    }
  }

  /// Indicates whether a pass has detached parts of the graph that are not yet removed.
  var hasDroppedParts: Bool { tables.hasDroppedParts }

  /// Sets the kind of unreachable nodes to `.never`, and removes unreachable definitions.
  mutating func removeUnreachable() {
    guard tables.mayHaveUnreachable else { return }
    document.invalidate()
    for node in tables.removeUnreachable() { changes[node] = NodeChanges.Change() }
  }

  // MARK: Changes

  /// Indicates for each node whether its values or parts of them have another form.
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

  /// The node whose values have another form because of a change of a node: the node itself, or the
  /// object around a changed property.
  private func changedNode(_ node: NodeID) -> NodeID? {
    if changes[node].changesValues { return node }
    return changes[node].changesProperty ? parent(of: node) : nil
  }

  private func referencesByBody() -> [NodeID: [NodeID]] {
    Dictionary(grouping: nodes { $0.kind == .reference }, by: resolving)
  }

  // MARK: The document

  /// The present graph, with the paths of the declared graph.
  func graph() -> SchemaGraph {
    // A schema that has replaced the root has the title of the declared root.
    tables.graph(
      isChanged: isChanged, rootTitle: rules.keepsRootTitle ? declared.root.title : nil)
  }

  /// The document of the graph, if it is known to be within the dialect's limits.
  var measuredForm: DocumentForm? { document.form }

  /// The limited quantities of the document when it was last measured.
  var counts: LimitMeter.Counts { document.counts }

  /// Counts the quantities that the dialect limits.
  ///
  /// - Returns: The parts of the document that exceed a limit.
  mutating func measure() -> [LimitMeter.Excess] { document.measure(graph(), by: encoder) }

  // MARK: Diagnostics

  /// Adds a note on a fitting without loss.
  mutating func note(
    _ fitting: SchemaDiagnostic.Fitting, at node: NodeID, _ problem: String, remedy: String?
  ) {
    report(.note, fitting, at: node, problem, remedy)
  }

  /// Adds a warning about a fitting that loses a constraint.
  mutating func warn(_ fitting: SchemaDiagnostic.Fitting, at node: NodeID, _ problem: String) {
    report(.warning, fitting, at: node, problem, "Check the value after decoding.")
  }

  private mutating func report(
    _ severity: SchemaDiagnostic.Severity, _ fitting: SchemaDiagnostic.Fitting, at node: NodeID,
    _ problem: String, _ remedy: String?
  ) {
    findings.add(
      SchemaDiagnostic(
        severity, at: origin(of: node), problem: problem, remedy: remedy, code: fitting.rawValue),
      of: originID(of: node))
  }

  /// Adds a note on the meaning of `null` for an optional property.
  mutating func noteOptional(_ property: NodeID) {
    note(
      .optional, at: property, "The property is optional: null stands for an absent property.",
      remedy: nil)
  }

  /// The diagnostics in the order of the declared nodes.
  ///
  /// A diagnostic for several copies of a node occurs once.
  func diagnostics() -> [SchemaDiagnostic] { findings.diagnostics(of: self) }

  // MARK: Room

  /// The remaining number of bytes for schemas in the descriptions of JSON text.
  var roomForSchemas: Int { room.schemas }

  /// The text of the schema of a node's declared node, if the schema is small and there is room for
  /// it.
  ///
  /// The schema of the root is always included, since without it the document would not describe
  /// the answer.
  mutating func schemaText(of node: NodeID) -> String? {
    isRootValue(node)
      ? try? PartText.text(of: declared) : room.schemaText(of: origin(of: node), in: declared)
  }

  /// Stops adding schemas to descriptions.
  mutating func endSchemaTexts() { room.endSchemas() }

  /// Prepares patterns together, within the budget of the graph.
  mutating func patternSet(_ patterns: [SchemaPattern]) -> PatternSet { room.patternSet(patterns) }
}

/// The result of the last measurement of a graph's document.
struct MeasuredDocument {
  /// The document, if it is known to be within the dialect's limits.
  private(set) var form: DocumentForm?

  /// The quantities that the dialect limits.
  private(set) var counts = LimitMeter.Counts()

  /// Counts the quantities that a dialect limits.
  ///
  /// - Returns: The parts of the document that exceed a limit.
  mutating func measure(_ graph: SchemaGraph, by encoder: SchemaEncoder) -> [LimitMeter.Excess] {
    let form = DocumentForm(graph, in: encoder)
    let excesses: [LimitMeter.Excess]
    (excesses, counts) = encoder.measure(form)
    self.form = excesses.isEmpty ? form : nil
    return excesses
  }

  /// Removes the document, since the graph changes.
  mutating func invalidate() { form = nil }
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
