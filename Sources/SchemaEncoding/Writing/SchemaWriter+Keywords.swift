import SchemaGuides
import SchemaModel

/// The keywords of a node that hold no other schema.
extension SchemaWriter {
  /// Adds the keywords in the order in which they are written.
  mutating func addKeywords(
    of node: SchemaGraph.Node, isNullable: Bool, to keywords: inout SchemaKeywords
  ) throws {
    let names = rules.keywords
    if node.kind == .reference {
      keywords.append(names.reference, .string(pointer(from: node)))
      if let description = node.description {
        keywords.append(names.description, .string(description))
      }
      addNullable(node, isNullable, to: &keywords)
      return
    }
    let stated = try statements(on: node)
    let choices = stated.written.first { $0.constraint.keyword == "enum" }
    try addType(of: node, isNullable: isNullable, choices: choices, to: &keywords)
    if let title = title(of: node) { keywords.append(names.title, .string(title)) }
    if let text = description(of: node, stated.phrases) {
      keywords.append(names.description, .string(text))
    }
    if let choices, rules.statesTypeOfChoices || node.kind == .any {
      // Beside `null` in a union, the list needs no `null` of its own.
      let listsNull = isNullable && (rules.nullForm != .union || node.kind == .any)
      try add(choices, node, listsNull: listsNull, to: &keywords)
    }
    for statement in stated.written where !statement.isRepeated {
      guard statement.constraint.keyword != "enum" else { continue }
      keywords.append(names[statement.constraint], statement.value)
      if statement.constraint == .maximumCount { addElements(statement.value) }
    }
    let repeated = stated.written.filter(\.isRepeated)
    if !repeated.isEmpty {
      keywords.append(
        names.allOf,
        .array(
          repeated.map { statement in
            .object([
              SchemaValue.Member(name: names[statement.constraint], value: statement.value)
            ])
          }))
    }
    switch node.kind {
    case .object: try addKeywords(ofObject: node, to: &keywords)
    case .tuple: try addKeywords(ofTuple: node, to: &keywords)
    case .anyOf: addNullable(node, isNullable || hasNull(node), to: &keywords)
    default: break
    }
  }

  private mutating func addType(
    of node: SchemaGraph.Node, isNullable: Bool, choices: ConstraintStatement?,
    to keywords: inout SchemaKeywords
  ) throws {
    let names = rules.keywords
    switch node.kind {
    case .reference, .anyOf, .never: return
    case .any:
      if choices == nil {
        try handle(rules.anyValue, "any value", "a value of any kind", node)
      }
      return
    case .null:
      try handle(rules.null, "null", "the value null", node)
      keywords.append(names.type, .string(typeName(of: .null)))
      return
    case .string, .integer, .number, .boolean, .array, .tuple, .object: break
    }
    let listsNull = isNullable && rules.nullForm == .typeList
    if let choices, !rules.statesTypeOfChoices {
      try add(choices, node, listsNull: listsNull, to: &keywords)
    } else if listsNull {
      try measure(at: node) { $0.addUnion() }
      keywords.append(
        names.type, .array([.string(typeName(of: node.kind)), .string(typeName(of: .null))]))
    } else {
      keywords.append(names.type, .string(typeName(of: node.kind)))
    }
    addNullable(node, isNullable, to: &keywords)
  }

  private func addNullable(
    _ node: SchemaGraph.Node, _ isNullable: Bool, to keywords: inout SchemaKeywords
  ) {
    guard isNullable, rules.nullForm == .keyword else { return }
    keywords.append(rules.keywords.nullable, true)
  }

  /// Adds a list of choices, or its only choice.
  private mutating func add(
    _ statement: ConstraintStatement, _ node: SchemaGraph.Node, listsNull: Bool,
    to keywords: inout SchemaKeywords
  ) throws {
    guard case .array(var choices) = statement.value else { return }
    if listsNull, !choices.contains(.null) { choices.append(.null) }
    try measure(at: node) { $0.addChoices(choices) }
    if rules.constants == .constant, choices.count == 1, let only = choices.first {
      keywords.append(rules.keywords.constant, only)
    } else {
      keywords.append(rules.keywords.choices, .array(choices))
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

  private mutating func addKeywords(
    ofObject node: SchemaGraph.Node, to keywords: inout SchemaKeywords
  ) throws {
    let children = node.children
    if children.contains(where: { if case .patternProperty = $0.role { true } else { false } }) {
      try handle(
        rules.patternProperties ?? rules.additionalProperties, "'patternProperties'",
        "properties whose names match a pattern", node)
    }
    if let additional = node.additionalProperties {
      try handleAdditional(additional, of: node)
    } else if rules.closesObjects {
      keywords.append(rules.keywords.additionalProperties, false)
    }
    guard node.hasNamedProperties || children.isEmpty else { return }
    if rules.propertyOrder == .requiredFirst, rules.optional == .omitted { noteOrder(of: node) }
    let properties = children.compactMap { child -> (name: String, isRequired: Bool)? in
      guard case .property(let name, _) = child.role, child.kind != .never else { return nil }
      return (name, !isOptional(child))
    }
    keywords.append(
      rules.keywords.required,
      .array(properties.filter(\.isRequired).map { .string($0.name) }))
    if let keyword = rules.keywords.propertyOrder {
      keywords.append(keyword, .array(properties.map { .string($0.name) }))
    }
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

  private mutating func addKeywords(
    ofTuple node: SchemaGraph.Node, to keywords: inout SchemaKeywords
  ) throws {
    try handle(rules.tuples, "'prefixItems'", "an array whose elements differ", node)
    let count = SchemaValue.number(SchemaNumber(node.record.children.count))
    keywords.append(rules.keywords[.minimumCount], count)
    keywords.append(rules.keywords[.maximumCount], count)
  }
}

extension SchemaGraph.Node {
  /// Whether this is an object with properties that have names.
  var hasNamedProperties: Bool {
    // The named properties come last.
    guard kind == .object, let last = record.children.last else { return false }
    if case .property = storage.tables.nodes[last].role { return true }
    return false
  }
}
