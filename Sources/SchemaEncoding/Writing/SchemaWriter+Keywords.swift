import SchemaGuides
import SchemaModel

/// The keywords of a node that hold no other schema.
extension SchemaWriter {
  /// Adds the keywords in the order in which they are written.
  mutating func addKeywords(of node: SchemaGraph.Node, isNullable: Bool) throws {
    let stated = try statements(on: node)
    let choices = stated.written.first(where: \.constraint.isChoices)
    try addType(of: node, isNullable: isNullable, choices: choices)
    if let title = form.title(of: node) { add(form.rules.keywords.title, .string(title)) }
    if let text = form.description(of: node, stated.phrases) {
      add(form.rules.keywords.description, .string(text))
    }
    if let choices, form.rules.statesTypeOfChoices || node.kind == .any {
      // Beside `null` in a union, or a keyword for it, the list needs no `null` of its own.
      let listsNull = isNullable && (form.rules.nullForm == .typeList || node.kind == .any)
      try addChoices(choices, node, listsNull: listsNull)
    }
    for statement in stated.written where !statement.isRepeated && !statement.constraint.isChoices {
      add(form.rules.keywords[statement.constraint], statement.value)
      if statement.constraint == .maximumCount { addElements(statement.value) }
    }
    if stated.written.contains(where: \.isRepeated) {
      let repeated = stated.written.filter(\.isRepeated)
      add(
        form.rules.keywords.allOf,
        .array(
          repeated.map { statement in
            .object([
              SchemaValue.Member(
                name: form.rules.keywords[statement.constraint], value: statement.value)
            ])
          }))
    }
    switch node.kind {
    case .object: try addKeywords(ofObject: node)
    case .tuple: try addKeywords(ofTuple: node)
    case .anyOf: addNullable(node, isNullable || form.hasNull(node))
    default: break
    }
  }

  private mutating func addType(
    of node: SchemaGraph.Node, isNullable: Bool, choices: ConstraintStatement?
  ) throws {
    switch node.kind {
    case .reference, .anyOf, .never: return
    case .any:
      if choices == nil {
        try handle(form.rules.anyValue, "any value", "a value of any kind", node)
      }
      return
    case .null:
      try handle(form.rules.null, "null", "the value null", node)
      add(form.rules.keywords.type, .string(form.typeName(of: .null)))
      return
    case .string, .integer, .number, .boolean, .array, .tuple, .object: break
    }
    let listsNull = isNullable && form.rules.nullForm == .typeList
    if let choices, !form.rules.statesTypeOfChoices {
      try addChoices(choices, node, listsNull: listsNull)
    } else if listsNull {
      try measure(at: node) { $0.addUnion() }
      add(
        form.rules.keywords.type,
        .array([.string(form.typeName(of: node.kind)), .string(form.typeName(of: .null))]))
    } else {
      add(form.rules.keywords.type, .string(form.typeName(of: node.kind)))
    }
    addNullable(node, isNullable)
  }

  private mutating func addNullable(_ node: SchemaGraph.Node, _ isNullable: Bool) {
    guard isNullable, form.rules.nullForm == .keyword else { return }
    add(form.rules.keywords.nullable, true)
  }

  /// Adds a list of choices, or its only choice.
  private mutating func addChoices(
    _ statement: ConstraintStatement, _ node: SchemaGraph.Node, listsNull: Bool
  ) throws {
    guard case .array(var choices) = statement.value else { return }
    if listsNull, !choices.contains(.null) { choices.append(.null) }
    try measure(at: node) { $0.addChoices(choices) }
    if form.rules.constants == .constant, choices.count == 1, let only = choices.first {
      add(form.rules.keywords.constant, only)
    } else {
      add(form.rules.keywords.choices, .array(choices))
    }
  }

  // MARK: Objects and tuples

  private mutating func addKeywords(ofObject node: SchemaGraph.Node) throws {
    if node.hasPatternProperties {
      try handle(
        form.rules.patternProperties ?? form.rules.additionalProperties, "'patternProperties'",
        "properties whose names match a pattern", node)
    }
    if let additional = node.additionalProperties {
      try handleAdditional(additional, of: node)
    } else if form.rules.closesObjects {
      add(form.rules.keywords.additionalProperties, false)
    }
    if form.rules.propertyOrder == .requiredFirst, form.rules.optional == .omitted {
      noteOrder(of: node)
    }
  }

  /// Adds the keywords that list the names of an object's properties.
  mutating func addOrder(of node: SchemaGraph.Node) {
    guard node.hasNamedProperties || node.childIndices.isEmpty else { return }
    var required: [SchemaValue] = []
    var all: [SchemaValue] = []
    required.reserveCapacity(node.childIndices.count)
    all.reserveCapacity(form.rules.keywords.propertyOrder == nil ? 0 : node.childIndices.count)
    for child in node.childIndices {
      let record = form.graph.storage.tables.nodes[child]
      guard case .property(let name, let isOptional) = record.role else { continue }
      let isForbidden = record.kind == .never
      // A property that must not exist is listed only where it is written, in its place.
      if isForbidden, form.rules.forbiddenProperties != .written || !form.isOpen(node) { continue }
      if form.rules.keywords.propertyOrder != nil { all.append(.string(name)) }
      if !isForbidden, !isOptional || form.rules.optional == .nullable {
        required.append(.string(name))
      }
    }
    add(form.rules.keywords.required, .array(required))
    if let keyword = form.rules.keywords.propertyOrder { add(keyword, .array(all)) }
  }

  private mutating func handleAdditional(
    _ additional: SchemaGraph.Node, of node: SchemaGraph.Node
  ) throws {
    guard node.hasNamedProperties, form.isUnconstrained(additional) else {
      return try handle(
        form.rules.additionalProperties, "'additionalProperties'",
        "properties that are not named beforehand", node)
    }
    switch form.rules.openObjects {
    case .written: return
    case .rejected:
      try reject(form.unsupported("an object that is open to further properties", node))
    case .described:
      diagnostics.append(
        SchemaDiagnostic(
          .note, at: node.path,
          problem:
            "The object is open to further properties, and the dialect '\(form.dialect)' closes it: only"
            + " the named ones are generated.",
          remedy: "Name the properties that you need."))
    }
  }

  private mutating func addKeywords(ofTuple node: SchemaGraph.Node) throws {
    try handle(form.rules.tuples, "'prefixItems'", "an array whose elements differ", node)
    let count = SchemaValue.number(SchemaNumber(node.childIndices.count))
    add(form.rules.keywords[.minimumCount], count)
    add(form.rules.keywords[.maximumCount], count)
  }
}

extension SchemaGraph.Node {
  /// Whether this is an object with properties whose names match a pattern.
  var hasPatternProperties: Bool {
    // The additional properties come first, then those that match patterns.
    childIndices.prefix(2).contains { child in
      if case .patternProperty = storage.tables.nodes[child].role { true } else { false }
    }
  }

  /// Whether this is an object with properties that have names.
  var hasNamedProperties: Bool {
    // The named properties come last.
    guard kind == .object, let last = childIndices.last else { return false }
    if case .property = storage.tables.nodes[last].role { return true }
    return false
  }
}
