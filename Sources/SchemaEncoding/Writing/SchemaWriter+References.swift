import SchemaModel

/// References, and the ends of unions.
extension SchemaWriter {
  mutating func endUnion(_ node: SchemaGraph.Node, as role: SchemaRole) {
    if case .property(_, let isOptional) = role, form.isNullable(isOptional),
      form.rules.nullForm != .keyword, !form.hasNull(node)
    {
      separate()
      writeNullSchema()
    }
    output.append(UInt8(ascii: "]"))
  }

  mutating func writeReference(_ node: SchemaGraph.Node, isNullable: Bool) throws {
    var others = SchemaKeywords()
    if let description = description(of: node, []) {
      others.append(form.rules.keywords.description, .string(description))
    }
    if isNullable, form.rules.nullForm == .keyword {
      others.append(form.rules.keywords.nullable, true)
    }
    if form.adaptsReferences { try adapt(&others, of: node) }
    let isWrapped =
      isNullable || !others.members.isEmpty && form.rules.referenceDescription == .wrapped
    guard isWrapped else {
      writePointer(from: node)
      return write(others.members)
    }
    write(others.members)
    try measure(at: node) { $0.addUnion() }
    key(form.rules.keywords.anyOf)
    output.append(contentsOf: "[{".utf8)
    writePointer(from: node)
    output.append(UInt8(ascii: "}"))
    if isNullable, form.rules.nullForm != .keyword {
      separate()
      writeNullSchema()
    }
    output.append(UInt8(ascii: "]"))
  }

  private mutating func writePointer(from node: SchemaGraph.Node) {
    key(form.rules.keywords.reference)
    output.appendJSON(form.pointer(from: node))
  }
}
