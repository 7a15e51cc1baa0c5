import SchemaModel

/// Making nodes from schemas that stand inline, depth first, on a stack of the builder's own.
extension GraphBuilder {
  /// Makes a node from a schema that stands inline, and begins on its children.
  mutating func expand(_ place: Place, into node: Int, isHead: Bool) throws(SchemaError) {
    let record = place.record
    let schema = declarations[record]
    if let summary = place.summary ?? schema.summary {
      nodes[node].description = text.append(quoting: summary)
    }
    if !schema.guides.isEmpty || !place.guides.isEmpty {
      try constrain(node, own: schema.guides, place: place.guides, kind: schema.kind)
    }
    switch schema.kind {
    case .string: nodes[node].kind = .string
    case .integer: nodes[node].kind = .integer
    case .number: nodes[node].kind = .number
    case .boolean: nodes[node].kind = .boolean
    case .null: nodes[node].kind = .null
    case .any: nodes[node].kind = .any
    case .never: throw noValue(at: node)
    case .alias: throw circularAlias(at: node)
    case .array(let element):
      nodes[node].kind = .array
      nodes[node].count = 1
      if try !appendPlain(element, to: node, place) { try enter(place, node, children: 1) }
    case .object(let declared):
      nodes[node].kind = .object
      try open(node, schema, isHead: isHead)
      try checkDistinct(declared, of: schema, isChecked: tables[record] != nil, at: node)
      nodes[node].first = Int32(truncatingIfNeeded: properties.count)
      nodes[node].count = Int32(truncatingIfNeeded: declared.count)
      for property in declared {
        properties.append(
          PropertyRecord(
            name: text.append(quoting: property.name), node: -1, isOptional: property.isOptional))
      }
      try enter(place, node, children: declared.count)
    case .anyOf(let declared):
      nodes[node].kind = .anyOf
      try open(node, schema, isHead: isHead)
      guard !declared.isEmpty else { throw emptyChoices(schema.name, at: node) }
      nodes[node].first = Int32(truncatingIfNeeded: choices.count)
      nodes[node].count = Int32(truncatingIfNeeded: declared.count)
      choices.append(-1, count: declared.count)
      try enter(place, node, children: declared.count)
    }
  }

  /// Makes the element of an array at once, if it is a plain value that no guide speaks of.
  private mutating func appendPlain(
    _ element: GenerationSchema.Reference, to node: Int, _ place: Place
  ) throws(SchemaError) -> Bool {
    let guides = declarations[place.record].guides
    guard !guides.contains(where: Self.isDeep), !place.guides.contains(where: Self.isDeep) else {
      return false
    }
    let child = try number(of: element, in: tables[place.record], from: node)
    guard let kind = records[child].plainKind else { return false }
    nodes[node].first = Int32(truncatingIfNeeded: nodes.count)
    nodes.append(NodeRecord(kind: kind, parent: Int32(truncatingIfNeeded: node), position: 0))
    return true
  }

  /// Notes the title of a node that carries one: the root or the body of a definition.
  private mutating func open(
    _ node: Int, _ schema: GenerationSchema.Declaration, isHead: Bool
  ) throws(SchemaError) {
    guard isHead, schema.isTitled else { return }
    nodes[node].isTitled = true
    let parent = nodes[node].parent
    nodes[node].title =
      parent == .min ? text.append(quoting: schema.name) : definitions[Int(-1 - parent)].title
  }

  private mutating func enter(_ place: Place, _ node: Int, children: Int) throws(SchemaError) {
    let record = place.record
    if records[record].isOnPath { throw circularDependency(record, at: node) }
    if records[record].wasExpanded {
      copies += children + 1
      if copies > limits.nodes { throw tooManyCopies(at: node) }
    }
    records[record].wasExpanded = true
    records[record].isOnPath = true
    frames.append(
      Frame(record: record, node: node, elementGuides: elementGuides(of: record, place.guides)))
  }

  /// Notes what guides say of the elements of an array.
  private mutating func elementGuides(of record: Int, _ place: [GuideValue]) -> Int {
    let own = declarations[record].guides
    guard own.contains(where: Self.isDeep) || place.contains(where: Self.isDeep) else { return -1 }
    elementGuides.append(
      (own + place).filter(Self.isDeep).map { value in
        GuideValue(value.constraint, depth: value.depth - 1)
      })
    return elementGuides.count - 1
  }

  /// Makes the children of all inline schemas begun, depth first.
  mutating func drain() throws(SchemaError) {
    while !frames.isEmpty {
      let top = frames.count - 1
      let record = frames[top].record
      switch declarations[record].kind {
      case .array(let element): try visitElement(element, top)
      case .object(let declared): try visitProperties(declared, top)
      case .anyOf(let declared): try visitChoices(declared, top)
      default: break
      }
      // What pushed another frame is taken up again when that one is done.
      guard frames.count == top + 1 else { continue }
      records[record].isOnPath = false
      frames.removeLast()
    }
  }

  private mutating func visitElement(
    _ element: GenerationSchema.Reference, _ top: Int
  ) throws(SchemaError) {
    guard frames[top].next == 0 else { return }
    frames[top].next = 1
    let node = frames[top].node
    nodes[node].first = Int32(truncatingIfNeeded: nodes.count)
    let guides = frames[top].elementGuides
    try visit(
      element, in: tables[frames[top].record], guides: guides < 0 ? [] : elementGuides[guides],
      summary: nil, parent: node, position: 0)
  }

  private mutating func visitProperties(
    _ declared: [GenerationSchema.Property], _ top: Int
  ) throws(SchemaError) {
    let node = frames[top].node
    let first = Int(nodes[node].first)
    let table = tables[frames[top].record]
    var position = frames[top].next
    while position < declared.count, frames.count == top + 1 {
      properties[first + position].node = Int32(truncatingIfNeeded: nodes.count)
      frames[top].next = position + 1
      try visit(
        declared[position].reference, in: table, guides: declared[position].guides,
        summary: declared[position].summary, parent: node, position: position)
      position += 1
    }
  }

  private mutating func visitChoices(
    _ declared: [GenerationSchema.Reference], _ top: Int
  ) throws(SchemaError) {
    let node = frames[top].node
    let first = Int(nodes[node].first)
    let table = tables[frames[top].record]
    var position = frames[top].next
    while position < declared.count, frames.count == top + 1 {
      choices[first + position] = Int32(truncatingIfNeeded: nodes.count)
      frames[top].next = position + 1
      try visit(
        declared[position], in: table, guides: [], summary: nil, parent: node,
        position: position)
      position += 1
    }
  }
}
