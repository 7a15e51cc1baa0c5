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

  mutating func add(_ keyword: String, _ value: SchemaValue) {
    guard collected == nil else {
      collected?.append(keyword, value)
      return
    }
    document.name(keyword)
    document.value(value)
  }

  /// Adds a keyword whose value is a string.
  mutating func add(_ keyword: DialectWord, _ string: String) {
    guard collected == nil else {
      collected?.append(keyword.string, .string(string))
      return
    }
    document.name(keyword)
    document.string(string)
  }

  /// Adds the type of a value.
  mutating func add(_ type: DialectType) {
    guard collected == nil else {
      collected?.append(type.keyword, .string(type.name))
      return
    }
    document.type(type)
  }

  mutating func add(_ statement: ConstraintStatement) {
    let keyword = dialect.text[statement.constraint]
    guard collected == nil else {
      collected?.append(keyword.string, statement.value)
      return
    }
    document.name(keyword)
    document.value(statement.value)
  }

  /// Adds a keyword that lists names.
  mutating func add(_ keyword: DialectWord, names: some Sequence<String>) {
    guard collected == nil else {
      let values = names.map { SchemaValue.string($0) }
      collected?.append(keyword.string, .array(values))
      return
    }
    document.name(keyword)
    document.beginArray()
    for name in names { document.string(name) }
    document.endArray()
  }

  /// Writes the schema of `null`.
  mutating func writeNullSchema() {
    document.beginObject()
    document.type(dialect.text.null)
    document.endObject()
  }
}
