import SchemaModel

/// The JSON text of a document while it is written.
///
/// If a dialect adapts keywords, those of one node are collected before they are written.
struct DocumentText {
  private(set) var bytes: [UInt8] = []

  /// The keywords of a node, while they are collected.
  private var collected: SchemaKeywords?
  private let dialect: PreparedDialect

  init(in dialect: PreparedDialect, capacity: Int) {
    self.dialect = dialect
    bytes.reserveCapacity(capacity)
  }

  var count: Int { bytes.count }

  // MARK: Pieces

  mutating func append(_ byte: UInt8) { bytes.append(byte) }

  mutating func append(contentsOf text: String.UTF8View) { bytes.append(contentsOf: text) }

  mutating func appendJSON(_ string: String) { bytes.appendJSON(string) }

  /// Writes a comma, unless nothing has been written in the object or array.
  mutating func separate() {
    if let last = bytes.last, last != UInt8(ascii: "{"), last != UInt8(ascii: "[") {
      bytes.append(UInt8(ascii: ","))
    }
  }

  /// Writes a keyword of the dialect.
  mutating func key(_ text: [UInt8]) {
    separate()
    bytes.append(contentsOf: text)
  }

  /// Writes the name of a member.
  mutating func writeName(_ name: String) {
    separate()
    bytes.appendJSON(name)
    bytes.append(UInt8(ascii: ":"))
  }

  mutating func write(_ members: [SchemaValue.Member]) {
    for member in members {
      writeName(member.name)
      bytes.appendJSON(member.value)
    }
  }

  mutating func writeNullSchema() {
    bytes.append(UInt8(ascii: "{"))
    bytes.append(contentsOf: dialect.text.type(of: .null))
    bytes.append(UInt8(ascii: "}"))
  }

  mutating func writeReference(from node: SchemaGraph.Node, by form: DocumentForm) {
    key(dialect.text.reference)
    form.appendPointer(from: node, to: &bytes)
  }

  // MARK: Keywords that hold no other schema

  /// Collects the keywords that are added from here on, instead of writing them.
  mutating func beginCollecting() { collected = SchemaKeywords() }

  /// The keywords that were collected; later keywords are written again.
  mutating func endCollecting() -> SchemaKeywords {
    defer { collected = nil }
    return collected ?? SchemaKeywords()
  }

  mutating func add(_ keyword: String, _ value: SchemaValue) {
    guard collected == nil else {
      collected?.append(keyword, value)
      return
    }
    writeName(keyword)
    bytes.appendJSON(value)
  }

  /// Adds a keyword whose value is a string.
  ///
  /// - Parameters:
  ///   - keyword: The keyword.
  ///   - text: The keyword as JSON text.
  ///   - string: The value.
  mutating func add(_ keyword: String, _ text: [UInt8], _ string: String) {
    guard collected == nil else {
      collected?.append(keyword, .string(string))
      return
    }
    key(text)
    bytes.appendJSON(string)
  }

  /// Adds the type of a value.
  mutating func addType(_ kind: SchemaKind) {
    guard collected == nil else {
      let name = dialect.rules.keywords.typeNames.name(of: kind)
      collected?.append(dialect.rules.keywords.type, .string(name))
      return
    }
    key(dialect.text.type(of: kind))
  }

  /// Adds a constraint.
  mutating func add(_ statement: ConstraintStatement) {
    guard collected == nil else {
      collected?.append(dialect.rules.keywords[statement.constraint], statement.value)
      return
    }
    key(dialect.text[statement.constraint])
    bytes.appendJSON(statement.value)
  }

  /// Adds a keyword that lists names.
  mutating func add(_ keyword: String, _ text: [UInt8], names: some Sequence<String>) {
    guard collected == nil else {
      collected?.append(keyword, .array(names.map { .string($0) }))
      return
    }
    key(text)
    bytes.append(UInt8(ascii: "["))
    for name in names {
      separate()
      bytes.appendJSON(name)
    }
    bytes.append(UInt8(ascii: "]"))
  }
}
