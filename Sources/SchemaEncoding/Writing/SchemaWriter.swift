import SchemaGuides
import SchemaModel

/// Writes a graph by a dialect's rules, node by node.
///
/// The keywords that hold no other schema (`SchemaWriter+Keywords`) are written as they are made;
/// if the dialect has an adaptation, they are collected first and pass it. The keywords that hold
/// other schemas are written around the nodes below.
struct SchemaWriter: SchemaVisitor {
  typealias Failure = any Error

  let form: DocumentForm

  var output: [UInt8] = []
  var diagnostics: [SchemaDiagnostic] = []

  /// Whether what the dialect rejects becomes a diagnostic instead of an error.
  private let reportsRejections: Bool
  var meter: LimitMeter

  /// The sum of all `maxItems`.
  var elementCount = 0
  private var hasDefinitions = false

  /// The objects that are being written.
  private var frames: [Frame] = []

  /// An object that is being written.
  private struct Frame {
    /// The keyword whose schemas are being written, if one was begun.
    var group: Group?

    /// The adapted keywords that come after the schemas of the properties.
    var trailing: [SchemaValue.Member] = []
  }

  private enum Group { case patternProperties, properties }

  /// The keywords of a node, until they are adapted.
  private var collected: SchemaKeywords?

  init(_ form: DocumentForm, reportsRejections: Bool) {
    self.form = form
    self.reportsRejections = reportsRejections
    meter = LimitMeter(form.rules.limits, dialect: form.dialect)
    output.reserveCapacity(form.graph.storage.tables.estimatedSize)
  }

  /// Writes the whole document.
  mutating func write() throws {
    try form.graph.walk(&self)
    if form.rootCopy != nil {
      let known = diagnostics
      form.isCopyingRoot = true
      try form.graph.walk(&self, from: 0)
      form.isCopyingRoot = false
      diagnostics = known
    }
    if hasDefinitions { output.append(UInt8(ascii: "}")) }
    output.append(UInt8(ascii: "}"))
    if let warning = form.elementWarning(elementCount) { diagnostics.append(warning) }
  }

  /// Throws what the dialect rejects, or reports it where all of that is wanted.
  mutating func reject(_ error: SchemaError) throws(SchemaError) {
    guard reportsRejections else { throw error }
    diagnostics.append(SchemaDiagnostic(error))
  }

  /// Counts against the limits, of which the first that is exceeded is an error.
  mutating func measure(
    at node: SchemaGraph.Node, _ count: (inout LimitMeter) -> LimitMeter.Excess?
  ) throws(SchemaError) {
    guard meter.isLimited, let excess = count(&meter) else { return }
    meter.isLimited = false
    try reject(meter.error(excess, at: node.path))
  }

  // MARK: Visiting

  mutating func enter(_ node: SchemaGraph.Node, as role: SchemaRole) throws {
    switch role {
    case .root:
      if form.isCopyingRoot, let rootCopy = form.rootCopy {
        try beginDefinition(rootCopy, node)
      } else {
        try checkRoot(node)
      }
    case .definition(let index): try beginDefinition(form.names[index], node)
    case .property(let name, _):
      guard try beginProperty(name, node) else { return }
    case .additionalProperties:
      guard beginAdditional(node) else { return }
    case .patternProperty(let pattern):
      begin(.patternProperties)
      key(pattern)
      if node.kind == .never { return output.append(contentsOf: "false".utf8) }
    case .items: key(form.rules.keywords.items)
    case .prefixItem: separate()
    case .choice:
      if form.isReplacedByKeyword(node) { return }
      if form.isFlattened(node) { return try writeBody(node, isNullable: true) }
      separate()
    }
    if form.standsBesideNull(node) {
      try measure(at: node) { $0.addUnion() }
      output.append(UInt8(ascii: "{"))
      key(form.rules.keywords.anyOf)
      output.append(UInt8(ascii: "["))
    }
    output.append(UInt8(ascii: "{"))
    try writeBody(node, isNullable: form.isNullable(node))
  }

  mutating func leave(_ node: SchemaGraph.Node, as role: SchemaRole) throws {
    if form.isUnwritten(node) { return }
    switch node.kind {
    case .object: endObject(node)
    case .tuple: if !node.childIndices.isEmpty { output.append(UInt8(ascii: "]")) }
    case .anyOf: endUnion(node)
    default: break
    }
    if node.kind.isContainer { meter.leave(node.kind) }
    // The definitions follow inside the root.
    if case .root = role, !form.isCopyingRoot { return }
    if form.isFlattened(node) { return }
    output.append(UInt8(ascii: "}"))
    if form.standsBesideNull(node) {
      output.append(UInt8(ascii: ","))
      writeNullSchema()
      output.append(contentsOf: "]}".utf8)
    }
  }

  private mutating func beginDefinition(_ name: String, _ node: SchemaGraph.Node) throws {
    if hasDefinitions {
      separate()
    } else {
      key(form.rules.keywords.definitions)
      output.append(UInt8(ascii: "{"))
      hasDefinitions = true
    }
    try measure(at: node) { $0.addName(name) }
    output.appendJSON(name)
    output.append(UInt8(ascii: ":"))
  }

  /// Writes what is inside the braces of a node, up to the schemas below it.
  private mutating func writeBody(_ node: SchemaGraph.Node, isNullable: Bool) throws {
    if node.kind.isContainer {
      try measure(at: node) { $0.enter(node.kind) }
    }
    if form.isFlat(node) { return }
    if node.kind == .object { frames.append(Frame()) }
    if node.kind == .reference { return try writeReference(node, isNullable: isNullable) }
    if form.adaptation == nil {
      try addKeywords(of: node, isNullable: isNullable)
    } else {
      write(try adaptedKeywords(of: node, isNullable: isNullable))
    }
    switch node.kind {
    case .tuple:
      if node.childIndices.isEmpty { return }
      key(form.rules.keywords.prefixItems)
      output.append(UInt8(ascii: "["))
    case .anyOf:
      try measure(at: node) { $0.addUnion() }
      key(form.rules.keywords.anyOf)
      output.append(UInt8(ascii: "["))
    default: break
    }
  }

  /// Adds a keyword that holds no other schema.
  mutating func add(_ keyword: String, _ value: SchemaValue) {
    guard collected == nil else {
      collected?.append(keyword, value)
      return
    }
    key(keyword)
    output.appendJSON(value)
  }

  /// The keywords of a node after the dialect's adaptation, except those that come after the
  /// schemas of an object's properties, which are kept.
  private mutating func adaptedKeywords(
    of node: SchemaGraph.Node, isNullable: Bool
  ) throws -> [SchemaValue.Member] {
    collected = SchemaKeywords()
    try addKeywords(of: node, isNullable: isNullable)
    if node.kind == .object { addOrder(of: node) }
    var keywords = collected ?? SchemaKeywords()
    collected = nil
    try adapt(&keywords, of: node)
    guard node.kind == .object, let frame = frames.indices.last else { return keywords.members }
    let trailing = [form.rules.keywords.required, form.rules.keywords.propertyOrder]
    frames[frame].trailing = keywords.members.filter { trailing.contains($0.name) }
    return keywords.members.filter { !trailing.contains($0.name) }
  }

  /// Applies the dialect's adaptation, which must not set a keyword that holds other schemas.
  private mutating func adapt(
    _ keywords: inout SchemaKeywords, of node: SchemaGraph.Node
  ) throws {
    do {
      try form.adaptation?(&keywords, node)
    } catch let error as SchemaError {
      try reject(error)
    }
    let names = form.rules.keywords
    var reserved = [
      names.reference, names.properties, names.patternProperties, names.items, names.prefixItems,
      names.anyOf,
    ]
    if node.additionalProperties != nil { reserved.append(names.additionalProperties) }
    for name in reserved where keywords[name] != nil {
      keywords[name] = nil
      try reject(form.unsupported("an adaptation that sets '\(name)'", node))
    }
  }

  // MARK: Objects

  /// Begins or continues the schemas under a keyword of the object that is being written.
  private mutating func begin(_ group: Group) {
    guard let frame = frames.indices.last, frames[frame].group != group else { return }
    if frames[frame].group != nil { output.append(UInt8(ascii: "}")) }
    frames[frame].group = group
    switch group {
    case .patternProperties: key(form.rules.keywords.patternProperties)
    case .properties: key(form.rules.keywords.properties)
    }
    output.append(UInt8(ascii: "{"))
  }

  /// Writes the name of a property before its schema, or the whole property if it must not exist.
  ///
  /// - Returns: Whether the schema has to follow.
  private mutating func beginProperty(
    _ name: String, _ node: SchemaGraph.Node
  ) throws -> Bool {
    begin(.properties)
    let isForbidden = node.kind == .never
    if isForbidden {
      guard let object = node.parent, form.isOpen(object) else { return false }
      guard form.rules.forbiddenProperties == .written else {
        try handle(
          form.rules.forbiddenProperties, "'false'", "a property that an open object must not have",
          node)
        return false
      }
    }
    key(name)
    try measure(at: node) { $0.addName(name) }
    let isOmittable = !isForbidden && form.isOptional(node)
    try measure(at: node) { $0.addProperty(isOptional: isOmittable) }
    if isForbidden { output.append(contentsOf: "false".utf8) }
    return !isForbidden
  }

  /// Writes what comes before the schema of properties without a name, or all of it if it is a
  /// boolean.
  ///
  /// - Returns: Whether the schema has to follow.
  private mutating func beginAdditional(_ node: SchemaGraph.Node) -> Bool {
    guard form.isUnconstrained(node), let object = node.parent else {
      key(form.rules.keywords.additionalProperties)
      return true
    }
    let isClosed = form.rules.openObjects == .described && object.hasNamedProperties
    if isClosed, !form.rules.closesObjects { return false }
    key(form.rules.keywords.additionalProperties)
    output.append(contentsOf: (isClosed ? "false" : "true").utf8)
    return false
  }

  private mutating func endObject(_ node: SchemaGraph.Node) {
    guard let frame = frames.popLast() else { return }
    if frame.group != nil {
      output.append(UInt8(ascii: "}"))
    } else if node.childIndices.isEmpty {
      key(form.rules.keywords.properties)
      output.append(contentsOf: "{}".utf8)
    }
    if form.adaptation == nil { addOrder(of: node) } else { write(frame.trailing) }
  }

  // MARK: Unions and references

  private mutating func endUnion(_ node: SchemaGraph.Node) {
    if form.isFlat(node) { return }
    if form.isNullable(node), form.rules.nullForm != .keyword, !form.hasNull(node) {
      separate()
      writeNullSchema()
    }
    output.append(UInt8(ascii: "]"))
  }

  private mutating func writeReference(_ node: SchemaGraph.Node, isNullable: Bool) throws {
    var others = SchemaKeywords()
    if let description = form.inheritedDescription(of: node) ?? node.description {
      others.append(form.rules.keywords.description, .string(description))
    }
    if isNullable, form.rules.nullForm == .keyword {
      others.append(form.rules.keywords.nullable, true)
    }
    try adapt(&others, of: node)
    let reference = SchemaValue.string(form.pointer(from: node))
    let isWrapped =
      isNullable || !others.members.isEmpty && form.rules.referenceDescription == .wrapped
    guard isWrapped else {
      add(form.rules.keywords.reference, reference)
      return write(others.members)
    }
    write(others.members)
    try measure(at: node) { $0.addUnion() }
    key(form.rules.keywords.anyOf)
    output.append(contentsOf: "[{".utf8)
    add(form.rules.keywords.reference, reference)
    output.append(UInt8(ascii: "}"))
    if isNullable, form.rules.nullForm != .keyword {
      separate()
      writeNullSchema()
    }
    output.append(UInt8(ascii: "]"))
  }

  // MARK: Text

  /// Writes a comma, unless nothing has been written in the object or array.
  private mutating func separate() {
    if let last = output.last, last != UInt8(ascii: "{"), last != UInt8(ascii: "[") {
      output.append(UInt8(ascii: ","))
    }
  }

  private mutating func key(_ name: String) {
    separate()
    output.appendJSON(name)
    output.append(UInt8(ascii: ":"))
  }

  private mutating func write(_ members: [SchemaValue.Member]) {
    for member in members {
      key(member.name)
      output.appendJSON(member.value)
    }
  }

  private mutating func writeNullSchema() {
    output.append(UInt8(ascii: "{"))
    key(form.rules.keywords.type)
    output.appendJSON(form.typeName(of: .null))
    output.append(UInt8(ascii: "}"))
  }
}

extension SchemaKind {
  /// Whether values of this kind contain others.
  fileprivate var isContainer: Bool { self == .object || self == .array || self == .tuple }
}

extension GraphTables {
  /// About how many bytes the document has, so that a large one is not copied as it grows.
  fileprivate var estimatedSize: Int {
    let names = definitions.reduce(0) { $0 + $1.name.utf8.count * 2 + 16 }
    return nodes.reduce(names) { size, node in
      guard case .property(let name, _) = node.role else {
        return size + 48 + (node.description?.utf8.count ?? 0)
      }
      return size + 48 + (node.description?.utf8.count ?? 0) + name.utf8.count * 3
    }
  }
}
