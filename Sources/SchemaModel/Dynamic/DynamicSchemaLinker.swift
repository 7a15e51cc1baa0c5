/// Makes a table of a tree of dynamic schemas, with one entry for each schema.
struct DynamicSchemaLinker {
  typealias Node = TreeNode<DynamicGenerationSchema.Shape>

  /// A schema, and its position in its parent schema.
  private struct Found {
    let node: Node
    /// The index of the parent schema; `nil` for the root and the dependencies.
    let parent: Int?
    /// The name of the property that the schema describes, if there is one.
    let label: String?
  }

  /// The schemas in the order of the table's entries, including copies of named schemas.
  private var found: [Found] = []
  /// The index of the entry of each schema.
  ///
  /// A copy of a named schema has the entry of the first schema with its name.
  private var indices: [ObjectIdentifier: Int] = [:]
  /// The index of the first schema of each name.
  private var names: [ExactText: Int] = [:]

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
    let entries = try makeEntries(rootName: rootName)
    return DynamicSchemaTable(name: rootName, entries: entries)
  }

  // MARK: Collecting

  /// Adds a schema and all schemas inside it.
  private mutating func collect(_ root: Node) throws {
    guard indices[ObjectIdentifier(root)] == nil else { return }
    try enter(Found(node: root, parent: nil, label: nil))
    var next = found.count - 1
    while next < found.count {
      let node = found[next].node
      for (position, child) in node.children.enumerated()
      where indices[ObjectIdentifier(child)] == nil {
        try enter(
          Found(node: child, parent: next, label: Self.label(of: node.value, at: position)))
      }
      next += 1
    }
  }

  /// Adds a schema.
  ///
  /// A reference to a copy of a named schema becomes a reference to the first schema of that name.
  /// The schemas inside the copy are also added, because they may be defined nowhere else.
  private mutating func enter(_ item: Found) throws {
    let index = found.count
    found.append(item)
    indices[ObjectIdentifier(item.node)] = index
    guard let name = Self.name(of: item.node) else { return }
    guard let first = names[ExactText(name)] else {
      names[ExactText(name)] = index
      return
    }
    guard Self.areEqual(found[first].node, item.node) else {
      throw duplicateType(name, schema: nil, at: path(to: index))
    }
    indices[ObjectIdentifier(item.node)] = first
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

  private func path(to index: Int) -> SchemaPath {
    var names: [String] = []
    var next: Int? = index
    while let index = next {
      let item = found[index]
      if let label = item.label { names.append(label) }
      if item.parent == nil, index > 0, let name = Self.name(of: item.node) { names.append(name) }
      next = item.parent
    }
    return SchemaPath(names.reversed())
  }

  // MARK: Linking

  /// Returns an entry for each schema, with references in place of its child schemas.
  private func makeEntries(rootName: String) throws -> [GenerationSchema] {
    var undefined: [String] = []
    var known: Set<ExactText> = []
    var place: SchemaPath?
    var entries: [GenerationSchema] = []
    entries.reserveCapacity(found.count)
    for (index, item) in found.enumerated() {
      let references = item.node.children.map { child -> GenerationSchema.Reference in
        // A type without guides is referenced directly, and its own entry stays unused.
        if case .type(let type, let guides) = child.value, guides.isEmpty {
          return .type(type)
        }
        return .entry(indices[ObjectIdentifier(child)] ?? 0)
      }
      if case .reference(let name) = item.node.value, names[ExactText(name)] == nil {
        if place == nil { place = path(to: index) }
        if known.insert(ExactText(name)).inserted { undefined.append(name) }
      }
      entries.append(try makeEntry(index, item.node.value, references))
    }
    guard undefined.isEmpty else {
      throw SchemaError.undefinedReferences(
        schema: rootName, references: undefined,
        context: SchemaError.Context(
          path: place ?? SchemaPath(),
          problem: "These names are not defined: \(undefined.listed(quotedBy: "'")).",
          remedy: "Add a schema of that name to the dependencies, or correct the reference."))
    }
    return entries
  }

  private func makeEntry(
    _ index: Int, _ shape: DynamicGenerationSchema.Shape,
    _ references: [GenerationSchema.Reference]
  ) throws -> GenerationSchema {
    switch shape {
    case .object(let name, let summary, let properties, let isOpen):
      try checkDistinct(properties, of: name, at: index)
      return GenerationSchema(
        subject: .entry(index), title: Self.title(name), summary: summary,
        kind: .object(
          zip(properties, references).map { shape, reference in
            GenerationSchema.Property(
              name: shape.name, summary: shape.summary, reference: reference,
              isOptional: shape.isOptional)
          }, additional: isOpen ? references.last : nil))
    case .dictionary(let minimum, let maximum):
      let isBounded = minimum != nil || maximum != nil
      return GenerationSchema(
        subject: .entry(index), kind: .object([], additional: references.first ?? .entry(0)),
        guides: isBounded
          ? [GuideValue(.propertyCount(minimum: minimum, maximum: maximum))] : [])
    case .union(let name, let summary):
      guard !references.isEmpty else { throw emptyChoices(name ?? "a union", at: index) }
      return GenerationSchema(
        subject: .entry(index), title: Self.title(name), summary: summary,
        kind: .anyOf(references))
    case .choices(let name, let summary, let choices):
      guard !choices.isEmpty else { throw emptyChoices(name, at: index) }
      return GenerationSchema(
        subject: .entry(index), summary: summary, kind: .string,
        guides: [GuideValue(.choices(choices))])
    case .array(let minimum, let maximum):
      let isBounded = minimum != nil || maximum != nil
      return GenerationSchema(
        subject: .entry(index), kind: .array(of: references.first ?? .entry(0)),
        guides: isBounded ? [GuideValue(.count(minimum: minimum, maximum: maximum))] : [])
    case .tuple:
      return GenerationSchema(subject: .entry(index), kind: .tuple(references))
    case .scalars(let choices):
      guard !choices.isEmpty else { throw emptyChoices("an enumeration", at: index) }
      return GenerationSchema(
        subject: .entry(index), kind: .enumeration(of: choices),
        guides: [GuideValue(.scalars(choices))])
    case .type(let type, let guides):
      return GenerationSchema(
        subject: .entry(index), kind: .alias(of: .type(type)), guides: guides)
    case .reference(let name):
      return GenerationSchema(
        subject: .entry(index), kind: .alias(of: .entry(names[ExactText(name)] ?? index)))
    case .null:
      return GenerationSchema(subject: .entry(index), kind: .null)
    }
  }

  private func checkDistinct(
    _ properties: [DynamicGenerationSchema.PropertyShape], of schema: String, at index: Int
  ) throws {
    guard let name = ExactText.firstDuplicate(in: properties.map(\.name)) else { return }
    throw SchemaError.duplicateProperty(
      schema: schema, property: name,
      context: SchemaError.Context(
        path: path(to: index),
        problem: "'\(schema.excerpt)' has two properties named '\(name.excerpt)'.",
        remedy: "Rename one of them, or remove it."))
  }

  private func emptyChoices(_ name: String, at index: Int) -> SchemaError {
    SchemaError.emptyTypeChoices(
      schema: name,
      context: SchemaError.Context(
        path: path(to: index), problem: "'\(name.excerpt)' has no choices.",
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
