package import SchemaModel

/// Writes a graph by a dialect's rules, node by node.
///
/// The keywords that hold no other schema (`SchemaWriter+Keywords`) are written as they are made;
/// if the dialect has an adaptation, they are collected first and pass it. The keywords that hold
/// other schemas are written around the nodes below.
struct SchemaWriter: SchemaVisitor {
  typealias Failure = any Error

  let form: DocumentForm
  let dialect: PreparedDialect

  var output: [UInt8] = []
  var diagnostics: [SchemaDiagnostic] = []

  /// Whether what the dialect rejects becomes a diagnostic instead of an error.
  let reportsRejections: Bool

  /// Where in the document each node begins and ends, if that is wanted.
  var ranges: [Range<Int>]?

  /// The sum of all `maxItems`.
  var elementCount = 0

  /// Whether the copy of the root among the definitions is being written, which has no title.
  var isCopyingRoot = false
  private var hasDefinitions = false

  /// The schemas that are being written, from the root, or a definition, down.
  var frames: [Frame] = []

  /// The keywords of a node, until they are adapted.
  var collected: SchemaKeywords?

  /// The adapted keywords that come after the schemas of the properties, for each object that is
  /// being written.
  var trailing: [[SchemaValue.Member]] = []

  /// A schema that is being written.
  struct Frame {
    let extent: DocumentForm.Extent

    /// Whether it is a union that is written as its only alternative besides `null`.
    var isFlat = false

    /// The keyword of an object whose schemas are being written, if one was begun.
    var group: Group?

    init(_ extent: DocumentForm.Extent) {
      self.extent = extent
    }
  }

  enum Group { case patternProperties, properties }

  init(_ form: DocumentForm, reportsRejections: Bool) {
    self.form = form
    dialect = form.dialect
    self.reportsRejections = reportsRejections
    output.reserveCapacity(form.graph.storage.tables.estimatedSize)
  }

  /// Writes the whole document.
  mutating func write() throws {
    try form.graph.walk(&self)
    if form.rootCopy != nil { try copyRoot() }
    if hasDefinitions { output.append(UInt8(ascii: "}")) }
    output.append(UInt8(ascii: "}"))
    if let warning = dialect.elementWarning(elementCount) { diagnostics.append(warning) }
  }

  /// Writes the root again, as a definition, without repeating its diagnostics.
  private mutating func copyRoot() throws {
    let known = (diagnostics, elementCount)
    isCopyingRoot = true
    try form.graph.walk(&self, from: 0)
    isCopyingRoot = false
    (diagnostics, elementCount) = known
  }

  // MARK: Visiting

  mutating func enter(_ node: SchemaGraph.Node, as role: SchemaRole) throws {
    ranges?[node.index] = output.count..<output.count
    let extent = try begin(node, as: role)
    frames.append(Frame(extent))
    switch extent {
    case .none: return
    case .flattened: return try writeBody(node, isNullable: true)
    case .besideNull:
      output.append(UInt8(ascii: "{"))
      key(dialect.text.anyOf)
      output.append(UInt8(ascii: "["))
    case .schema: break
    }
    output.append(UInt8(ascii: "{"))
    var isNullable = false
    if case .property(_, let isOptional) = role { isNullable = form.isNullable(isOptional) }
    try writeBody(node, isNullable: isNullable)
  }

  mutating func leave(_ node: SchemaGraph.Node, as role: SchemaRole) throws {
    defer {
      if let start = ranges?[node.index].lowerBound { ranges?[node.index] = start..<output.count }
    }
    guard let frame = frames.popLast(), frame.extent != .none else { return }
    switch node.kind {
    case .object: endObject(node, frame)
    case .tuple:
      if !node.childIndices.isEmpty { output.append(UInt8(ascii: "]")) }
      if dialect.rules.closesTuples {
        key(dialect.text.items)
        output.append(contentsOf: "false".utf8)
      }
    case .anyOf: if !frame.isFlat { endUnion(node, as: role) }
    default: break
    }
    // The definitions follow inside the root.
    if case .root = role, !isCopyingRoot { return }
    if frame.extent == .flattened { return }
    output.append(UInt8(ascii: "}"))
    if frame.extent == .besideNull {
      output.append(UInt8(ascii: ","))
      writeNullSchema()
      output.append(contentsOf: "]}".utf8)
    }
  }

  /// Writes what comes before a node in its place.
  ///
  /// - Returns: What has to be written for the node itself.
  private mutating func begin(
    _ node: SchemaGraph.Node, as role: SchemaRole
  ) throws -> DocumentForm.Extent {
    switch role {
    case .root:
      if isCopyingRoot, let rootCopy = form.rootCopy {
        try beginDefinition(rootCopy, node)
      } else {
        try checkRoot(node)
      }
    case .definition(let index): try beginDefinition(form.names[index], node)
    case .property(let name, let isOptional):
      guard try beginProperty(name, node) else { return .none }
      return form.extent(ofProperty: node, isOptional: isOptional)
    case .additionalProperties: return beginAdditional(node) ? .schema : .none
    case .patternProperty(let pattern):
      return try beginPatternProperty(pattern, node) ? .schema : .none
    case .items: key(dialect.text.items)
    case .prefixItem: separate()
    case .choice:
      let extent = form.extent(ofChoice: node, isFlat: frames.last?.isFlat == true)
      if extent == .schema { separate() }
      return extent
    }
    return .schema
  }

  private mutating func beginDefinition(_ name: String, _ node: SchemaGraph.Node) throws {
    if hasDefinitions {
      separate()
    } else {
      key(dialect.text.definitions)
      output.append(UInt8(ascii: "{"))
      hasDefinitions = true
    }
    output.appendJSON(name)
    output.append(UInt8(ascii: ":"))
  }

  /// Writes what is inside the braces of a node, up to the schemas below it.
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
      write(try adaptedKeywords(of: node, isNullable: isNullable))
    }
    switch kind {
    case .tuple:
      if node.childIndices.isEmpty { return }
      key(dialect.text.prefixItems)
      output.append(UInt8(ascii: "["))
    case .anyOf:
      key(dialect.text.anyOf)
      output.append(UInt8(ascii: "["))
    default: break
    }
  }

  /// The title that is written for a node.
  func title(of node: SchemaGraph.Node) -> String? {
    form.title(of: node, isCopy: isCopyingRoot)
  }
}

extension SchemaKind {
  /// Whether values of this kind contain others.
  package var isContainer: Bool { self == .object || self == .array || self == .tuple }
}

extension GraphTables {
  /// About how many bytes the document has, so that a large one is not copied as it grows.
  ///
  /// It is more than most documents have: memory that is reserved and not used costs little.
  fileprivate var estimatedSize: Int {
    let names = definitions.reduce(0) { $0 + $1.name.utf8.count * 3 + 16 }
    return nodes.reduce(names) { $0 + $1.estimatedSize }
  }
}

extension NodeRecord {
  /// About how many bytes the node takes in a document, without its parts.
  package var estimatedSize: Int {
    let size = (kind == .object ? 128 : 48) + (description?.utf8.count ?? 0)
    guard case .property(let name, _) = role else { return size }
    return size + name.utf8.count * 3
  }
}
