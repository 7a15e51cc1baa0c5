import SchemaEncoding
import SchemaGuides
import SchemaModel
import SchemaText

/// The only way in which passes change a graph.
///
/// The editor keeps what belongs to a graph consistent with it: the inverse of each change, the
/// measured document, the diagnostics, and the room that all parts share.
struct GraphEditor {
  /// The present graph.
  private(set) var graph: FittingGraph

  private var findings = FittingFindings()

  /// The document of the graph, if it is known to be within the dialect's limits.
  private(set) var measuredForm: DocumentForm?

  /// The limited quantities of the document when it was last measured.
  private(set) var counts = LimitMeter.Counts()

  /// The remaining amounts of the limits that all parts of the graph share.
  var room: FittingRoom

  init(_ declared: SchemaGraph, for encoder: SchemaEncoder) {
    graph = FittingGraph(declared, for: encoder)
    room = FittingRoom(for: declared)
  }

  /// The name of the dialect, for diagnostics.
  var dialect: String { graph.dialect }

  // MARK: Passes

  /// Begins a pass.
  ///
  /// The earlier moves of nodes are no longer followed.
  mutating func beginPass() {
    checkInvariants()
    graph.changes.beginPass()
  }

  /// Changes nodes one by one, as one pass.
  ///
  /// - Parameters:
  ///   - nodes: The nodes; if the content of one has moved, it is changed at its new place.
  ///   - change: Changes a node.
  mutating func change(_ nodes: [NodeID], by change: (NodeID, inout GraphEditor) -> Void) {
    beginPass()
    for node in nodes { change(graph.current(node), &self) }
  }

  /// Checks the invariants of the tables and of the changes.
  func checkInvariants() {
    graph.tables.checkInvariants()
    graph.changes.checkInvariants(for: graph.nodes)
  }

  private mutating func beginChanging() {
    measuredForm = nil
    guard !graph.isChanged else { return }
    graph.tables.reserveCapacity()
    graph.changes.begin(with: graph.nodes)
  }

  // MARK: Nodes

  /// Replaces a node by another node.
  ///
  /// The constraints of the node that are only told in words stay with its values.
  mutating func replace(_ node: NodeID, by new: NewNode) {
    beginChanging()
    let words = graph.constraints(of: node)?.onlyWords
    put(new, at: node)
    if let words, !words.isEmpty { tell(words, of: node) }
  }

  /// Adds constraints that are only told in words to a node.
  private mutating func tell(_ words: GuideConstraints, of node: NodeID) {
    guard graph.kind(of: node) != .reference else {
      // A reference has no constraints.
      let sentences = words.words.map(\.sentence)
      return describe(node, ([graph[node].description] + sentences).joinedSentences())
    }
    var merged = graph.constraints(of: node) ?? GuideConstraints()
    merged.formIntersection(words)
    graph.tables.set(constraints: NodeConstraints(merged), of: node)
  }

  /// Replaces a node by a string that contains the node's values as JSON text.
  ///
  /// - Parameters:
  ///   - node: The node.
  ///   - kind: The content of the text.
  ///   - note: A sentence for the description; `nil` for one with the schema of the values, if
  ///     there is room for it.
  mutating func replaceByText(_ node: NodeID, _ kind: TextForm.Kind = .json, note: String? = nil) {
    var description = [graph[node].description, note]
    if note == nil {
      let schema = schemaText(of: node).map { ", of this JSON Schema: \($0)" }
      description.append(
        "Written as JSON text\(schema ?? ": \(graph.resolvedOrigin(of: node).outline).")")
    }
    replace(
      node,
      by: .made(
        .string, description: description.joinedSentences(), inverse: Inverse(TextForm(kind: kind))
      ))
    recordText(node)
    // JSON text can state `null`, so the answer has `null` only for an absent property.
    if graph.change(of: node).absence == .keptNull { set(.null, of: node) }
  }

  /// Replaces a node with one value by the JSON text of the value.
  mutating func replaceByText(_ node: NodeID, ofOnly value: String) {
    replace(
      node,
      by: .made(
        .string, description: graph[node].description, constraints: .only(.choices([value])),
        inverse: Inverse(TextForm(kind: .json))))
    recordText(node)
  }

  private mutating func recordText(_ node: NodeID) {
    graph.changes[node].isText = true
    findings.expectHiddenNodes()
  }

  /// Replaces a node by a string, with a text for each value of the node.
  mutating func replaceByStrings(_ node: NodeID, _ choices: [(text: String, value: SchemaScalar)]) {
    let form = ChoicesForm(
      choices: choices.map { AnswerMapping.Choice(answer: $0.text, $0.value) },
      ignoresCase: graph.rules.constraints.mayChangeCapitals)
    replace(
      node,
      by: .made(
        .string, description: graph[node].description,
        constraints: .only(.choices(choices.map(\.text))), inverse: Inverse(form)))
  }

  /// The name of the property of a wrapped root.
  static let rootProperty = "value"

  /// Wraps a node in an object with one property.
  mutating func wrap(_ node: NodeID, inProperty name: String) {
    if node == .root { makeDefinitionOfRoot() }
    let inverse = Inverse(WrappedForm(property: name), parts: [[0]])
    beginChanging()
    put(.object([NewNode.Property(name: name, node: .moved(node))], inverse: inverse), at: node)
  }

  // This function is recursive. The nodes of a pass nest only a few levels.
  private mutating func put(_ new: NewNode, at target: NodeID) {
    switch new {
    case .moved(let source):
      guard source != target else { return }
      copyChange(of: source, to: target)
      graph.changes.move(source, to: target)
      graph.tables.move(source, to: target)
    case .new(let kind, let description, let constraints, let parts, let inverse):
      let first = graph.nodes.upperBound
      for part in parts { addNode(part.role, parent: target) }
      let children = first..<graph.nodes.upperBound
      for (child, part) in zip(children, parts) { put(part.node, at: child) }
      graph.changes.setInverse(of: target, inverse)
      graph.tables.set(
        kind, description: description, constraints: constraints, children: children, of: target)
    }
  }

  /// Adds a node to a new node, with the same declared node.
  @discardableResult
  private mutating func addNode(_ role: SchemaRole, parent: NodeID) -> NodeID {
    let node = graph.tables.append(role, parent: parent, originOf: parent)
    graph.changes.setMade(node)
    return node
  }

  /// Copies the changes of a node.
  private mutating func copyChange(of source: NodeID, to target: NodeID) {
    var isProperty = false
    if case .property = graph.role(of: target), case .property = graph.role(of: source) {
      isProperty = true
    }
    graph.changes.copy(source, to: target, isProperty: isProperty)
  }

  mutating func describe(_ node: NodeID, _ description: String?) {
    beginChanging()
    graph.tables.set(description: description, of: node)
  }

  /// Removes the list of choices of a node, but not its other constraints.
  mutating func removeChoices(of node: NodeID) {
    beginChanging()
    let others = graph.constraints(of: node)?.withoutChoices
    graph.tables.set(
      constraints: others.flatMap { $0.isEmpty ? nil : NodeConstraints($0) }, of: node)
  }

  /// Narrows a node to the values that another node also allows.
  ///
  /// - Returns: `false`, without a change, if the constraints of the node's kind cannot state this.
  mutating func narrow(_ node: NodeID, to other: NodeID) -> Bool {
    let (kind, otherKind) = (graph.kind(of: node), graph.kind(of: other))
    if otherKind == .any, graph[other].constraints == nil { return true }
    if kind == .reference, otherKind == .reference, graph[other].constraints == nil,
      graph.resolving(node) == graph.resolving(other)
    {
      return true
    }
    guard kind.isScalar, kind == otherKind || (kind == .integer && otherKind == .number) else {
      return false
    }
    guard let added = graph.constraints(of: other) else { return true }
    let own = graph.constraints(of: node) ?? GuideConstraints()
    guard let merged = own.intersection(with: added, for: kind) else { return false }
    beginChanging()
    graph.tables.set(constraints: merged.isEmpty ? nil : NodeConstraints(merged), of: node)
    return true
  }

  /// Tells in the description of a node that its values also satisfy the schema of another node.
  mutating func tell(alsoIn other: NodeID, of node: NodeID) {
    guard let schema = room.schemaText(of: graph.origin(of: other), in: graph.declared) else {
      return
    }
    tell("allOf", "Also fits this JSON Schema: \(schema)", of: node)
  }

  /// Tells the total number of properties and entries in the description of an object.
  mutating func tell(total minimum: Int?, _ maximum: Int?, of object: NodeID) {
    let noun = CountedNoun(one: "property or entry", many: "properties and entries")
    let range = noun.range(minimum, maximum).capitalizedFirst
    tell("minProperties", "\(range) in all.", of: object)
  }

  /// Tells what the keys of all entries satisfy in the description of an object.
  ///
  /// - Parameters:
  ///   - sentences: The sentences about a key.
  ///   - object: The object.
  mutating func tell(keys sentences: [String], of object: NodeID) {
    let sentence = "For the key of each entry: \(sentences.joined(separator: " "))"
    tell("propertyNames", sentence, of: object)
  }

  /// Adds a sentence about a keyword to the description of a node.
  private mutating func tell(_ keyword: String, _ sentence: String, of node: NodeID) {
    beginChanging()
    tell(.only(.words(WordedConstraint(keyword: keyword, sentence: sentence))), of: node)
  }

  // MARK: Properties

  /// Gives a property another name.
  mutating func rename(_ property: NodeID, to name: String) {
    guard case .property(let declared, let isOptional) = graph.role(of: property) else { return }
    beginChanging()
    graph.tables.set(role: .property(name: name, isOptional: isOptional), of: property)
    graph.changes.setDeclaredName(of: property, declared)
  }

  /// Sets the form of an absent property in answers, and whether an answer may lack the property.
  mutating func set(
    _ absence: AnswerMapping.Absence, of property: NodeID, isOptional: Bool? = nil
  ) {
    beginChanging()
    graph.changes[property].absence = absence
    guard let isOptional, case .property(let name, _) = graph.role(of: property) else { return }
    graph.tables.set(role: .property(name: name, isOptional: isOptional), of: property)
  }

  /// Replaces the value of a property by an array of at most one element, which is empty if the
  /// property is absent.
  ///
  /// - Returns: The node of the value.
  mutating func replaceByList(_ property: NodeID) -> NodeID {
    var description: String? = "One value, or none if it is absent."
    if graph.kind(of: property) == .reference {
      // A description next to a reference might make the reference a union.
      description = [graph[property].description, description].joinedSentences()
      describe(property, nil)
    }
    // A dialect that cannot state the count would move it into the description, with a warning
    // about a constraint that nobody has declared.
    let maximum = graph.rules[.maximumCount] == .written ? 1 : nil
    replace(
      property,
      by: .array(
        of: .moved(property), description: description, maximum: maximum,
        inverse: Inverse(ListForm(), parts: [[0]])))
    set(.emptyArray, of: property, isOptional: false)
    return graph.children(of: property).first ?? property
  }

  /// A property for entries with unnamed properties of an object.
  struct Entries {
    /// The name of the property.
    let name: String

    /// The patterns of the names of the unnamed properties; empty for all other names.
    let patterns: [SchemaPattern]

    /// The schema of the property, into which parts of the object may move.
    let schema: NewNode
  }

  /// Adds properties for the entries of unnamed properties to an object, and removes the schemas of
  /// unnamed properties.
  ///
  /// The new properties are the last ones. If the dialect generates required properties first, they
  /// precede the optional properties at the end.
  mutating func addEntries(_ entries: [Entries], to object: NodeID) {
    beginChanging()
    let properties = graph.children(of: object).filter { child in
      graph.role(of: child).propertyName != nil && graph.kind(of: child) != .never
    }
    let movesRequired = graph.form(of: object).object?.putsRequiredFirst == true
    let place =
      movesRequired
      ? properties.lastIndex { !graph.role(of: $0).isOptional }.map { $0 + 1 } ?? 0
      : properties.count
    let first = graph.nodes.upperBound
    for child in properties[..<place] { moveToEnd(child) }
    let added = entries.map {
      addNode(.property(name: $0.name, isOptional: false), parent: object)
    }
    for child in properties[place...] { moveToEnd(child) }
    let children = first..<graph.nodes.upperBound
    for (property, entries) in zip(added, entries) {
      put(entries.schema, at: property)
      graph.changes.setHoldsEntries(of: property, matching: entries.patterns)
    }
    let words = graph.constraints(of: object)?.onlyWords
    graph.tables.set(
      constraints: words.flatMap { $0.isEmpty ? nil : NodeConstraints($0) }, children: children,
      of: object)
  }

  /// Replaces the schemas of the unnamed properties of an object.
  ///
  /// - Parameters:
  ///   - additional: The schema of the properties whose names match no pattern, which is one of the
  ///     present schemas; `nil` if there are none.
  ///   - patterns: The present schemas of properties whose names match patterns that remain.
  ///   - object: The object.
  mutating func setUnnamed(
    additional: NodeID?, patterns: [NodeID], of object: NodeID
  ) {
    beginChanging()
    let properties = graph.children(of: object).filter { graph.role(of: $0).propertyName != nil }
    let first = graph.nodes.upperBound
    if let additional {
      let target = moveToEnd(additional)
      graph.tables.set(role: .additionalProperties, of: target)
    }
    for child in patterns + properties { moveToEnd(child) }
    graph.tables.set(
      constraints: graph[object].constraints, children: first..<graph.nodes.upperBound, of: object)
  }

  /// Moves a child of an object behind all other nodes.
  @discardableResult
  private mutating func moveToEnd(_ source: NodeID) -> NodeID {
    let target = graph.tables.moveToEnd(source)
    graph.changes.copy(source, to: target, isProperty: true)
    graph.changes.move(source, to: target)
    return target
  }

  // MARK: Definitions

  /// Moves a node to the body of a new definition, and replaces the node by a reference.
  mutating func makeDefinition(of node: NodeID) {
    beginChanging()
    recordMove(of: node, to: graph.tables.makeDefinition(of: node))
  }

  /// Makes the root a definition if there are references to it, so that the root can move to
  /// another place.
  mutating func makeDefinitionOfRoot() {
    guard graph.tables.refersToRoot else { return }
    beginChanging()
    guard let body = graph.tables.makeDefinitionOfRoot() else { return }
    recordMove(of: .root, to: body)
  }

  private mutating func recordMove(of node: NodeID, to body: NodeID) {
    copyChange(of: node, to: body)
    graph.changes.move(node, to: body)
  }

  /// Adds a definition with a copy of the body of another, or of the root.
  mutating func copyBody(_ body: NodeID, level: Int) -> NodeID {
    let copy = graph.tables.addDefinition(like: body, level: level)
    self.copy(body, into: copy)
    return copy
  }

  /// Changes the target of a reference to another body.
  mutating func redirect(_ reference: NodeID, to body: NodeID) {
    beginChanging()
    graph.tables.refer(reference, to: body)
  }

  /// Replaces a reference by a copy of its body.
  mutating func inline(_ reference: NodeID) {
    let description = graph[reference].description
    copy(graph.resolving(reference), into: reference)
    if let description { graph.tables.set(description: description, of: reference) }
  }

  /// Copies the content of a node into another node, with new nodes for its parts.
  private mutating func copy(_ source: NodeID, into target: NodeID) {
    beginChanging()
    findings.expectRepetitions()
    for (source, copy) in graph.tables.copy(source, into: target) {
      copyChange(of: source, to: copy)
    }
  }

  /// Indicates whether a pass has detached parts of the graph that are not yet removed.
  var hasDroppedParts: Bool { graph.tables.hasDroppedParts }

  /// Sets the kind of unreachable nodes to `.never`, and removes unreachable definitions.
  mutating func removeUnreachable() {
    guard graph.tables.mayHaveUnreachable else { return }
    measuredForm = nil
    findings.expectHiddenNodes()
    for node in graph.tables.removeUnreachable() { graph.changes[node] = NodeChanges.Change() }
  }

  // MARK: The document

  /// Counts the quantities that the dialect limits.
  ///
  /// - Returns: The parts of the document that exceed a limit.
  mutating func measure() -> [LimitMeter.Excess] {
    let form = DocumentForm(graph.graph(), in: graph.encoder)
    let excesses: [LimitMeter.Excess]
    (excesses, counts) = graph.encoder.measure(form)
    measuredForm = excesses.isEmpty ? form : nil
    return excesses
  }

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
        severity, at: graph.origin(of: node), problem: problem, remedy: remedy,
        code: fitting.rawValue),
      of: graph.originID(of: node))
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
  func diagnostics() -> [SchemaDiagnostic] { findings.diagnostics(of: graph) }

  // MARK: Room

  /// The text of the schema of a node's declared node, if the schema is small and there is room for
  /// it.
  ///
  /// The schema of the root is always included, since without it the document would not describe
  /// the answer.
  private mutating func schemaText(of node: NodeID) -> String? {
    graph.isRootValue(node)
      ? try? PartText.text(of: graph.declared)
      : room.schemaText(of: graph.origin(of: node), in: graph.declared)
  }
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
