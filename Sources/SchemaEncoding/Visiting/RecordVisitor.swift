/// A visitor within the module: it is handed plain records, which cost nothing to pass.
protocol RecordVisitor {
  associatedtype Failure: Error

  mutating func enter(
    _ index: Int, _ record: NodeRecord, as role: RecordRole) throws(Failure)
  mutating func leave(
    _ index: Int, _ record: NodeRecord, as role: RecordRole) throws(Failure)
}

/// What a node is to the node above it, by numbers.
enum RecordRole: BitwiseCopyable {
  case root
  case definition(Int)
  case property(Int, position: Int)
  case additionalProperties
  case patternProperty(Int, position: Int)
  case items
  case prefixItem(position: Int)
  case choice(position: Int)

  func schemaRole(in storage: GraphStorage) -> SchemaRole {
    switch self {
    case .root: .root
    case .definition(let index):
      .definition(SchemaGraph.Definition(storage: storage, index: index))
    case .property(let index, let position):
      .property(SchemaGraph.Property(storage: storage, index: index), position: position)
    case .additionalProperties: .additionalProperties
    case .patternProperty(let index, let position):
      .patternProperty(SchemaGraph.Property(storage: storage, index: index), position: position)
    case .items: .items
    case .prefixItem(let position): .prefixItem(position: position)
    case .choice(let position): .choice(position: position)
    }
  }
}

extension GraphStorage {
  /// A node that was entered and not yet left; small, since a million may be open.
  private struct Open: BitwiseCopyable {
    let index: Int32
    var next: Int32 = 0

    /// What a role says besides the position, which the node itself has.
    let number: Int32
    let role: Role

    enum Role: UInt8 {
      case root
      case definition
      case property
      case additionalProperties
      case patternProperty
      case items
      case prefixItem
      case choice
    }

    init(_ index: Int, as role: RecordRole) {
      self.index = Int32(truncatingIfNeeded: index)
      switch role {
      case .root: (self.role, number) = (.root, 0)
      case .definition(let definition):
        (self.role, number) = (.definition, Int32(truncatingIfNeeded: definition))
      case .property(let property, _):
        (self.role, number) = (.property, Int32(truncatingIfNeeded: property))
      case .additionalProperties: (self.role, number) = (.additionalProperties, 0)
      case .patternProperty(let property, _):
        (self.role, number) = (.patternProperty, Int32(truncatingIfNeeded: property))
      case .items: (self.role, number) = (.items, 0)
      case .prefixItem: (self.role, number) = (.prefixItem, 0)
      case .choice: (self.role, number) = (.choice, 0)
      }
    }

    func recordRole(in parent: NodeRecord?, position: Int) -> RecordRole {
      switch role {
      case .root: .root
      case .definition: .definition(Int(number))
      case .property: .property(Int(number), position: position)
      case .additionalProperties: .additionalProperties
      case .patternProperty:
        .patternProperty(
          Int(number),
          position: position - Int(parent?.count ?? 0) - (parent?.hasAdditional == true ? 1 : 0))
      case .items: .items
      case .prefixItem: .prefixItem(position: position)
      case .choice: .choice(position: position)
      }
    }
  }

  /// Leads a visitor through all nodes: the root first, then each definition.
  func walk<Visitor: RecordVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
    try walkRoot(&visitor)
    var open = FlatList<Open>(capacity: 16)
    for index in 0..<definitions.count {
      try walk(&visitor, &open, from: Int(definitions[index].node), as: .definition(index))
    }
  }

  /// Leads a visitor through the root alone.
  func walkRoot<Visitor: RecordVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
    var open = FlatList<Open>(capacity: 16)
    try walk(&visitor, &open, from: 0, as: .root)
  }

  private func walk<Visitor: RecordVisitor>(
    _ visitor: inout Visitor, _ open: inout FlatList<Open>, from start: Int, as role: RecordRole
  ) throws(Visitor.Failure) {
    try enter(&visitor, &open, start, role)
    while !open.isEmpty {
      let top = open.count - 1
      let index = Int(open[top].index)
      let position = Int(open[top].next)
      guard position < nodes[index].childCount else {
        let parent = nodes[index].parent < 0 ? nil : nodes[Int(nodes[index].parent)]
        let role = open[top].recordRole(in: parent, position: Int(nodes[index].position))
        open.removeLast()
        try visitor.leave(index, nodes[index], as: role)
        continue
      }
      open[top].next += 1
      let first = Int(nodes[index].first)
      switch nodes[index].kind {
      case .object:
        if nodes[index].extraCount > 0 {
          try enterProperty(&visitor, &open, nodes[index], position)
          continue
        }
        try enter(
          &visitor, &open, Int(properties[first + position].node),
          .property(first + position, position: position))
      case .tuple:
        try enter(&visitor, &open, Int(choices[first + position]), .prefixItem(position: position))
      case .anyOf:
        try enter(&visitor, &open, Int(choices[first + position]), .choice(position: position))
      default: try enter(&visitor, &open, first, .items)
      }
    }
  }

  /// Enters a child of an object that has further properties: these first, then those named.
  private func enterProperty<Visitor: RecordVisitor>(
    _ visitor: inout Visitor, _ open: inout FlatList<Open>, _ record: NodeRecord, _ position: Int
  ) throws(Visitor.Failure) {
    let index = Int(record.first) + record.record(atVisit: position)
    let role: RecordRole
    if position >= record.extraCount {
      role = .property(index, position: position - record.extraCount)
    } else if position == 0, record.hasAdditional {
      role = .additionalProperties
    } else {
      role = .patternProperty(index, position: position - (record.hasAdditional ? 1 : 0))
    }
    try enter(&visitor, &open, Int(properties[index].node), role)
  }

  @inline(__always)
  private func enter<Visitor: RecordVisitor>(
    _ visitor: inout Visitor, _ open: inout FlatList<Open>, _ index: Int, _ role: RecordRole
  ) throws(Visitor.Failure) {
    let record = nodes[index]
    try visitor.enter(index, record, as: role)
    switch record.kind {
    case .array, .tuple, .object, .anyOf: open.append(Open(index, as: role))
    default: try visitor.leave(index, record, as: role)
    }
  }
}
