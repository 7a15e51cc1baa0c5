import IndexedTables

/// Makes a table of a tree of dynamic schemas, with one entry for each schema.
struct DynamicSchemaLinker {
  typealias Node = TreeNode<DynamicGenerationSchema.Shape>
  private typealias EntryID = GenerationSchema.EntryID

  /// A schema, and its position in its parent schema.
  private struct Found {
    let node: Node
    /// The parent schema; `nil` for the root and the dependencies.
    let parent: EntryID?
    /// The name of the property that the schema describes, if there is one.
    let label: String?
    /// The entries of the child schemas, in order; for a reference, the entry of its target.
    var children: [EntryID] = []
  }

  /// The schemas in the order of the table's entries, including copies of named schemas.
  private var found = IndexedTable<EntryID, Found>(from: .root)
  /// The entry of each schema.
  ///
  /// A copy of a named schema has the entry of the first schema with its name.
  private var entries: [ObjectIdentifier: EntryID] = [:]
  /// The first schema of each name.
  private var names: [ExactText: EntryID] = [:]

  /// Links schemas.
  ///
  /// The root becomes the first entry of the table.
  ///
  /// - Throws: ``SchemaError`` if two schemas have one name, a reference has no target, or a schema
  ///   has a fault.
  static func link(
    root: DynamicGenerationSchema, dependencies: [DynamicGenerationSchema]
  ) throws -> DynamicSchemaTable {
    var linker = DynamicSchemaLinker()
    return try linker.link(root, dependencies)
  }

  private mutating func link(
    _ root: DynamicGenerationSchema, _ dependencies: [DynamicGenerationSchema]
  ) throws -> DynamicSchemaTable {
    let rootName = Self.name(of: root.node) ?? "Schema"
    try collect(root.node)
    var listed: Set<ExactText> = []
    if let name = Self.name(of: root.node) { listed.insert(ExactText(name)) }
    for dependency in dependencies {
      if let name = Self.name(of: dependency.node), !listed.insert(ExactText(name)).inserted {
        throw duplicateType(name, schema: rootName, at: SchemaPath([name]))
      }
      try collect(dependency.node)
    }
    try resolveReferences(rootName: rootName)
    return DynamicSchemaTable(name: rootName, entries: try makeEntries())
  }

  // MARK: Collecting

  /// Adds a schema and all schemas inside it.
  private mutating func collect(_ root: Node) throws {
    guard entries[ObjectIdentifier(root)] == nil else { return }
    var next = found.endIndex
    _ = try enter(Found(node: root, parent: nil, label: nil))
    while next < found.endIndex {
      let node = found[next].node
      found[next].children.reserveCapacity(node.children.count)
      for (position, child) in node.children.enumerated() {
        let entry =
          try entries[ObjectIdentifier(child)]
          ?? enter(
            Found(node: child, parent: next, label: Self.label(of: node.value, at: position)))
        found[next].children.append(entry)
      }
      next = next.advanced(by: 1)
    }
  }

  /// Adds a schema.
  ///
  /// The schemas inside a copy of a named schema are also added, because they may be defined
  /// nowhere else.
  private mutating func enter(_ item: Found) throws -> EntryID {
    let added = found.append(item)
    var entry = added
    if let name = Self.name(of: item.node) {
      entry = names[ExactText(name), default: added]
      names[ExactText(name)] = entry
      guard entry == added || Self.areEqual(found[entry].node, item.node) else {
        throw duplicateType(name, schema: nil, at: path(to: added))
      }
    }
    entries[ObjectIdentifier(item.node)] = entry
    return entry
  }

  static func name(of node: Node) -> String? {
    switch node.value {
    case .object(let name, _, _, _), .choices(let name, _, _): name.isEmpty ? nil : name
    case .union(let name, _): name?.isEmpty == true ? nil : name
    case .array, .tuple, .dictionary, .scalars, .type, .reference, .null: nil
    }
  }

  /// Returns the title for a name.
  ///
  /// A schema without a name, or with an empty one, has no title and is written inline.
  private static func title(_ name: String?) -> GenerationSchema.Title {
    if let name, !name.isEmpty { .title(name) } else { .none }
  }

  private static func label(
    of shape: DynamicGenerationSchema.Shape, at position: Int
  ) -> String? {
    guard case .object(_, _, let properties, _) = shape, properties.indices.contains(position)
    else { return nil }
    return properties[position].name
  }

  private func path(to entry: EntryID) -> SchemaPath {
    var names: [String] = []
    var next: EntryID? = entry
    while let entry = next {
      let item = found[entry]
      if let label = item.label { names.append(label) }
      if item.parent == nil, entry != .root, let name = Self.name(of: item.node) {
        names.append(name)
      }
      next = item.parent
    }
    return SchemaPath(names.reversed())
  }

  // MARK: Linking

  /// Finds the targets of all references.
  ///
  /// - Throws: ``SchemaError/undefinedReferences(schema:references:context:)`` if a reference has
  ///   no target, with all such names.
  private mutating func resolveReferences(rootName: String) throws {
    var undefined: [String] = []
    var known: Set<ExactText> = []
    var firstPlace: EntryID?
    for entry in found.indices {
      guard case .reference(let name) = found[entry].node.value else { continue }
      if let target = names[ExactText(name)] {
        found[entry].children = [target]
      } else {
        firstPlace = firstPlace ?? entry
        if known.insert(ExactText(name)).inserted { undefined.append(name) }
      }
    }
    guard let firstPlace else { return }
    throw SchemaError.undefinedReferences(
      schema: rootName, references: undefined,
      context: SchemaError.Context(
        path: path(to: firstPlace),
        problem: "These names are not defined: \(undefined.listed(quotedBy: "'")).",
        remedy: "Add a schema of that name to the dependencies, or correct the reference."))
  }

  /// Returns an entry for each schema, with references in place of its child schemas.
  ///
  /// The references must be resolved.
  private func makeEntries() throws -> IndexedTable<EntryID, GenerationSchema> {
    var made = IndexedTable<EntryID, GenerationSchema>(from: .root)
    made.reserveCapacity(found.count)
    for (entry, item) in zip(found.indices, found) {
      let references = item.children.map { child -> GenerationSchema.Reference in
        // A type without guides is referenced directly, and its own entry stays unused.
        if case .type(let type, let guides) = found[child].node.value, guides.isEmpty {
          .type(type)
        } else {
          .entry(child)
        }
      }
      made.append(try schema(of: item.node.value, references, at: entry))
    }
    return made
  }

  /// Returns the schema of a shape.
  ///
  /// `references` has an element for each child schema; for a reference, it has the target.
  private func schema(
    of shape: DynamicGenerationSchema.Shape, _ references: [GenerationSchema.Reference],
    at entry: EntryID
  ) throws -> GenerationSchema {
    switch shape {
    case .object(let name, let summary, let properties, let isOpen):
      try checkDistinct(properties, of: name, at: entry)
      return GenerationSchema(
        subject: .entry, title: Self.title(name), summary: summary,
        kind: .object(
          zip(properties, references).map { shape, reference in
            GenerationSchema.Property(
              name: shape.name, summary: shape.summary, reference: reference,
              isOptional: shape.isOptional)
          }, additional: isOpen ? references.last : nil))
    case .dictionary(let minimum, let maximum):
      let isBounded = minimum != nil || maximum != nil
      return GenerationSchema(
        subject: .entry, kind: .object([], additional: references[0]),
        guides: isBounded
          ? [GuideValue(.propertyCount(minimum: minimum, maximum: maximum))] : [])
    case .union(let name, let summary):
      guard !references.isEmpty else { throw emptyChoices(name ?? "a union", at: entry) }
      return GenerationSchema(
        subject: .entry, title: Self.title(name), summary: summary,
        kind: .anyOf(references))
    case .choices(let name, let summary, let choices):
      guard !choices.isEmpty else { throw emptyChoices(name, at: entry) }
      return GenerationSchema(
        subject: .entry, summary: summary, kind: .string,
        guides: [GuideValue(.choices(choices))])
    case .array(let minimum, let maximum):
      let isBounded = minimum != nil || maximum != nil
      return GenerationSchema(
        subject: .entry, kind: .array(of: references[0]),
        guides: isBounded ? [GuideValue(.count(minimum: minimum, maximum: maximum))] : [])
    case .tuple:
      return GenerationSchema(subject: .entry, kind: .tuple(references))
    case .scalars(let choices):
      guard !choices.isEmpty else { throw emptyChoices("an enumeration", at: entry) }
      return GenerationSchema(
        subject: .entry, kind: .enumeration(of: choices),
        guides: [GuideValue(.scalars(choices))])
    case .type(let type, let guides):
      return GenerationSchema(
        subject: .entry, kind: .alias(of: .type(type)), guides: guides)
    case .reference: return GenerationSchema(subject: .entry, kind: .alias(of: references[0]))
    case .null:
      return GenerationSchema(subject: .entry, kind: .null)
    }
  }

  private func checkDistinct(
    _ properties: [DynamicGenerationSchema.PropertyShape], of schema: String,
    at entry: EntryID
  ) throws {
    guard let name = ExactText.firstDuplicate(in: properties.map(\.name)) else { return }
    throw SchemaError.duplicateProperty(.exact(name), in: schema, at: path(to: entry))
  }

  private func emptyChoices(_ name: String, at entry: EntryID) -> SchemaError {
    SchemaError.emptyTypeChoices(
      schema: name,
      context: SchemaError.Context(
        path: path(to: entry), problem: "'\(name.excerpt)' has no choices.",
        remedy: "Give it at least one choice."))
  }

  private func duplicateType(
    _ name: String, schema: String?, at path: SchemaPath
  ) -> SchemaError {
    SchemaError.duplicateType(
      schema: schema, type: name,
      context: SchemaError.Context(
        path: path, problem: "Two schemas are named '\(name.excerpt)'.",
        remedy: "Rename one of them, or list it once and refer to it by name."))
  }
}

extension DynamicSchemaLinker {
  /// Returns `true` if two schemas of one name are equal.
  ///
  /// Named schemas inside them are compared by name only. When such a schema is added, it is
  /// compared with the first schema of its name.
  static func areEqual(_ first: Node, _ second: Node) -> Bool {
    struct Pair: Hashable {
      let first: ObjectIdentifier
      let second: ObjectIdentifier
    }
    var pending = [(first, second)]
    var compared: Set<Pair> = []
    while let (first, second) = pending.popLast() {
      if first === second { continue }
      let pair = Pair(first: ObjectIdentifier(first), second: ObjectIdentifier(second))
      guard compared.insert(pair).inserted else { continue }
      guard first.value == second.value, first.children.count == second.children.count
      else { return false }
      for (one, two) in zip(first.children, second.children) {
        if let name = definitionName(of: one), let other = definitionName(of: two) {
          guard name == other else { return false }
        } else {
          pending.append((one, two))
        }
      }
    }
    return true
  }

  /// The name of a schema, or the name that it refers to.
  private static func definitionName(of node: Node) -> ExactText? {
    if case .reference(let name) = node.value { return ExactText(name) }
    return name(of: node).map(ExactText.init)
  }
}
