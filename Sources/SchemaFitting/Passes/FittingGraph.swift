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

  /// The declared nodes of which the added ones were made, for diagnostics.
  private var origins: [Int] = []

  private var changes = NodeChanges()

  /// The number of the present pass.
  private var pass = 0

  private var findings = FittingFindings()

  /// Indicates whether there are copies of nodes, for which the same may be found.
  private var hasCopies = false

  /// Indicates whether definitions were added or copied.
  private var hasOtherDefinitions = false

  /// Indicates whether there may be nodes that nothing leads to any more.
  private(set) var hasDroppedParts = false

  /// The document of the graph, if it is known to be within the dialect's limits.
  private(set) var measuredForm: DocumentForm?

  /// The limited quantities of the document when it was last measured.
  private(set) var counts = LimitMeter.Counts()

  /// Indicates whether anything has changed.
  var isChanged: Bool { !changes.isEmpty }

  /// The number of bytes of schemas that may still be put into descriptions of JSON text.
  private(set) var roomForSchemas = 6 << 10

  init(_ declared: SchemaGraph, for encoder: SchemaEncoder) {
    self.declared = declared
    self.encoder = encoder
    rules = encoder.rules
    tables = declared.storage.tables
  }

  // MARK: Reading

  /// The name of the dialect, for diagnostics.
  var dialect: String { encoder.dialect.name }

  subscript(node: NodeID) -> NodeRecord {
    // The record is lent, since it has several references to count.
    _read { yield tables.nodes[node.index] }
  }

  /// The nodes that meet a condition on their records.
  func nodes(where condition: (borrowing NodeRecord) -> Bool) -> [NodeID] {
    var found: [NodeID] = []
    for index in tables.nodes.indices where condition(tables.nodes[index]) {
      found.append(NodeID(index: index))
    }
    return found
  }

  func kind(of node: NodeID) -> SchemaKind { tables.nodes[node.index].kind }

  func role(of node: NodeID) -> SchemaRole { tables.nodes[node.index].role }

  func children(of node: NodeID) -> NodeChildren {
    NodeChildren(range: tables.nodes[node.index].children)
  }

  func parent(of node: NodeID) -> NodeID? {
    tables.nodes[node.index].parent.map { NodeID(index: $0) }
  }

  func constraints(of node: NodeID) -> GuideConstraints? {
    tables.nodes[node.index].constraints.map { tables.constraints[$0].merged }
  }

  /// The node that a reference leads to; the node itself if it is not a reference.
  func resolving(_ node: NodeID) -> NodeID {
    switch tables.nodes[node.index].link {
    case .children: node
    case .definition(let definition): NodeID(index: tables.definitions[definition].node)
    case .root: .root
    }
  }

  /// The declared node of which a node was made.
  func origin(of node: NodeID) -> SchemaGraph.Node {
    SchemaGraph.Node(storage: declared.storage, index: originIndex(node.index))
  }

  /// The declared node of which a node was made, or to which that refers.
  func resolvedOrigin(of node: NodeID) -> SchemaGraph.Node {
    declared.resolving(origin(of: node))
  }

  private func originIndex(_ index: Int) -> Int {
    let added = index - declared.nodeCount
    return added < 0 ? index : origins[added]
  }

  /// Indicates whether the values of a node are those of a declared one, in this or another form.
  func isDeclared(_ node: NodeID) -> Bool { !change(of: node).isMade }

  /// Indicates whether the properties of an object are those of a declared one, which may lack some
  /// of them: an entry or the object for a tuple has all of its own.
  func keepsProperties(_ object: NodeID) -> Bool {
    isDeclared(object) && inverse(of: object) == nil
  }

  /// The way back for the values of a node; `nil` if they have the same form, apart from their
  /// parts.
  func inverse(of node: NodeID) -> Inverse? { changes.inverse(of: node.index) }

  /// The changes of a node.
  func change(of node: NodeID) -> NodeChanges.Change { changes[node.index] }

  /// The declared name of a property that has another one; `nil` for others.
  func declaredName(of property: NodeID) -> String? { changes.declaredName(of: property.index) }

  /// The place of a node whose content may have moved to another place in the present pass.
  func current(_ node: NodeID) -> NodeID {
    NodeID(index: changes.place(of: node.index, in: pass))
  }

  // MARK: Changing

  /// Puts a node in place of another.
  ///
  /// - Parameters:
  ///   - node: The place.
  ///   - new: What is put there.
  mutating func replace(_ node: NodeID, by new: NewNode) {
    beginChanging()
    put(new, at: node.index)
  }

  /// Begins a pass, which finds the nodes where they are now.
  mutating func beginPass() { pass += 1 }

  private mutating func beginChanging() {
    measuredForm = nil
    guard changes.isEmpty else { return }
    let count = tables.nodes.count
    tables.nodes.reserveCapacity(2 * count)
    changes.begin(count)
  }

  /// Gives an object one more property, which has the entries for those that the object does not
  /// name, and leaves it no others without a name.
  ///
  /// - Parameters:
  ///   - name: The name of the property.
  ///   - entries: What is put there, into which what the object had may move.
  ///   - object: The object.
  mutating func appendEntries(_ name: String, _ entries: NewNode, to object: NodeID) {
    beginChanging()
    let former = tables.nodes[object.index].children
    let first = tables.nodes.count
    for child in former where tables.nodes[child].kind != .never {
      if case .property = tables.nodes[child].role { moveToEnd(child) }
    }
    let property = tables.nodes.count
    addNode(
      .property(name: name, isOptional: false), parent: object.index,
      origin: originIndex(object.index), isMade: true)
    put(entries, at: property)
    changes[property].holdsEntries = true
    if former.contains(where: { tables.nodes[$0].kind != .never }) { hasDroppedParts = true }
    tables.nodes[object.index].constraints = nil
    tables.nodes[object.index].link = .children(first..<property + 1)
  }

  /// Moves a part of an object behind all other nodes.
  private mutating func moveToEnd(_ source: Int) {
    let target = tables.nodes.count
    tables.nodes.append(tables.nodes[source])
    origins.append(originIndex(source))
    changes.append()
    tables.nodes[source].makeNever()
    tables.nodes[source].parent = nil
    changes.copy(source, to: target, isProperty: true)
    for child in tables.nodes[target].children {
      tables.nodes[child].parent = target
    }
    changes.move(source, to: target, in: pass)
  }

  // The nodes that a pass makes nest a few levels.
  private mutating func put(_ new: NewNode, at target: Int) {
    switch new {
    case .moved(let source):
      if source.index != target { move(source.index, to: target) }
    case .new(let kind, let description, let constraints, let children, let inverse):
      let first = tables.nodes.count
      for child in children {
        addNode(child.role, parent: target, origin: originIndex(target), isMade: true)
      }
      for (offset, child) in children.enumerated() { put(child.node, at: first + offset) }
      if tables.nodes[target].kind == .reference
        || tables.nodes[target].children.contains(where: { tables.nodes[$0].kind != .never })
      {
        hasDroppedParts = true
      }
      changes.setInverse(of: target, inverse)
      tables.nodes[target].kind = kind
      tables.nodes[target].description = description
      tables.nodes[target].constraints = nil
      if let constraints {
        tables.nodes[target].constraints = tables.constraints.count
        tables.constraints.append(constraints)
      }
      tables.nodes[target].link = .children(first..<first + children.count)
    }
  }

  /// Moves the content of a node, which is all but its role.
  private mutating func move(_ source: Int, to target: Int) {
    setContent(of: target, from: source, tables.nodes[source].link)
    for child in tables.nodes[target].children {
      tables.nodes[child].parent = target
    }
    if target >= declared.nodeCount {
      origins[target - declared.nodeCount] = originIndex(source)
    }
    // A source around the target becomes its wrapper, which has no declared values.
    let isAround = tables.nodes[target].parent == source
    changes.move(source, to: target, in: pass)
    tables.nodes[source].makeNever()
    if source > 0, !isAround { tables.nodes[source].parent = nil }
  }

  /// Sets all of a node but its place.
  private mutating func setContent(
    of target: Int, from source: Int, _ link: NodeRecord.Link
  ) {
    tables.nodes[target].kind = tables.nodes[source].kind
    tables.nodes[target].description = tables.nodes[source].description
    tables.nodes[target].constraints = tables.nodes[source].constraints
    tables.nodes[target].link = link
    var isProperty = false
    if case .property = tables.nodes[target].role, case .property = tables.nodes[source].role {
      isProperty = true
    }
    changes.copy(source, to: target, isProperty: isProperty)
  }

  private mutating func addNode(
    _ role: SchemaRole, parent: Int?, origin: Int, isMade: Bool = false
  ) {
    tables.nodes.append(NodeRecord(role: role, parent: parent))
    origins.append(origin)
    changes.append(isMade: isMade)
  }

  mutating func describe(_ node: NodeID, _ description: String?) {
    beginChanging()
    tables.nodes[node.index].description = description
  }

  mutating func removeConstraints(of node: NodeID) {
    beginChanging()
    tables.nodes[node.index].constraints = nil
  }

  /// Gives a property another name.
  mutating func rename(_ property: NodeID, to name: String) {
    guard case .property(let declared, let isOptional) = role(of: property) else { return }
    beginChanging()
    tables.nodes[property.index].role = .property(name: name, isOptional: isOptional)
    changes.setDeclaredName(of: property.index, declared)
  }

  /// Sets how an answer says that a property is absent, and whether the answer may lack it.
  mutating func set(
    _ absence: AnswerMapping.Absence, of property: NodeID, isOptional: Bool? = nil
  ) {
    beginChanging()
    changes[property.index].absence = absence
    guard let isOptional, case .property(let name, _) = role(of: property) else { return }
    tables.nodes[property.index].role = .property(name: name, isOptional: isOptional)
  }

  // MARK: Definitions

  /// Makes a node the body of a definition, to which a reference leads from its place.
  mutating func makeDefinition(of node: NodeID, title: String? = nil) {
    let definition = addDefinition(
      DefinitionRegistry.Entry(title: title ?? origin(of: node).nameOfPlace), origin: node.index,
      from: node.index)
    let parent = tables.nodes[node.index].parent
    move(node.index, to: tables.nodes.count - 1)
    tables.nodes[node.index].description = nil
    tables.nodes[node.index].parent = parent
    setReference(node.index, to: definition)
  }

  /// Makes the root a definition, if references lead to it, so that it can be put elsewhere.
  mutating func freeRoot() {
    guard tables.refersToRoot else { return }
    makeDefinition(of: .root, title: tables.rootTitle ?? "Root")
    let definition = tables.definitions.count - 1
    for index in tables.nodes.indices {
      if case .root = tables.nodes[index].link {
        tables.nodes[index].link = .definition(definition)
      }
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
    _ = addDefinition(entry, origin: body.index, from: body.index)
    let copy = tables.nodes.count - 1
    self.copy(body.index, into: copy)
    return NodeID(index: copy)
  }

  /// Makes a reference lead to another body.
  mutating func redirect(_ reference: NodeID, to body: NodeID) {
    guard case .definition(let definition) = role(of: body) else { return }
    setReference(reference.index, to: definition)
  }

  /// Puts a copy of a node in place of the root.
  mutating func replaceRoot(byCopyOf node: NodeID) {
    beginChanging()
    copy(node.index, into: 0)
    tables.rootTitle = nil
    removeUnreachable()
  }

  /// Puts a copy of the body of a reference in its place.
  mutating func inline(_ reference: NodeID) {
    beginChanging()
    let description = self[reference].description
    copy(resolving(reference).index, into: reference.index)
    if let description { tables.nodes[reference.index].description = description }
  }

  private mutating func addDefinition(
    _ entry: DefinitionRegistry.Entry, origin: Int, from reference: Int
  ) -> Int {
    beginChanging()
    hasOtherDefinitions = true
    let definition = tables.definitions.count
    addNode(.definition(definition), parent: nil, origin: originIndex(origin))
    var record = DefinitionRecord(entry: entry, firstReference: reference)
    record.node = tables.nodes.count - 1
    tables.definitions.append(record)
    return definition
  }

  private mutating func setReference(_ node: Int, to definition: Int) {
    tables.nodes[node].kind = .reference
    tables.nodes[node].link = .definition(definition)
    tables.nodes[node].constraints = nil
  }

  private mutating func copy(_ source: Int, into target: Int) {
    hasOtherDefinitions = true
    hasCopies = true
    var pending = [(source: source, target: target)]
    while let (source, target) = pending.popLast() {
      var link = tables.nodes[source].link
      if case .children(let children) = link {
        let first = tables.nodes.count
        for child in children {
          addNode(tables.nodes[child].role, parent: target, origin: originIndex(child))
          pending.append((child, tables.nodes.count - 1))
        }
        link = .children(first..<tables.nodes.count)
      }
      setContent(of: target, from: source, link)
    }
  }

  /// Makes what nothing leads to any more nodes without values, and leaves out their definitions.
  mutating func removeUnreachable() {
    guard hasDroppedParts || hasOtherDefinitions else { return }
    measuredForm = nil
    hasDroppedParts = false
    let order = reachable()
    var isReached = [Bool](repeating: false, count: tables.nodes.count)
    for index in order.nodes { isReached[index] = true }
    for index in isReached.indices where !isReached[index] {
      tables.nodes[index].makeNever()
      changes[index] = NodeChanges.Change()
    }
    guard hasOtherDefinitions || order.definitions.count < tables.definitions.count else { return }
    var numbers = Array(repeating: 0, count: tables.definitions.count)
    var definitions: [DefinitionRecord] = []
    for (number, definition) in order.definitions.enumerated() {
      numbers[definition] = number
      definitions.append(tables.definitions[definition])
      tables.nodes[definitions[number].node].role = .definition(number)
    }
    for index in order.nodes {
      guard case .definition(let definition) = tables.nodes[index].link else { continue }
      tables.nodes[index].link = .definition(numbers[definition])
    }
    let names = DefinitionRegistry(definitions.map(\.entry)).names()
    for (index, name) in names.enumerated() { definitions[index].name = name }
    tables.definitions = definitions
    hasOtherDefinitions = false
  }

  /// The nodes that the root leads to, and the definitions in the order in which they are met.
  private func reachable() -> (nodes: [Int], definitions: [Int]) {
    var nodes: [Int] = []
    var definitions: [Int] = []
    var isMet = [Bool](repeating: false, count: tables.definitions.count)
    var pending = [0]
    var next = 0
    while true {
      while let index = pending.popLast() {
        nodes.append(index)
        let record = tables.nodes[index]
        pending += record.children.reversed()
        if case .definition(let definition) = record.link, !isMet[definition] {
          isMet[definition] = true
          definitions.append(definition)
        }
      }
      guard next < definitions.count else { return (nodes, definitions) }
      pending.append(tables.definitions[definitions[next]].node)
      next += 1
    }
  }

  // MARK: Changes

  /// Indicates whether the values of each node have another form, or those of a part of it.
  func changedNodes() -> [Bool] {
    var isChanged = [Bool](repeating: false, count: tables.nodes.count)
    var pending = changes.indices.compactMap(changedNode)
    var references: [Int: [Int]]?
    while let index = pending.popLast() {
      guard !isChanged[index] else { continue }
      isChanged[index] = true
      if let parent = tables.nodes[index].parent {
        pending.append(parent)
        continue
      }
      let known = references ?? referencesByBody()
      references = known
      pending += known[index] ?? []
    }
    return isChanged
  }

  /// Indicates whether some values have another form.
  var changesValues: Bool { changes.indices.contains { changedNode($0) != nil } }

  /// The node whose values a change of a node gives another form: the node itself, or the object of
  /// which it is a property.
  private func changedNode(_ index: Int) -> Int? {
    if changes[index].changesValues { return index }
    return changes[index].changesProperty ? tables.nodes[index].parent : nil
  }

  private func referencesByBody() -> [Int: [Int]] {
    var references: [Int: [Int]] = [:]
    for index in tables.nodes.indices where tables.nodes[index].kind == .reference {
      references[resolving(NodeID(index: index)).index, default: []].append(index)
    }
    return references
  }

  /// The graph as it is now, whose paths are those of the declared one.
  func graph() -> SchemaGraph {
    var result = tables
    if isChanged { result.origin = GraphOrigin(graph: declared.storage, added: origins) }
    // A schema that has taken the place of the root has the title of the declared root.
    if rules.titles == .everywhere, result.rootTitle == nil {
      result.rootTitle = declared.root.title
    }
    return SchemaGraph(result)
  }

  /// Counts what the document has of what the dialect limits.
  ///
  /// - Returns: What exceeds a limit.
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
        fitting: fitting), ofNode: originIndex(node.index))
  }

  /// The diagnostics in the order of the declared nodes, each once, though a node may have copies.
  func diagnostics() -> [SchemaDiagnostic] { findings.inOrder(mayRepeat: hasCopies) }

  // MARK: Sizes

  /// The schema of the declared node of a node as text, if it is small and there is room for it.
  ///
  /// Once a schema finds no room, none follows: many would make a document many times as large.
  mutating func schemaText(of node: NodeID) -> String? {
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
