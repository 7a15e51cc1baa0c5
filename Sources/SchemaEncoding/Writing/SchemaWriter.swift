import IndexedTables
import SchemaGuides
import SchemaModel

/// Writes a graph by a dialect's rules, node by node, as text or as content.
///
/// The writer prints the ``WrittenForm`` of each node. Keywords that contain no other schema are
/// written as they are made. If the dialect has an adaptation, they are collected first, and then
/// adapted and written. Keywords that contain other schemas are written before and after the
/// children.
struct SchemaWriter<Output: DocumentOutput>: SchemaVisitor {
  typealias Failure = any Error

  /// A schema that is being written.
  private struct Frame {
    let written: WrittenForm

    /// The keyword whose schemas are being written, if the schema is an object or a tuple.
    var group: Group?
  }

  private enum Group { case patternProperties, properties, prefixItems }

  private let form: DocumentForm
  private let dialect: PreparedDialect

  private var output: KeywordOutput<Output>
  private var findings: DialectFindings

  /// The range of each node in the document, if ranges are recorded.
  private(set) var ranges: IndexedTable<NodeID, Range<Int>>?

  /// Indicates whether the copy of the root among the definitions is being written.
  private var isCopyingRoot = false
  private var hasDefinitions = false

  /// The schemas that are being written, from the root or from a definition down.
  private var frames: [Frame] = []

  /// The adapted keywords that come after the schemas of the properties, for each object that is
  /// being written.
  private var trailing: [[SchemaValue.Member]] = []

  /// Begins a document.
  ///
  /// - Parameters:
  ///   - form: The graph, the dialect and the names.
  ///   - output: The empty document.
  ///   - reportsRejections: `true` to report a rejection by the dialect as a diagnostic instead of
  ///     throwing it.
  ///   - measuresNodes: `true` to record ``ranges``.
  init(
    _ form: DocumentForm, to output: Output, reportsRejections: Bool, measuresNodes: Bool = false
  ) {
    self.form = form
    dialect = form.dialect
    self.output = KeywordOutput(output, in: form.dialect)
    findings = DialectFindings(form, reportsRejections: reportsRejections)
    if measuresNodes { ranges = IndexedTable(repeating: 0..<0, for: form.graph.nodeIDs) }
  }

  /// The document that is written so far.
  var document: Output { output.document }

  /// The diagnostics of the dialect.
  var diagnostics: [SchemaDiagnostic] { findings.list }

  /// Writes the complete document.
  mutating func write() throws {
    try form.graph.walk(&self)
    if form.rootCopy != nil { try copyRoot() }
    if hasDefinitions { output.document.endObject() }
    output.document.endObject()
    findings.checkElements()
    findings.noteUnmentioned()
  }

  /// Writes the root again, as a definition, without repeating its diagnostics.
  private mutating func copyRoot() throws {
    let known = findings
    isCopyingRoot = true
    try form.graph.walk(&self, from: .root)
    isCopyingRoot = false
    findings = known
  }

  // MARK: Visiting

  mutating func enter(_ node: SchemaGraph.Node, as role: SchemaRole) throws {
    ranges?[node.id] = output.document.count..<output.document.count
    let written = form.written(node, as: role, isCopy: isCopyingRoot)
    try begin(node, as: role, written)
    frames.append(Frame(written: written))
    switch written.extent {
    case .omitted: return
    case .word(let allowsAnything): return output.document.bool(allowsAnything)
    case .flattened: break
    case .schema:
      if written.union == .aroundSchema {
        output.document.beginObject()
        beginAlternatives()
      }
      output.document.beginObject()
    }
    if written.union == .flattened { return }
    if node.kind == .reference { return try writeReference(node, written) }
    if dialect.adaptation == nil {
      try addKeywords(of: node, written)
    } else {
      output.document.members(try adaptedKeywords(of: node, written))
    }
    if node.kind == .anyOf { beginAlternatives() }
  }

  mutating func leave(_ node: SchemaGraph.Node, as role: SchemaRole) throws {
    defer {
      if let start = ranges?[node.id].lowerBound {
        ranges?[node.id] = start..<output.document.count
      }
    }
    guard let frame = frames.popLast() else { return }
    let written = frame.written
    guard written.hasSchema else { return }
    switch node.kind {
    case .object: endObject(node, frame)
    case .tuple:
      if frame.group != nil { output.document.endArray() }
      if written.isClosed {
        output.document.name(dialect.text.items)
        output.document.bool(false)
      }
    case .anyOf where written.union == .alternatives: endAlternatives(written)
    default: break
    }
    // The definitions are written inside the root, so the root is still open.
    if case .root = role, !isCopyingRoot { return }
    if written.extent == .flattened { return }
    output.document.endObject()
    if written.union == .aroundSchema {
      endAlternatives(written)
      output.document.endObject()
    }
  }

  /// Writes the text that comes before a node in its role.
  private mutating func begin(
    _ node: SchemaGraph.Node, as role: SchemaRole, _ written: WrittenForm
  ) throws {
    if case .property = role { begin(.properties) }
    try findings.checkForbidden(node, written)
    if written.extent == .omitted { return }
    switch role {
    case .root:
      if isCopyingRoot, let rootCopy = form.rootCopy {
        beginDefinition(rootCopy)
      } else {
        try findings.checkRoot(node)
      }
    case .definition(let index): beginDefinition(form.names[index])
    case .property(let name, _):
      findings.checkName(name, at: node)
      output.document.name(name)
    case .additionalProperties: output.document.name(dialect.text.additionalProperties)
    case .patternProperty(let pattern):
      begin(.patternProperties)
      output.document.name(pattern.source)
    case .items:
      endElements()
      output.document.name(dialect.text.items)
    case .prefixItem: begin(.prefixItems)
    case .choice: break
    }
  }

  private mutating func beginDefinition(_ name: String) {
    if !hasDefinitions {
      output.document.name(dialect.text.definitions)
      output.document.beginObject()
      hasDefinitions = true
    }
    output.document.name(name)
  }

  // MARK: Keywords without schemas

  /// Adds the keywords in the order in which they are written.
  private mutating func addKeywords(of node: SchemaGraph.Node, _ written: WrittenForm) throws {
    let stated = try findings.check(node, written)
    let choices =
      written.choices == .none ? nil : stated.written.first { $0.constraint.isChoices }
    output.addType(of: node.kind, written, choices)
    if let title = form.title(of: node, isCopy: isCopyingRoot) {
      output.add(dialect.text.title, title)
    }
    if let text = description(of: node, stated.phrases) {
      output.add(dialect.text.description, text)
    }
    if let choices, written.choices == .besideType { output.addChoices(choices, written) }
    output.add(stated.written, others(of: node), to: node.kind)
    if node.kind == .object, written.isClosed { output.addClosing() }
    if node.kind == .anyOf { output.addNullable(written) }
  }

  /// The keywords of constraints that have no statement, if the dialect writes them as they are.
  private func others(of node: SchemaGraph.Node) -> [[SchemaValue.Member]] {
    dialect.rules.writesOtherKeywords ? node.ownConstraints?.otherMembers ?? [] : []
  }

  /// Returns the description of a node, with phrases for constraints that the dialect cannot state.
  ///
  /// If a union is written as its only alternative besides `null`, the union's description comes
  /// first.
  private func description(of node: SchemaGraph.Node, _ phrases: [String]) -> String? {
    if phrases.isEmpty, frames.last?.written.extent != .flattened { return node.description }
    var sentences = [phrases.isEmpty ? nil : phrases.joined(separator: " "), node.description]
    var inner = node
    for frame in frames.reversed() {
      guard frame.written.extent == .flattened, let union = inner.parent else { break }
      sentences += (union.ownConstraints?.sentences ?? []).reversed()
      sentences.append(union.description)
      inner = union
    }
    return sentences.reversed().joinedSentences()
  }

  /// Returns the keywords of a node after the dialect's adaptation.
  ///
  /// Keywords that come after the schemas of an object's properties are kept in ``trailing``
  /// instead.
  private mutating func adaptedKeywords(
    of node: SchemaGraph.Node, _ written: WrittenForm
  ) throws -> [SchemaValue.Member] {
    output.beginCollecting()
    try addKeywords(of: node, written)
    addNameLists(of: node, written)
    var keywords = output.endCollecting()
    try findings.adapt(&keywords, of: node, written)
    guard node.kind == .object else { return keywords.members }
    let last = [dialect.rules.keywords[.required], dialect.rules.keywords.propertyOrder]
    trailing.append(keywords.members.filter { last.contains($0.name) })
    return keywords.members.filter { !last.contains($0.name) }
  }

  // MARK: References and unions

  /// Begins the alternatives of an `anyOf`.
  private mutating func beginAlternatives() {
    output.document.name(dialect.text.anyOf)
    output.document.beginArray()
  }

  /// Ends the alternatives of an `anyOf`.
  private mutating func endAlternatives(_ written: WrittenForm) {
    if written.null == .alternative { output.writeNullSchema() }
    output.document.endArray()
  }

  private mutating func writeReference(_ node: SchemaGraph.Node, _ written: WrittenForm) throws {
    var others = SchemaKeywords()
    if let description = description(of: node, []) {
      others.append(dialect.rules.keywords[.description], .string(description))
    }
    if written.null == .keyword { others.append(dialect.rules.keywords[.nullable], true) }
    if dialect.adaptsReferences { try findings.adapt(&others, of: node, written) }
    let isWrapped =
      written.union == .aroundReference
      || written.union == .aroundReferenceBesideKeywords && !others.members.isEmpty
    guard isWrapped else {
      writeTarget(of: node)
      return output.document.members(others.members)
    }
    output.document.members(others.members)
    beginAlternatives()
    output.document.beginObject()
    writeTarget(of: node)
    output.document.endObject()
    endAlternatives(written)
  }

  /// Writes the keyword that refers to the target of a node.
  private mutating func writeTarget(of node: SchemaGraph.Node) {
    output.document.name(dialect.text.reference)
    output.document.reference(to: form.targetName(of: node), prefix: dialect.text.referencePrefix)
  }

  // MARK: Objects and tuples

  /// Begins or continues the schemas under a keyword of the object or tuple that is being written.
  private mutating func begin(_ group: Group) {
    guard let frame = frames.indices.last, frames[frame].group != group else { return }
    if frames[frame].group != nil { output.document.endObject() }
    frames[frame].group = group
    switch group {
    case .patternProperties: output.document.name(dialect.text.patternProperties)
    case .properties: output.document.name(dialect.text.properties)
    case .prefixItems:
      output.document.name(dialect.text.prefixItems)
      return output.document.beginArray()
    }
    output.document.beginObject()
  }

  /// Ends the elements with schemas of their own, if a tuple is being written.
  private mutating func endElements() {
    guard let frame = frames.indices.last, frames[frame].group == .prefixItems else { return }
    output.document.endArray()
    frames[frame].group = nil
  }

  private mutating func endObject(_ node: SchemaGraph.Node, _ frame: Frame) {
    if frame.group != nil {
      output.document.endObject()
    } else if node.childIDs.isEmpty {
      output.document.name(dialect.text.properties)
      output.document.beginObject()
      output.document.endObject()
    }
    if dialect.adaptation == nil {
      addNameLists(of: node, frame.written)
    } else {
      output.document.members(trailing.popLast() ?? [])
    }
  }

  /// Adds the keywords that list the names of an object's properties.
  private mutating func addNameLists(of node: SchemaGraph.Node, _ written: WrittenForm) {
    guard let object = written.object, object.listsNames else { return }
    output.add(
      dialect.text.required, names: form.listedNames(of: node, object, onlyRequired: true))
    if let propertyOrder = dialect.text.propertyOrder {
      output.add(propertyOrder, names: form.listedNames(of: node, object, onlyRequired: false))
    }
  }
}
