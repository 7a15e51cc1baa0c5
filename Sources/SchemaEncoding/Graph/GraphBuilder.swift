import SchemaModel

/// Resolves a schema: reads each type once, follows references, merges guides.
///
/// Nothing here recurses. What is inline is expanded depth first with a stack of expansions; the
/// bodies of definitions follow one after the other, in the order of their first occurrence.
struct GraphBuilder {
  /// A schema that has been read.
  ///
  /// There is one for each type, so it is small.
  struct Record {
    let declaration: GenerationSchema.Declaration

    /// The index of the table that it belongs to, or -1 if it was not made at run time.
    let table: Int32

    /// The index of its definition; -1 before the first reference.
    var definition: Int32 = -1

    /// The node at which it is being expanded, so that meeting it inline again is a cycle; -1 if it
    /// is not.
    var openNode: Int32 = -1

    /// Whether it was expanded before, so that another expansion repeats it.
    var wasExpanded = false

    init(_ declaration: GenerationSchema.Declaration, table: Int) {
      self.declaration = declaration
      self.table = Int32(truncatingIfNeeded: table)
    }
  }

  /// A schema that says what the values of a place are, with the guides and the description of the
  /// aliases on the way to it and of the place.
  struct Target {
    var record: Int
    var guides: [GuideValue] = []
    var summary: String?
  }

  /// What is declared at a place, with the guides and the description of the place.
  struct Place {
    let reference: GenerationSchema.Reference

    /// The index of the table that the reference is relative to, or -1.
    let table: Int
    var guides: [GuideValue] = []
    var summary: String?
  }

  let limits: SchemaGraph.Limits
  let nameClash: SchemaGraph.NameClash

  var tables = GraphTables()
  var records: [Record] = []

  /// The record of each type that has been asked for its schema.
  var types = TypeRecords()

  /// The type that the given schema claims to describe, and the record of that schema.
  var given: (type: ObjectIdentifier, record: Int)?

  /// The tables that were read, with the records of their entries.
  var dynamicTables: [(table: DynamicSchemaTable, records: [Int?])] = []
  var tableIndices: [ObjectIdentifier: Int] = [:]

  /// What the aliases that have been followed stand for, by record.
  private var represented: [Int: Target] = [:]

  var expansions: [Expansion] = []
  private var rootRecord = -1

  /// What the aliases through which the root was found add to it.
  private var rootGuides: [GuideValue] = []
  private var rootSummary: String?

  /// How many bodies of definitions have been begun.
  private var bodies = 0

  /// How many nodes repeat schemas that were expanded before.
  var copies = 0
  var hasUnions = false

  init(limits: SchemaGraph.Limits, nameClash: SchemaGraph.NameClash) {
    self.limits = limits
    self.nameClash = nameClash
    // Most schemas have about that many, and arrays that grow from nothing are moved often.
    records.reserveCapacity(12)
    tables.nodes.reserveCapacity(24)
  }

  /// Resolves the schema of a type.
  mutating func build(_ type: any Generable.Type) throws(SchemaError) -> GraphTables {
    tables.nodes.append(NodeRecord(role: .root, parent: -1))
    return try build(rootedAt: record(of: type, from: 0))
  }

  /// Resolves a given schema.
  mutating func build(_ schema: GenerationSchema) throws(SchemaError) -> GraphTables {
    tables.nodes.append(NodeRecord(role: .root, parent: -1))
    let record = try enter(schema.declaration, from: 0)
    if case .type(let type) = schema.declaration.subject {
      // Whether the type has an equal schema is checked when the type is read.
      types[ObjectIdentifier(type)] = nil
      given = (ObjectIdentifier(type), record)
    }
    return try build(rootedAt: record)
  }

  private mutating func build(rootedAt record: Int) throws(SchemaError) -> GraphTables {
    let root = try target(of: record, from: 0)
    rootRecord = root.record
    rootGuides = root.guides
    rootSummary = root.summary
    if records[rootRecord].declaration.isDefinition {
      tables.rootTitle = records[rootRecord].declaration.name
    }
    try expand(root, into: 0)
    try expandChildren()
    while bodies < tables.definitions.count {
      try expandBody(of: bodies)
      try expandChildren()
    }
    if hasUnions, let node = UnionCycle.find(in: tables) { throw endlessUnion(at: node) }
    // The declarations take more memory than the graph and are not needed for names.
    records = [records[rootRecord]]
    types = TypeRecords()
    dynamicTables = []
    represented = [:]
    try nameDefinitions()
    return tables
  }

  private mutating func expandBody(of definition: Int) throws(SchemaError) {
    bodies += 1
    let node = tables.nodes.count
    tables.definitions[definition].node = Int32(truncatingIfNeeded: node)
    tables.nodes.append(NodeRecord(role: .definition(definition), parent: -1))
    // A record is found by its definition once, here.
    try expand(Target(record: definitionRecords[definition]), into: node)
  }

  private mutating func nameDefinitions() throws(SchemaError) {
    if nameClash == .error { try checkTitles() }
    let registry = DefinitionRegistry(tables.definitions.map(\.entry))
    for (index, name) in registry.names().enumerated() { tables.definitions[index].name = name }
  }

  /// Checks that all definitions have titles of their own, other than that of the root.
  private func checkTitles() throws(SchemaError) {
    var titles: Set<String> = []
    if let title = tables.rootTitle { titles.insert(title) }
    for (index, definition) in tables.definitions.enumerated() {
      // The root is a definition besides where it is an alias of one.
      guard definitionRecords[index] != rootRecord else { continue }
      let title = definition.entry.title
      guard titles.insert(title).inserted else {
        throw duplicateType(title, at: Int(definition.firstReference))
      }
    }
  }

  // MARK: Places

  /// The record of each definition.
  private var definitionRecords: [Int] = []

  /// What a record stands for: itself, unless it is an alias.
  ///
  /// Each alias is followed once, so that a chain of them costs what it is long.
  private mutating func target(of record: Int, from node: Int) throws(SchemaError) -> Target {
    var aliases: [Int] = []
    var target = Target(record: record)
    while case .alias(let other) = records[target.record].declaration.kind {
      if let known = represented[target.record] {
        target = known
        break
      }
      aliases.append(target.record)
      target.record = try self.record(of: other, in: Int(records[target.record].table), from: node)
      if aliases.count > records.count { throw circularAlias(at: node) }
    }
    while let alias = aliases.popLast() {
      target.guides += records[alias].declaration.guides
      target.summary = records[alias].declaration.summary ?? target.summary
      represented[alias] = target
    }
    return target
  }

  mutating func fill(_ node: Int, _ place: Place) throws(SchemaError) {
    var target = try target(
      of: record(of: place.reference, in: place.table, from: node), from: node)
    target.guides = target.guides.followed(by: place.guides)
    target.summary = place.summary ?? target.summary
    let declaration = records[target.record].declaration
    let isRoot = isRoot(target, declaration)
    guard isRoot || declaration.isDefinition else { return try expand(target, into: node) }
    if !isRoot, !target.guides.isEmpty {
      // A definition is the same at every place, so guides may not narrow an object or a union.
      guard case .definition = declaration.title, !declaration.kind.isObjectOrUnion else {
        throw guidesOnDefinition(target, at: node)
      }
      return try expand(target, into: node)
    }
    tables.nodes[node].kind = .reference
    tables.nodes[node].description = target.summary
    tables.nodes[node].first =
      isRoot ? -1 : Int32(truncatingIfNeeded: try define(target.record, at: node))
    if isRoot { tables.mayRecurse = true }
  }

  /// Whether a reference to the root means the same as a target.
  ///
  /// With other guides it does not, nor without the description that an alias gives the root. A
  /// root without a title is referred to under its alias's description, too: it cannot be a
  /// definition besides.
  private func isRoot(_ target: Target, _ declaration: GenerationSchema.Declaration) -> Bool {
    target.record == rootRecord && target.guides == rootGuides
      && (rootSummary == nil || target.summary != nil || !declaration.isDefinition)
  }

  private mutating func define(_ record: Int, at node: Int) throws(SchemaError) -> Int {
    let known = Int(records[record].definition)
    if known >= 0 {
      if known < bodies { tables.mayRecurse = true }
      return known
    }
    let declaration = records[record].declaration
    var entry = DefinitionRegistry.Entry(title: declaration.name, type: nil, enclosing: nil)
    switch declaration.subject {
    case .type(let type): entry.type = type
    case .entry:
      let table = Int(records[record].table)
      entry.enclosing =
        dynamicTables.indices.contains(table) ? dynamicTables[table].table.name : nil
    }
    let definition = tables.definitions.count
    records[record].definition = Int32(truncatingIfNeeded: definition)
    definitionRecords.append(record)
    tables.definitions.append(
      DefinitionRecord(entry: entry, firstReference: Int32(truncatingIfNeeded: node)))
    return definition
  }
}

extension [GuideValue] {
  /// The guides and others; usually one of the lists is empty, and the other is shared.
  func followed(by others: Self) -> Self {
    isEmpty ? others : others.isEmpty ? self : self + others
  }
}

extension GenerationSchema.Kind {
  fileprivate var isObjectOrUnion: Bool { valueKind == .object || valueKind == .anyOf }
}
