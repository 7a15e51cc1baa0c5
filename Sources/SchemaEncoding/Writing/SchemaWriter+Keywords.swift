import SchemaGuides
import SchemaModel

/// The keywords of a node that hold no other schema.
extension SchemaWriter {
  /// Adds the keywords in the order in which they are written.
  mutating func addKeywords(of node: SchemaGraph.Node, isNullable: Bool) throws {
    let stated = try statements(on: node)
    let choices = stated.written.first { $0.constraint.keyword == "enum" }
    try addType(of: node, isNullable: isNullable, choices: choices)
    if let title = title(of: node) { add(rules.keywords.title, .string(title)) }
    if let text = description(of: node, stated.phrases) {
      add(rules.keywords.description, .string(text))
    }
    if let choices, rules.statesTypeOfChoices || node.kind == .any {
      // Beside `null` in a union, the list needs no `null` of its own.
      let listsNull = isNullable && (rules.nullForm != .union || node.kind == .any)
      try addChoices(choices, node, listsNull: listsNull)
    }
    for statement in stated.written where !statement.isRepeated {
      guard statement.constraint.keyword != "enum" else { continue }
      add(rules.keywords[statement.constraint], statement.value)
      if statement.constraint == .maximumCount { addElements(statement.value) }
    }
    let repeated = stated.written.filter(\.isRepeated)
    if !repeated.isEmpty {
      add(
        rules.keywords.allOf,
        .array(
          repeated.map { statement in
            .object([
              SchemaValue.Member(name: rules.keywords[statement.constraint], value: statement.value)
            ])
          }))
    }
    switch node.kind {
    case .object: try addKeywords(ofObject: node)
    case .tuple: try addKeywords(ofTuple: node)
    case .anyOf: addNullable(node, isNullable || hasNull(node))
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
        try handle(rules.anyValue, "any value", "a value of any kind", node)
      }
      return
    case .null:
      try handle(rules.null, "null", "the value null", node)
      add(rules.keywords.type, .string(typeName(of: .null)))
      return
    case .string, .integer, .number, .boolean, .array, .tuple, .object: break
    }
    let listsNull = isNullable && rules.nullForm == .typeList
    if let choices, !rules.statesTypeOfChoices {
      try addChoices(choices, node, listsNull: listsNull)
    } else if listsNull {
      try measure(at: node) { $0.addUnion() }
      add(
        rules.keywords.type,
        .array([.string(typeName(of: node.kind)), .string(typeName(of: .null))]))
    } else {
      add(rules.keywords.type, .string(typeName(of: node.kind)))
    }
    addNullable(node, isNullable)
  }

  private mutating func addNullable(_ node: SchemaGraph.Node, _ isNullable: Bool) {
    guard isNullable, rules.nullForm == .keyword else { return }
    add(rules.keywords.nullable, true)
  }

  /// Adds a list of choices, or its only choice.
  private mutating func addChoices(
    _ statement: ConstraintStatement, _ node: SchemaGraph.Node, listsNull: Bool
  ) throws {
    guard case .array(var choices) = statement.value else { return }
    if listsNull, !choices.contains(.null) { choices.append(.null) }
    try measure(at: node) { $0.addChoices(choices) }
    if rules.constants == .constant, choices.count == 1, let only = choices.first {
      add(rules.keywords.constant, only)
    } else {
      add(rules.keywords.choices, .array(choices))
    }
  }

  /// The title that is written for a node.
  func title(of node: SchemaGraph.Node) -> String? {
    switch (rules.titles, node.role) {
    case (.nowhere, _): nil
    case (.root, .root): isCopyingRoot ? nil : node.title
    case (.root, _): nil
    case (.everywhere, .definition(let index)): names[index]
    case (.everywhere, _): node.title
    }
  }

  /// The name of a type of value.
  func typeName(of kind: SchemaKind) -> String {
    let name =
      switch kind {
      case .string: "string"
      case .integer: "integer"
      case .number: "number"
      case .boolean: "boolean"
      case .null: "null"
      case .array, .tuple: "array"
      case .object, .any, .never, .anyOf, .reference: "object"
      }
    return rules.typeNames == .lowercase ? name : name.uppercased()
  }

  // MARK: Objects and tuples

  private mutating func addKeywords(ofObject node: SchemaGraph.Node) throws {
    if node.hasPatternProperties {
      try handle(
        rules.patternProperties ?? rules.additionalProperties, "'patternProperties'",
        "properties whose names match a pattern", node)
    }
    if let additional = node.additionalProperties {
      try handleAdditional(additional, of: node)
    } else if rules.closesObjects {
      add(rules.keywords.additionalProperties, false)
    }
    if rules.propertyOrder == .requiredFirst, rules.optional == .omitted { noteOrder(of: node) }
  }

  /// Adds the keywords that list the names of an object's properties.
  mutating func addOrder(of node: SchemaGraph.Node) {
    guard node.hasNamedProperties || node.childIndices.isEmpty else { return }
    var required: [SchemaValue] = []
    var all: [SchemaValue] = []
    for child in node.childIndices {
      guard case .property(let name, let isOptional) = graph.storage.tables.nodes[child].role
      else { continue }
      if graph.storage.tables.nodes[child].kind == .never {
        // A property that must not exist is listed only where it is written, in its place.
        if rules.forbiddenProperties == .written, isOpen(node) { all.append(.string(name)) }
        continue
      }
      all.append(.string(name))
      if !isOptional || rules.optional == .nullable { required.append(.string(name)) }
    }
    add(rules.keywords.required, .array(required))
    if let keyword = rules.keywords.propertyOrder { add(keyword, .array(all)) }
  }

  private mutating func handleAdditional(
    _ additional: SchemaGraph.Node, of node: SchemaGraph.Node
  ) throws {
    guard node.hasNamedProperties, isUnconstrained(additional) else {
      return try handle(
        rules.additionalProperties, "'additionalProperties'",
        "properties that are not named beforehand", node)
    }
    switch rules.openObjects {
    case .written: return
    case .rejected:
      try reject(unsupported("an object that is open to further properties", node))
    case .described:
      diagnostics.append(
        SchemaDiagnostic(
          .note, at: node.path,
          problem:
            "The object is open to further properties, and the dialect '\(dialect)' closes it: only"
            + " the named ones are generated.",
          remedy: "Name the properties that you need."))
    }
  }

  private mutating func addKeywords(ofTuple node: SchemaGraph.Node) throws {
    try handle(rules.tuples, "'prefixItems'", "an array whose elements differ", node)
    let count = SchemaValue.number(SchemaNumber(node.childIndices.count))
    add(rules.keywords[.minimumCount], count)
    add(rules.keywords[.maximumCount], count)
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
