import IndexedTables
import SchemaGuides
import SchemaModel

/// Counts the parts of a document in one walk, and compares the counts with a dialect's limits.
///
/// After an excess, counting continues as if the part were smaller: a container that nests too deep
/// counts as a definition, and any other part is not counted.
package struct LimitMeter: SchemaVisitor {
  private(set) var counts = Counts()
  private(set) var excesses: [Excess] = []

  private let form: DocumentForm
  private let limits: DocumentLimits
  private var depth = 0
  private var objectDepth = 0

  /// Indicates whether the current node is in a definition, and the dialect does not count unions
  /// and optional properties of definitions.
  private var isUncounted = false

  /// The depths of the parents of nodes that count as definitions.
  private var outer: [(node: NodeID, depth: Int, objectDepth: Int)] = []

  /// The number of nodes that count as definitions.
  private var definitionCount = 0

  /// The node whose descendants are not counted.
  private var omitted: NodeID?
  private var isCopyingRoot = false

  /// Creates a meter.
  ///
  /// - Parameters:
  ///   - form: The document.
  ///   - limits: The limits that the document is compared with.
  init(_ form: DocumentForm, limits: DocumentLimits = DocumentLimits()) {
    self.form = form
    self.limits = limits
  }

  /// Counts the complete document.
  ///
  /// The names of definitions are counted first. A part is therefore too large if it fits only
  /// without the name of a later definition.
  mutating func run() {
    let form = form
    let tables = form.graph.storage.tables
    for (name, definition) in zip(form.names, tables.definitions) {
      addName(name, form.graph[definition.body])
    }
    if let name = form.rootCopy { addName(name, form.graph.root) }
    form.graph.walk(&self)
    guard form.rootCopy != nil else { return }
    isCopyingRoot = true
    form.graph.walk(&self, from: .root)
  }

  /// Counts the root, or the name and the body of a definition.
  mutating func run(body: NodeID) {
    let form = form
    let node = form.graph[body]
    if case .definition(let definition) = node.role { addName(form.names[definition], node) }
    form.graph.walk(&self, from: body)
  }

  package mutating func enter(_ node: SchemaGraph.Node, as role: SchemaRole) {
    guard omitted == nil else { return }
    switch role {
    case .definition: isUncounted = !form.dialect.rules.limits.countsDefinitions
    case .root: isUncounted = isCopyingRoot && !form.dialect.rules.limits.countsDefinitions
    default: break
    }
    let written = form.written(node, as: role, isCopy: isCopyingRoot)
    guard written.hasSchema else { return }
    if !written.isRequired { addOptional(node) }
    switch written.union {
    case .alternatives:
      // The keyword `nullable` does not make a list of the value necessary.
      addUnion(.union(isNullable: written.isNullable && written.null != .keyword), node)
    case .aroundSchema, .aroundReference: addUnion(.nullableProperty, node)
    case .aroundReferenceBesideKeywords where node.description != nil:
      addUnion(.describedReference, node)
    case .none where written.null == .inType: addUnion(.nullableProperty, node)
    case .none, .flattened, .aroundReferenceBesideKeywords: break
    }
    if node.kind.isContainer { addContainer(node, written) }
    if written.choices != .none { addChoices(of: node, written) }
  }

  package mutating func leave(_ node: SchemaGraph.Node, as role: SchemaRole) {
    if omitted == node.id {
      omitted = nil
      return
    }
    guard omitted == nil, node.kind.isContainer else { return }
    if let last = outer.last, last.node == node.id {
      (_, depth, objectDepth) = outer.removeLast()
    } else {
      depth -= 1
      if node.kind == .object { objectDepth -= 1 }
    }
  }

  private mutating func addContainer(_ node: SchemaGraph.Node, _ written: WrittenForm) {
    let isObject = node.kind == .object
    var nesting = excess(.depth, depth + 1, .container, node)
    if nesting == nil, isObject {
      nesting = excess(.objectDepth, objectDepth + 1, .container, node)
    }
    if let nesting, !form.dialect.hasReferences {
      excesses.append(nesting)
      return omit(node)
    }
    // Fitting makes the container a definition. The name of the definition may need a number to be
    // unique.
    let name =
      nesting == nil
      ? 0 : "\(node.nameOfPlace)_\(definitionCount + 1)".characterCount
    if let object = written.object, !addNames(of: node, object, besides: name), !node.isRoot {
      return omit(node)
    }
    if let nesting {
      excesses.append(nesting)
      definitionCount += 1
      counts.characters += name
      outer.append((node.id, depth, objectDepth))
      (depth, objectDepth) = (0, 0)
    }
    depth += 1
    if isObject { objectDepth += 1 }
  }

  /// Counts the names of an object's properties before its parts.
  ///
  /// The order of the names then does not affect which part is too large. For choices and unions,
  /// the order does matter.
  ///
  /// - Parameters:
  ///   - node: The object.
  ///   - object: The form of the object.
  ///   - length: The number of characters in the name of the object's own definition; zero if it
  ///     has none.
  /// - Returns: `true` if the names are within the limits.
  private mutating func addNames(
    of node: SchemaGraph.Node, _ object: WrittenForm.Object, besides length: Int
  ) -> Bool {
    var count = 0
    var characters = 0
    for child in node.childIDs {
      guard let name = form.writtenProperty(child, in: object)?.name else { continue }
      count += 1
      let nameLength = name.characterCount
      characters += nameLength
      _ = addExcess(.nameLength, nameLength, .name, form.graph[child])
    }
    let sum = counts.characters + length + characters
    guard !addExcess(.properties, counts.properties + count, .names, node),
      !addExcess(.characters, sum, .names, node)
    else { return false }
    counts.properties += count
    counts.characters += characters
    return true
  }

  private mutating func addName(_ name: String, _ node: SchemaGraph.Node) {
    let length = name.characterCount
    _ = addExcess(.nameLength, length, .name, node)
    counts.characters += length
    _ = addExcess(.characters, counts.characters, .name, node)
  }

  private mutating func addOptional(_ node: SchemaGraph.Node) {
    if isUncounted { return }
    let count = counts.optionalProperties + 1
    guard !addExcess(.optionalProperties, count, .optionalProperty, node) else { return }
    counts.optionalProperties = count
  }

  private mutating func addUnion(_ part: Part, _ node: SchemaGraph.Node) {
    if isUncounted { return }
    let count = counts.unions + counts.describedReferences + 1
    let isExcess = addExcess(.unions, count, part, node)
    switch part {
    case .union where isExcess: omit(node)
    case _ where isExcess: return
    case .describedReference: counts.describedReferences += 1
    default: counts.unions += 1
    }
  }

  private mutating func addChoices(of node: SchemaGraph.Node, _ written: WrittenForm) {
    guard let list = node.ownConstraints?.merged.choices else { return }
    let count = list.count + (written.listsNull && !list.contains(.null) ? 1 : 0)
    let length = list.reduce(0) { $0 + ($1.string?.characterCount ?? 0) }
    let isLong = count > limits.longChoiceCount
    guard !addExcess(.choices, counts.choices + count, .choices, node),
      !addExcess(.characters, counts.characters + length, .choices, node),
      !isLong || !addExcess(.charactersOfLongChoices, length, .choices, node)
    else { return }
    counts.choices += count
    counts.characters += length
  }

  private mutating func omit(_ node: SchemaGraph.Node) {
    if !node.isRoot { omitted = node.id }
  }

  private mutating func addExcess(
    _ limit: Limit, _ value: Int, _ part: Part, _ node: SchemaGraph.Node
  ) -> Bool {
    guard let excess = excess(limit, value, part, node) else { return false }
    excesses.append(excess)
    return true
  }

  private func excess(
    _ limit: Limit, _ value: Int, _ part: Part, _ node: SchemaGraph.Node
  ) -> Excess? {
    guard let maximum = limits[limit], value > maximum else { return nil }
    return Excess(limit: limit, value: value, maximum: maximum, part: part, node: node)
  }
}

extension String {
  /// The number of Unicode scalars, which JSON Schema counts as characters.
  fileprivate var characterCount: Int { unicodeScalars.count }
}

extension SchemaEncoder {
  /// Returns the parts of a document that exceed the dialect's limits, in the order of the
  /// document, and the counts of the other parts.
  ///
  /// In a dialect without limits, no parts are counted.
  package func measure(
    _ form: DocumentForm
  ) -> (excesses: [LimitMeter.Excess], counts: LimitMeter.Counts) {
    let limits = prepared.rules.limits
    guard limits != DocumentLimits() else { return ([], LimitMeter.Counts()) }
    var meter = LimitMeter(form, limits: limits)
    meter.run()
    return (meter.excesses, meter.counts)
  }

  /// Returns a warning for each advised limit that a document exceeds, at the first part that
  /// exceeds it.
  func advice(on form: DocumentForm) -> [SchemaDiagnostic] {
    let limits = prepared.rules.advisedLimits
    guard limits != DocumentLimits() else { return [] }
    var meter = LimitMeter(form, limits: limits)
    meter.run()
    var known: Set<LimitMeter.Limit> = []
    return meter.excesses.filter { known.insert($0.limit).inserted }.map { excess in
      SchemaDiagnostic(
        .warning, .limitExceeded, at: excess.node,
        problem:
          "The document may be too large: its '\(excess.limit.rawValue)' reaches \(excess.value)"
          + " here, and the documentation of the dialect '\(prepared.name)' allows"
          + " \(excess.maximum).",
        remedy: excess.limit.remedy)
    }
  }

  /// Returns a warning if a document is larger than the dialect advises.
  func advice(onSize size: Int) -> [SchemaDiagnostic] {
    guard let maximum = prepared.rules.advisedSize, size > maximum else { return [] }
    return [
      SchemaDiagnostic(
        .warning, at: SchemaPath(),
        problem:
          "The document has \(size) bytes, and the dialect '\(prepared.name)' probably rejects more"
          + " than \(maximum), also in definitions.",
        remedy: LimitMeter.Limit.characters.remedy, rule: .limitExceeded)
    ]
  }

  /// Returns the counts of each of some bodies.
  package func counts(of bodies: [NodeID], in graph: SchemaGraph) -> [LimitMeter.Counts] {
    let form = DocumentForm(graph, in: prepared)
    return bodies.map { body in
      var meter = LimitMeter(form)
      meter.run(body: body)
      return meter.counts
    }
  }
}
