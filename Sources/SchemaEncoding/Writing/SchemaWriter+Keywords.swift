import SchemaGuides
import SchemaModel

/// The keywords of a node that hold no other schema.
extension SchemaWriter {
  /// Adds the keywords in the order in which they are written.
  mutating func addKeywords(of node: SchemaGraph.Node, isNullable: Bool) throws {
    let stated = try statements(on: node)
    let choices = stated.written.first(where: \.constraint.isChoices)
    try addType(of: node, isNullable: isNullable, choices: choices)
    if let title = title(of: node) {
      add(dialect.rules.keywords.title, dialect.text.title, title)
    }
    if let text = description(of: node, stated.phrases) {
      add(dialect.rules.keywords.description, dialect.text.description, text)
    }
    if let choices, dialect.rules.statesTypeOfChoices || node.kind == .any {
      let listsNull = dialect.rules.listsNull(of: node.kind, isNullable: isNullable)
      try addChoices(choices, node, listsNull: listsNull)
    }
    for statement in stated.written where !statement.isRepeated && !statement.constraint.isChoices {
      add(statement)
      if statement.constraint == .maximumCount { addElements(statement.value) }
    }
    if stated.written.contains(where: \.isRepeated) {
      let repeated = stated.written.filter(\.isRepeated)
      add(
        dialect.rules.keywords.allOf,
        .array(
          repeated.map { statement in
            .object([
              SchemaValue.Member(
                name: dialect.rules.keywords[statement.constraint], value: statement.value)
            ])
          }))
    }
    switch node.kind {
    case .object: try addKeywords(ofObject: node)
    case .tuple:
      try check(
        dialect.rules.tuples, .tuple, "'prefixItems'",
        "an array of fixed length whose elements differ",
        remedy: "Declare a struct", node)
    case .anyOf: addNullable(node, isNullable || node.hasNullChoice)
    default: break
    }
  }

  /// The description of a node, with what the dialect cannot state in words.
  ///
  /// What is written for a union has that union's description before its own.
  func description(of node: SchemaGraph.Node, _ phrases: [String]) -> String? {
    if phrases.isEmpty, frames.last?.extent != .flattened { return node.description }
    var sentences: [String] = []
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
    guard var text = sentences.first else { return nil }
    for sentence in sentences.dropFirst() {
      let isComplete = text.last.map(".!?".contains) ?? true
      text += "\(isComplete ? "" : ".") \(sentence)"
    }
    return text
  }

  private mutating func addType(
    of node: SchemaGraph.Node, isNullable: Bool, choices: ConstraintStatement?
  ) throws {
    switch node.kind {
    case .reference, .anyOf, .never: return
    case .any:
      if choices == nil {
        try check(
          dialect.rules.anyValue, .anyValue, "any value", "a value of any kind",
          remedy: "Describe the value with a type of its own", node)
      }
      return
    case .null:
      try check(
        dialect.rules.null, .null, "null", "the value null", remedy: "Make the property optional",
        node)
      addType(.null)
      return
    case .string, .integer, .number, .boolean, .array, .tuple, .object: break
    }
    let listsNull = isNullable && dialect.rules.nullForm == .typeList
    if let choices, !dialect.rules.statesTypeOfChoices {
      try addChoices(choices, node, listsNull: listsNull)
    } else if listsNull {
      add(
        dialect.rules.keywords.type,
        .array([
          .string(dialect.rules.typeNames.name(of: node.kind)),
          .string(dialect.rules.typeNames.name(of: .null)),
        ]))
    } else {
      addType(node.kind)
    }
    addNullable(node, isNullable)
  }

  private mutating func addNullable(_ node: SchemaGraph.Node, _ isNullable: Bool) {
    guard isNullable, dialect.rules.nullForm == .keyword else { return }
    add(dialect.rules.keywords.nullable, true)
  }

  /// Adds a list of choices, or its only choice.
  private mutating func addChoices(
    _ statement: ConstraintStatement, _ node: SchemaGraph.Node, listsNull: Bool
  ) throws {
    guard case .array(var choices) = statement.value else { return }
    if listsNull, !choices.contains(.null) { choices.append(.null) }
    if dialect.rules.constants == .constant, choices.count == 1, let only = choices.first {
      add(dialect.rules.keywords.constant, only)
    } else {
      add(dialect.rules.keywords.choices, .array(choices))
    }
  }
}
