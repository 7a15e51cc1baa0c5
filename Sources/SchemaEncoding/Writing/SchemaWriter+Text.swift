import SchemaModel

/// The pieces of JSON text that a document is made of.
extension SchemaWriter {
  /// Writes a comma, unless nothing has been written in the object or array.
  mutating func separate() {
    if let last = output.last, last != UInt8(ascii: "{"), last != UInt8(ascii: "[") {
      output.append(UInt8(ascii: ","))
    }
  }

  /// Writes the name of a member.
  mutating func key(_ name: String) {
    separate()
    output.appendJSON(name)
    output.append(UInt8(ascii: ":"))
  }

  mutating func write(_ members: [SchemaValue.Member]) {
    for member in members {
      key(member.name)
      output.appendJSON(member.value)
    }
  }

  mutating func writeNullSchema() {
    output.append(UInt8(ascii: "{"))
    key(form.rules.keywords.type)
    output.appendJSON(form.typeName(of: .null))
    output.append(UInt8(ascii: "}"))
  }

  /// Adds a keyword that holds no other schema.
  mutating func add(_ keyword: String, _ value: SchemaValue) {
    guard collected == nil else {
      collected?.append(keyword, value)
      return
    }
    key(keyword)
    output.appendJSON(value)
  }
}
