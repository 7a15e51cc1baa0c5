import SchemaModel

/// Writes the keywords of nodes that contain no other schema.
///
/// If a dialect adapts keywords, the keywords of one node are collected before they are written.
struct KeywordOutput<Output: DocumentOutput> {
  /// The document.
  ///
  /// The writer writes keywords that contain other schemas to it directly, and nothing while
  /// keywords are collected.
  var document: Output

  /// The keywords of a node, while they are collected.
  private var collected: SchemaKeywords?
  private let dialect: PreparedDialect

  init(_ document: Output, in dialect: PreparedDialect) {
    self.document = document
    self.dialect = dialect
  }

  /// Begins to collect the keywords that are added, instead of writing them.
  mutating func beginCollecting() { collected = SchemaKeywords() }

  /// Ends the collection, and returns its keywords.
  ///
  /// Keywords that are added later are written.
  mutating func endCollecting() -> SchemaKeywords {
    defer { collected = nil }
    return collected ?? SchemaKeywords()
  }

  /// Adds a keyword: collects its value, or writes it.
  private mutating func add(
    _ keyword: String, _ value: @autoclosure () -> SchemaValue, _ write: (inout Output) -> Void
  ) {
    if collected == nil { write(&document) } else { collected?.append(keyword, value()) }
  }

  private mutating func add(_ keyword: String, _ value: SchemaValue) {
    add(keyword, value) { document in
      document.name(keyword)
      document.value(value)
    }
  }

  /// Adds a keyword whose value is a string.
  mutating func add(_ keyword: DialectWord, _ string: String) {
    add(keyword.string, .string(string)) { document in
      document.name(keyword)
      document.string(string)
    }
  }

  /// Adds a keyword that lists names.
  mutating func add(_ keyword: DialectWord, names: some Sequence<String>) {
    add(keyword.string, .array(names.map { .string($0) })) { document in
      document.name(keyword)
      document.beginArray()
      for name in names { document.string(name) }
      document.endArray()
    }
  }

  /// Adds the type of a node with its form of `null`, or a list of choices in place of the type.
  mutating func addType(
    of kind: SchemaKind, _ written: WrittenForm, _ choices: ConstraintStatement?
  ) {
    guard let type = dialect.text.type(of: kind) else { return }
    if let choices, written.choices == .inPlaceOfType {
      addChoices(choices, written)
    } else if written.null == .inType {
      add(type.keyword, .array([.string(type.name), .string(dialect.text.null.name)]))
    } else {
      add(type.keyword, .string(type.name)) { $0.type(type) }
    }
    addNullable(written)
  }

  mutating func addNullable(_ written: WrittenForm) {
    if written.null == .keyword { add(dialect.rules.keywords[.nullable], true) }
  }

  /// Adds a list of choices, or its only choice.
  mutating func addChoices(_ statement: ConstraintStatement, _ written: WrittenForm) {
    guard case .array(var choices) = statement.value else { return }
    if written.listsNull, !choices.contains(.null) { choices.append(.null) }
    if dialect.rules.constraints.singleChoiceIsConstant, choices.count == 1,
      let only = choices.first
    {
      add(dialect.rules.keywords[.constant], only)
    } else {
      add(dialect.rules.keywords[.choices], .array(choices))
    }
  }

  /// Adds constraints, apart from choices: several with one keyword in an `allOf`.
  ///
  /// - Parameters:
  ///   - statements: The constraints.
  ///   - others: For each constraint without a statement, its keywords.
  ///   - kind: The kind of the node.
  mutating func add(
    _ statements: [ConstraintStatement], _ others: [[SchemaValue.Member]], to kind: SchemaKind
  ) {
    for statement in statements where !statement.isRepeated && !statement.constraint.isChoices {
      let keyword = dialect.text[statement.constraint]
      add(keyword.string, statement.value) { document in
        document.name(keyword)
        document.value(statement.value)
      }
      for other in statement.otherMembers { add(other.name, other.value) }
    }
    let repeated = statements.filter(\.isRepeated)
    if repeated.isEmpty, others.isEmpty { return }
    var schemas = repeated.map { statement in
      let keyword = dialect.rules.keywords[statement.constraint]
      return SchemaValue.object([(name: keyword, value: statement.value)] + statement.otherMembers)
    }
    var taken = names(of: statements)
    if kind == .anyOf { taken.insert(dialect.rules.keywords[.anyOf]) }
    for members in others where !members.isEmpty {
      let names = members.map(\.name)
      if taken.isDisjoint(with: names) {
        for member in members { add(member.name, member.value) }
        taken.formUnion(names)
      } else {
        schemas.append(.object(members))
      }
    }
    if !schemas.isEmpty { add(dialect.rules.keywords[.allOf], .array(schemas)) }
  }

  /// The keywords that constraints have in the document.
  private func names(of statements: [ConstraintStatement]) -> Set<String> {
    var names: Set<String> = []
    for statement in statements {
      if statement.constraint.isChoices {
        names.formUnion([dialect.rules.keywords[.choices], dialect.rules.keywords[.constant]])
      } else {
        names.insert(dialect.rules.keywords[statement.constraint])
        names.formUnion(statement.otherMembers.map(\.name))
      }
    }
    return names
  }

  /// Adds `additionalProperties: false`.
  mutating func addClosing() { add(dialect.rules.keywords[.additionalProperties], false) }

  /// Writes the schema of `null`.
  mutating func writeNullSchema() {
    document.beginObject()
    document.type(dialect.text.null)
    document.endObject()
  }
}
