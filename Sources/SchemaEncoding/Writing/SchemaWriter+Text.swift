import SchemaModel

/// The pieces of JSON text that a document is made of.
extension SchemaWriter {
  /// Writes a comma, unless nothing has been written in the object or array.
  mutating func separate() {
    if let last = output.last, last != UInt8(ascii: "{"), last != UInt8(ascii: "[") {
      output.append(UInt8(ascii: ","))
    }
  }

  /// Writes a keyword of the dialect.
  mutating func key(_ text: [UInt8]) {
    separate()
    output.append(contentsOf: text)
  }

  /// Writes the name of a member.
  mutating func writeName(_ name: String) {
    separate()
    output.appendJSON(name)
    output.append(UInt8(ascii: ":"))
  }

  mutating func write(_ members: [SchemaValue.Member]) {
    for member in members {
      writeName(member.name)
      output.appendJSON(member.value)
    }
  }

  mutating func writeNullSchema() {
    output.append(UInt8(ascii: "{"))
    output.append(contentsOf: dialect.text.type(of: .null))
    output.append(UInt8(ascii: "}"))
  }

  // MARK: Keywords that hold no other schema

  /// Adds a keyword, or collects it to be adapted.
  mutating func add(_ keyword: String, _ value: SchemaValue) {
    guard collected == nil else {
      collected?.append(keyword, value)
      return
    }
    writeName(keyword)
    output.appendJSON(value)
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
    output.appendJSON(string)
  }

  /// Adds the type of a value.
  mutating func addType(_ kind: SchemaKind) {
    guard collected == nil else {
      let name = dialect.rules.typeNames.name(of: kind)
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
    output.appendJSON(statement.value)
  }
}
