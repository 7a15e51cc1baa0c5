import IndexedTables
import SchemaGuides
import SchemaModel

/// Writes a graph by a dialect's rules, node by node, as text or as content.
///
/// Keywords that contain no other schema are written as they are made. If the dialect has an
/// adaptation, they are collected first, and then adapted and written. Keywords that contain other
/// schemas are written before and after the children.
struct SchemaWriter<Output: DocumentOutput>: SchemaVisitor {
  typealias Failure = any Error

  /// A schema that is being written.
  private struct Frame {
    let extent: DocumentForm.Extent

    /// Indicates whether the schema is a union that is written as its only alternative besides
    /// `null`.
    var isFlat = false

    /// The keyword whose schemas are being written, if the schema is an object.
    var group: Group?

    init(_ extent: DocumentForm.Extent) { self.extent = extent }
  }

  private enum Group { case patternProperties, properties }

  private let form: DocumentForm
  private let dialect: PreparedDialect

  private var output: KeywordOutput<Output>
  private var findings: DialectFindings

  /// The range of each node in the document, if ranges are recorded.
  private(set) var ranges: IndexedTable<NodeID, Range<Int>>?

  /// The sum of all `maxItems`.
  private var elementCount = 0

  /// Indicates whether the copy of the root among the definitions is being written.
  ///
  /// The rule for titles gets the name of the copy.
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
    if let warning = dialect.elementWarning(elementCount) { findings.add(warning) }
  }

  /// Writes the root again, as a definition, without repeating its diagnostics.
  private mutating func copyRoot() throws {
    let known = (findings, elementCount)
    isCopyingRoot = true
    try form.graph.walk(&self, from: .root)
    isCopyingRoot = false
    (findings, elementCount) = known
  }

  // MARK: Visiting

  mutating func enter(_ node: SchemaGraph.Node, as role: SchemaRole) throws {
    ranges?[node.id] = output.document.count..<output.document.count
    let extent = try begin(node, as: role)
    frames.append(Frame(extent))
    switch extent {
    case .none: return
    case .flattened: return try writeBody(node, isNullable: true)
    case .besideNull:
      output.document.beginObject()
      output.document.name(dialect.text.anyOf)
      output.document.beginArray()
    case .schema: break
    }
    output.document.beginObject()
    var isNullable = false
    if case .property(_, let isOptional) = role { isNullable = form.isNullable(isOptional) }
    try writeBody(node, isNullable: isNullable)
  }

  mutating func leave(_ node: SchemaGraph.Node, as role: SchemaRole) throws {
    defer {
      if let start = ranges?[node.id].lowerBound {
        ranges?[node.id] = start..<output.document.count
      }
    }
    guard let frame = frames.popLast(), frame.extent != .none else { return }
    switch node.kind {
    case .object: endObject(node, frame)
    case .tuple:
      if !node.childIDs.isEmpty { output.document.endArray() }
      if dialect.rules.tuples == .closedByItems {
        output.document.name(dialect.text.items)
        output.document.bool(false)
      }
    case .anyOf: if !frame.isFlat { endUnion(node, as: role) }
    default: break
    }
    // The definitions are written inside the root, so the root is still open.
    if case .root = role, !isCopyingRoot { return }
    if frame.extent == .flattened { return }
    output.document.endObject()
    if frame.extent == .besideNull {
      output.writeNullSchema()
      output.document.endArray()
      output.document.endObject()
    }
  }

  /// Writes the text that comes before a node in its role.
  ///
  /// - Returns: The extent of the node that is still to be written.
  private mutating func begin(
    _ node: SchemaGraph.Node, as role: SchemaRole
  ) throws -> DocumentForm.Extent {
    switch role {
    case .root:
      if isCopyingRoot, let rootCopy = form.rootCopy {
        beginDefinition(rootCopy)
      } else {
        try findings.checkRoot(node)
      }
    case .definition(let index): beginDefinition(form.names[index])
    case .property(let name, let isOptional):
      guard try beginProperty(name, node) else { return .none }
      return form.extent(ofProperty: node, isOptional: isOptional)
    case .additionalProperties: return beginAdditional(node) ? .schema : .none
    case .patternProperty(let pattern):
      return try beginPatternProperty(pattern.source, node) ? .schema : .none
    case .items: output.document.name(dialect.text.items)
    case .prefixItem: break
    case .choice: return form.extent(ofChoice: node, isFlat: frames.last?.isFlat == true)
    }
    return .schema
  }

  private mutating func beginDefinition(_ name: String) {
    if !hasDefinitions {
      output.document.name(dialect.text.definitions)
      output.document.beginObject()
      hasDefinitions = true
    }
    output.document.name(name)
  }

  /// Writes the members of a node up to its child schemas.
  private mutating func writeBody(_ node: SchemaGraph.Node, isNullable: Bool) throws {
    let kind = node.kind
    if kind == .anyOf, form.isFlat(node), title(of: node) == nil {
      frames[frames.count - 1].isFlat = true
      return
    }
    if kind == .reference { return try writeReference(node, isNullable: isNullable) }
    if dialect.adaptation == nil {
      try addKeywords(of: node, isNullable: isNullable)
    } else {
      output.document.members(try adaptedKeywords(of: node, isNullable: isNullable))
    }
    switch kind {
    case .tuple:
      if node.childIDs.isEmpty { return }
      output.document.name(dialect.text.prefixItems)
      output.document.beginArray()
    case .anyOf:
      output.document.name(dialect.text.anyOf)
      output.document.beginArray()
    default: break
    }
  }

  /// Returns the title that is written for a node.
  private func title(of node: SchemaGraph.Node) -> String? {
    form.title(of: node, isCopy: isCopyingRoot)
  }

  // MARK: Keywords without schemas

  /// Adds the keywords in the order in which they are written.
  private mutating func addKeywords(of node: SchemaGraph.Node, isNullable: Bool) throws {
    let stated = try findings.checkConstraints(on: node)
    let choices = stated.written.first(where: \.constraint.isChoices)
    try addType(of: node, isNullable: isNullable, choices: choices)
    if let title = title(of: node) {
      output.add(dialect.text.title, title)
    }
    if let text = description(of: node, stated.phrases) {
      output.add(dialect.text.description, text)
    }
    if let choices, dialect.rules.constraints.choicesHaveType || node.kind == .any {
      let listsNull = dialect.rules.listsNull(of: node.kind, isNullable: isNullable)
      try addChoices(choices, node, listsNull: listsNull)
    }
    for statement in stated.written where !statement.isRepeated && !statement.constraint.isChoices {
      output.add(statement)
      if statement.constraint == .maximumCount { addElements(statement.value) }
    }
    if stated.written.contains(where: \.isRepeated) {
      let repeated = stated.written.filter(\.isRepeated)
      output.add(
        dialect.rules.keywords[.allOf],
        .array(
          repeated.map { statement in
            .object([
              (name: dialect.rules.keywords[statement.constraint], value: statement.value)
            ])
          }))
    }
    switch node.kind {
    case .object:
      try findings.checkObject(node)
      if form.isClosed(node) { output.add(dialect.rules.keywords[.additionalProperties], false) }
    case .tuple:
      try findings.check(
        dialect.rules.tuples.support, .tuple, "'prefixItems'",
        "an array of fixed length whose elements differ",
        remedy: SwiftAdvice.Declaration.object.text, node)
    case .anyOf: addNullable(node, isNullable || node.hasNullChoice)
    default: break
    }
  }

  /// Returns the description of a node, with phrases for constraints that the dialect cannot state.
  ///
  /// If a union is written as its only alternative besides `null`, the union's description comes
  /// first.
  private func description(of node: SchemaGraph.Node, _ phrases: [String]) -> String? {
    if phrases.isEmpty, frames.last?.extent != .flattened { return node.description }
    var sentences: [String?] = []
    var level = frames.count - 1
    var inner = node
    while level > 0, frames[level].extent == .flattened, let union = inner.parent {
      if let text = union.description { sentences.append(text) }
      inner = union
      level -= 1
    }
    sentences.reverse()
    if let text = node.description { sentences.append(text) }
    if !phrases.isEmpty { sentences.append(phrases.joined(separator: " ")) }
    return sentences.joinedSentences()
  }

  private mutating func addType(
    of node: SchemaGraph.Node, isNullable: Bool, choices: ConstraintStatement?
  ) throws {
    switch node.kind {
    case .reference, .anyOf, .never: return
    case .any:
      if choices == nil {
        let isList = node.ownConstraints?.merged.choices != nil
        try findings.check(
          dialect.rules[.anyValue], .anyValue,
          isList ? "choices of several kinds" : "any value",
          isList ? "a list of values of several kinds" : "a value of any kind",
          remedy: isList
            ? "Use choices of one kind" : "Describe the value with a type of its own", node)
      }
      return
    case .null:
      try findings.check(
        dialect.rules[.null], .null, "null", "the value null", remedy: "Make the property optional",
        node)
      output.add(dialect.text.null)
      return
    case .string, .integer, .number, .boolean, .array, .tuple, .object: break
    }
    let listsNull = isNullable && dialect.rules.nullForm == .typeList
    if let choices, !dialect.rules.constraints.choicesHaveType {
      try addChoices(choices, node, listsNull: listsNull)
    } else if let type = dialect.text.type(of: node.kind) {
      if listsNull {
        output.add(type.keyword, .array([.string(type.name), .string(dialect.text.null.name)]))
      } else {
        output.add(type)
      }
    }
    addNullable(node, isNullable)
  }

  private mutating func addNullable(_ node: SchemaGraph.Node, _ isNullable: Bool) {
    guard isNullable, dialect.rules.nullForm == .keyword else { return }
    output.add(dialect.rules.keywords[.nullable], true)
  }

  /// Adds a list of choices, or its only choice.
  private mutating func addChoices(
    _ statement: ConstraintStatement, _ node: SchemaGraph.Node, listsNull: Bool
  ) throws {
    guard case .array(var choices) = statement.value else { return }
    if listsNull, !choices.contains(.null) { choices.append(.null) }
    if dialect.rules.constraints.singleChoiceIsConstant, choices.count == 1,
      let only = choices.first
    {
      output.add(dialect.rules.keywords[.constant], only)
    } else {
      output.add(dialect.rules.keywords[.choices], .array(choices))
    }
  }

  /// Adds a `maxItems` to the sum of all.
  private mutating func addElements(_ maximum: SchemaValue) {
    guard let count = maximum.number?.int64 else { return }
    let (sum, overflows) = elementCount.addingReportingOverflow(Int(clamping: count))
    elementCount = overflows ? .max : sum
  }

  // MARK: Adaptation

  /// Returns the keywords of a node after the dialect's adaptation.
  ///
  /// Keywords that come after the schemas of an object's properties are kept in ``trailing``
  /// instead.
  private mutating func adaptedKeywords(
    of node: SchemaGraph.Node, isNullable: Bool
  ) throws -> [SchemaValue.Member] {
    output.beginCollecting()
    try addKeywords(of: node, isNullable: isNullable)
    if node.kind == .object { addNameLists(of: node) }
    var keywords = output.endCollecting()
    try adapt(&keywords, of: node)
    guard node.kind == .object else { return keywords.members }
    let last = [dialect.rules.keywords[.required], dialect.rules.keywords.propertyOrder]
    trailing.append(keywords.members.filter { last.contains($0.name) })
    return keywords.members.filter { !last.contains($0.name) }
  }

  /// Applies the dialect's adaptation, and rejects an adaptation that sets a keyword that contains
  /// other schemas.
  private mutating func adapt(_ keywords: inout SchemaKeywords, of node: SchemaGraph.Node) throws {
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
      try findings.reject(error)
    }
    let names = dialect.rules.keywords
    var reserved = [
      names[.reference], names[.properties], names[.patternProperties], names[.items],
      names[.prefixItems],
      names[.anyOf], names[.definitions],
    ]
    if node.additionalProperties != nil, !form.isClosed(node) {
      reserved.append(names[.additionalProperties])
    }
    for name in reserved where keywords[name] != nil {
      keywords[name] = nil
      try findings.reject("an adaptation that sets '\(name)'", .adaptation, at: node)
    }
  }

  // MARK: References and unions

  private mutating func endUnion(_ node: SchemaGraph.Node, as role: SchemaRole) {
    if case .property(_, let isOptional) = role, form.isNullable(isOptional),
      dialect.rules.nullForm != .keyword, !node.hasNullChoice
    {
      output.writeNullSchema()
    }
    output.document.endArray()
  }

  private mutating func writeReference(_ node: SchemaGraph.Node, isNullable: Bool) throws {
    var others = SchemaKeywords()
    if let description = description(of: node, []) {
      others.append(dialect.rules.keywords[.description], .string(description))
    }
    if isNullable, dialect.rules.nullForm == .keyword {
      others.append(dialect.rules.keywords[.nullable], true)
    }
    if dialect.adaptsReferences { try adapt(&others, of: node) }
    let isWrapped =
      isNullable || !others.members.isEmpty && dialect.rules.definitions?.wrapsDescriptions == true
    guard isWrapped else {
      writeTarget(of: node)
      return output.document.members(others.members)
    }
    output.document.members(others.members)
    output.document.name(dialect.text.anyOf)
    output.document.beginArray()
    output.document.beginObject()
    writeTarget(of: node)
    output.document.endObject()
    if isNullable, dialect.rules.nullForm != .keyword { output.writeNullSchema() }
    output.document.endArray()
  }

  /// Writes the keyword that refers to the target of a node.
  private mutating func writeTarget(of node: SchemaGraph.Node) {
    output.document.name(dialect.text.reference)
    output.document.reference(to: form.targetName(of: node), prefix: dialect.text.referencePrefix)
  }

  // MARK: Objects

  /// Begins or continues the schemas under a keyword of the object that is being written.
  private mutating func begin(_ group: Group) {
    guard let frame = frames.indices.last, frames[frame].group != group else { return }
    if frames[frame].group != nil { output.document.endObject() }
    frames[frame].group = group
    switch group {
    case .patternProperties: output.document.name(dialect.text.patternProperties)
    case .properties: output.document.name(dialect.text.properties)
    }
    output.document.beginObject()
  }

  /// Writes the name of a property before its schema, or writes a forbidden property as `false`.
  ///
  /// - Returns: `true` if the schema has to follow.
  private mutating func beginProperty(
    _ name: String, _ node: SchemaGraph.Node
  ) throws -> Bool {
    begin(.properties)
    let isForbidden = node.kind == .never
    if isForbidden {
      guard let object = node.parent, form.isOpen(object), try findings.checkForbidden(node)
      else { return false }
    }
    if !dialect.rules.objects.propertyNames.allows(name) { findings.warnOfName(name, at: node) }
    output.document.name(name)
    if isForbidden { output.document.bool(false) }
    return !isForbidden
  }

  /// Writes the pattern of properties before their schema, or writes forbidden properties as
  /// `false`.
  ///
  /// - Returns: `true` if the schema has to follow.
  private mutating func beginPatternProperty(_ pattern: String, _ node: SchemaGraph.Node) throws
    -> Bool
  {
    let isForbidden = node.kind == .never
    if isForbidden, try !findings.checkForbidden(node) { return false }
    begin(.patternProperties)
    output.document.name(pattern)
    if isForbidden { output.document.bool(false) }
    return !isForbidden
  }

  /// Writes the text before the schema of additional properties, or writes `true` if they may be
  /// any.
  ///
  /// - Returns: `true` if the schema has to follow.
  private mutating func beginAdditional(_ node: SchemaGraph.Node) -> Bool {
    // The keywords of a closed object have stated this.
    if let object = node.parent, form.isClosed(object) { return false }
    output.document.name(dialect.text.additionalProperties)
    guard form.isUnconstrained(node) else { return true }
    output.document.bool(true)
    return false
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
      addNameLists(of: node)
    } else {
      output.document.members(trailing.popLast() ?? [])
    }
  }

  // MARK: Keywords

  /// Adds the keywords that list the names of an object's properties.
  private mutating func addNameLists(of node: SchemaGraph.Node) {
    guard node.hasNamedProperties || node.childIDs.isEmpty else { return }
    output.add(
      dialect.text.required, names: form.listedNames(of: node, onlyRequired: true))
    if let propertyOrder = dialect.text.propertyOrder {
      output.add(propertyOrder, names: form.listedNames(of: node, onlyRequired: false))
    }
  }
}
