import SchemaModel

/// References, and the ends of unions.
extension SchemaWriter {
  mutating func endUnion(_ node: SchemaGraph.Node, as role: SchemaRole) {
    if case .property(_, let isOptional) = role, form.isNullable(isOptional),
      dialect.rules.nullForm != .keyword, !node.hasNullChoice
    {
      separate()
      writeNullSchema()
    }
    output.append(UInt8(ascii: "]"))
  }

  mutating func writeReference(_ node: SchemaGraph.Node, isNullable: Bool) throws {
    var others = SchemaKeywords()
    if let description = description(of: node, []) {
      others.append(dialect.rules.keywords.description, .string(description))
    }
    if isNullable, dialect.rules.nullForm == .keyword {
      others.append(dialect.rules.keywords.nullable, true)
    }
    if dialect.adaptsReferences { try adapt(&others, of: node) }
    let isWrapped =
      isNullable || !others.members.isEmpty && dialect.rules.referenceDescription == .wrapped
    guard isWrapped else {
      writePointer(from: node)
      return write(others.members)
    }
    write(others.members)
    key(dialect.text.anyOf)
    output.append(contentsOf: "[{".utf8)
    writePointer(from: node)
    output.append(UInt8(ascii: "}"))
    if isNullable, dialect.rules.nullForm != .keyword {
      separate()
      writeNullSchema()
    }
    output.append(UInt8(ascii: "]"))
  }

  private mutating func writePointer(from node: SchemaGraph.Node) {
    key(dialect.text.reference)
    form.appendPointer(from: node, to: &output)
  }
}
