import SchemaModel

/// Making nodes from schemas that stand inline, depth first, on a stack of the builder's own.
extension GraphBuilder {
  /// Makes a node from a schema that stands inline, and begins on its children.
  mutating func expand(_ place: Place, into node: Int, isHead: Bool) throws(SchemaError) {
    let record = place.record
    if let element = declarations.elementOfArrayType(at: record) {
      if !place.guides.isEmpty {
        try constrain(node, own: .none, place: place.guides, kind: .array(of: .type(element)))
      }
      return try expand(
        arrayTypeOf: element, record, guides: place.guides, summary: place.summary, into: node)
    }
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
    case .never:
      guard isOptionalProperty(node) else { throw noValue(at: node) }
      nodes[node].kind = .never
    case .alias: throw circularAlias(at: node)
    case .array(let element):
      nodes[node].kind = .array
      nodes[node].count = 1
      try open(node, schema, isHead: isHead)
      try expand(arrayOf: element, record, guides: schema.guides + place.guides, into: node)
    case .tuple(let declared):
      nodes[node].kind = .tuple
      try open(node, schema, isHead: isHead)
      try enterList(declared, record, node)
    case .object(let declared, let additional):
      nodes[node].kind = .object
      try open(node, schema, isHead: isHead)
      appendProperties(declared, hasAdditional: additional != nil, to: node)
      try checkDistinct(declared, of: schema, isChecked: records[record].whole >= 0, at: node)
      if nodes[node].constraints >= 0 { try checkPropertyCount(of: schema, declared, at: node) }
      try enter(record, node, children: nodes[node].childCount)
    case .anyOf(let declared):
      nodes[node].kind = .anyOf
      try open(node, schema, isHead: isHead)
      guard !declared.isEmpty else { throw emptyChoices(schema.name, at: node) }
      try enterList(declared, record, node)
    }
  }

  /// Makes a node from the schema that an array type has by itself.
  mutating func expand(
    arrayTypeOf element: any Generable.Type, _ record: Int, guides: GuideList = .none,
    summary: String?, into node: Int
  ) throws(SchemaError) {
    describe(node, summary)
    nodes[node].kind = .array
    nodes[node].count = 1
    try expand(arrayOf: .type(element), record, guides: guides, into: node)
  }

  /// Makes the records of an object's properties: those named, all others, those that match patterns.
  private mutating func appendProperties(
    _ declared: [GenerationSchema.Property], hasAdditional: Bool, to node: Int
  ) {
    var count = declared.count
    while count > 0, declared[count - 1].isPattern { count -= 1 }
    nodes[node].first = Int32(truncatingIfNeeded: properties.count)
    nodes[node].count = Int32(truncatingIfNeeded: count)
    nodes[node].hasAdditional = hasAdditional
    nodes[node].patternCount = Int32(truncatingIfNeeded: declared.count - count)
    for index in declared.indices {
      if index == count, hasAdditional {
        properties.append(PropertyRecord(name: .none, node: -1, isOptional: true))
      }
      properties.append(
        PropertyRecord(
          name: text.append(quoting: declared[index].name), node: -1,
          isOptional: declared[index].isOptional))
    }
    if hasAdditional, count == declared.count {
      properties.append(PropertyRecord(name: .none, node: -1, isOptional: true))
    }
  }

  /// Whether a node is the value of properties that an object may lack.
  private func isOptionalProperty(_ node: Int) -> Bool {
    let position = nodes[node].position
    guard nodes[node].parent >= 0 else { return false }
    let parent = nodes[Int(nodes[node].parent)]
    // Where all other properties stand, there is no value to lack.
    guard parent.kind == .object, !(parent.hasAdditional && position == parent.count) else {
      return false
    }
    return properties[Int(parent.first) + Int(position)].isOptional
  }

  private mutating func enterList(
    _ declared: [GenerationSchema.Reference], _ record: Int, _ node: Int
  ) throws(SchemaError) {
    nodes[node].first = Int32(truncatingIfNeeded: choices.count)
    nodes[node].count = Int32(truncatingIfNeeded: declared.count)
    choices.append(-1, count: declared.count)
    try enter(record, node, children: declared.count)
  }

  /// Makes the element of an array at once, if it is a plain value that no guide speaks of.
  private mutating func expand(
    arrayOf element: GenerationSchema.Reference, _ record: Int, guides: GuideList, into node: Int
  ) throws(SchemaError) {
    guard !guides.constrainsElements else {
      elementGuides.append(
        GuideList(
          guides.filter { $0.depth > 0 }.map { value in
            GuideValue(value.constraint, depth: value.depth - 1)
          }))
      return try enter(record, node, children: 1, guides: elementGuides.count - 1)
    }
    let kind: NodeKind
    if case .type(let type) = element, let known = NodeKind(builtIn: type) {
      kind = known
    } else {
      let child = try number(of: element, in: records[record].whole, from: node)
      guard let known = records[child].plainKind else {
        return try enter(record, node, children: 1, element: child)
      }
      kind = known
    }
    nodes[node].first = Int32(truncatingIfNeeded: nodes.count)
    nodes.append(NodeRecord(kind: kind, parent: Int32(truncatingIfNeeded: node), position: 0))
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

  private mutating func enter(
    _ record: Int, _ node: Int, children: Int, guides: Int = -1, element: Int = -1
  ) throws(SchemaError) {
    if records[record].isOnPath { throw circularDependency(record, at: node) }
    if records[record].wasExpanded {
      copies += children + 1
      if copies > limits.nodes { throw tooManyCopies(at: node) }
    }
    records[record].wasExpanded = true
    records[record].isOnPath = true
    frames.append(
      Frame(
        record: Int32(truncatingIfNeeded: record), node: Int32(truncatingIfNeeded: node),
        children: Int32(truncatingIfNeeded: children),
        elementGuides: Int32(truncatingIfNeeded: guides),
        element: Int32(truncatingIfNeeded: element)))
  }

  /// Makes the children of all inline schemas begun, depth first.
  mutating func drain() throws(SchemaError) {
    while !frames.isEmpty {
      let top = frames.count - 1
      let frame = frames[top]
      if frame.next < frame.children { try visitChildren(of: frame, top) }
      // What pushed another frame is taken up again when that one is done.
      guard frames.count == top + 1 else { continue }
      let record = Int(frame.record)
      records[record].isOnPath = false
      if records[record].definition >= 0 { declarations.release(record) }
      frames.removeLast()
    }
  }

  private mutating func visitChildren(of frame: Frame, _ top: Int) throws(SchemaError) {
    if frame.element >= 0 {
      frames[top].next = 1
      let parent = Int(frame.node)
      nodes[parent].first = Int32(truncatingIfNeeded: nodes.count)
      let node = try add(nodeIn: parent, position: 0)
      return try fill(node, with: Int(frame.element), guides: .none, summary: nil)
    }
    switch declarations[Int(frame.record)].kind {
    case .array(let element): try visitElement(element, top)
    case .object(let declared, nil) where nodes[Int(frame.node)].patternCount == 0:
      try visitProperties(declared, top)
    case .object(let declared, let additional): try visitProperties(declared, additional, top)
    case .tuple(let declared), .anyOf(let declared): try visitChoices(declared, top)
    default: break
    }
  }

  private mutating func visitElement(
    _ element: GenerationSchema.Reference, _ top: Int
  ) throws(SchemaError) {
    frames[top].next = 1
    let node = Int(frames[top].node)
    nodes[node].first = Int32(truncatingIfNeeded: nodes.count)
    let guides = Int(frames[top].elementGuides)
    try visit(
      element, in: records[Int(frames[top].record)].whole,
      guides: guides < 0 ? .none : elementGuides[guides], summary: nil, parent: node, position: 0)
  }

  private mutating func visitProperties(
    _ declared: [GenerationSchema.Property], _ top: Int
  ) throws(SchemaError) {
    let node = Int(frames[top].node)
    let first = Int(nodes[node].first)
    let whole = records[Int(frames[top].record)].whole
    var position = Int(frames[top].next)
    while position < declared.count, frames.count == top + 1 {
      properties[first + position].node = Int32(truncatingIfNeeded: nodes.count)
      frames[top].next += 1
      try visit(
        declared[position].reference, in: whole, guides: declared[position].guides,
        summary: declared[position].summary, parent: node, position: position)
      position += 1
    }
  }

  /// The children of an object that has further properties: these first, then those named.
  private mutating func visitProperties(
    _ declared: [GenerationSchema.Property], _ additional: GenerationSchema.Reference?, _ top: Int
  ) throws(SchemaError) {
    let node = Int(frames[top].node)
    let object = nodes[node]
    let whole = records[Int(frames[top].record)].whole
    var next = Int(frames[top].next)
    while next < object.childCount, frames.count == top + 1 {
      frames[top].next += 1
      let position = object.record(atVisit: next)
      properties[Int(object.first) + position].node = Int32(truncatingIfNeeded: nodes.count)
      if let additional, position == object.count {
        try visit(
          additional, in: whole, guides: .none, summary: nil, parent: node, position: position)
      } else {
        // The record of all others stands before those of patterns.
        let isBehind = additional != nil && position > object.count
        let property = declared[isBehind ? position - 1 : position]
        try visit(
          property.reference, in: whole, guides: property.guides, summary: property.summary,
          parent: node, position: position)
      }
      next += 1
    }
  }

  private mutating func visitChoices(
    _ declared: [GenerationSchema.Reference], _ top: Int
  ) throws(SchemaError) {
    let node = Int(frames[top].node)
    let first = Int(nodes[node].first)
    let whole = records[Int(frames[top].record)].whole
    var position = Int(frames[top].next)
    while position < declared.count, frames.count == top + 1 {
      choices[first + position] = Int32(truncatingIfNeeded: nodes.count)
      frames[top].next += 1
      try visit(
        declared[position], in: whole, guides: .none, summary: nil, parent: node,
        position: position)
      position += 1
    }
  }
}
