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
  case items
  case choice(position: Int)

  func schemaRole(in storage: GraphStorage) -> SchemaRole {
    switch self {
    case .root: .root
    case .definition(let index):
      .definition(SchemaGraph.Definition(storage: storage, index: index))
    case .property(let index, let position):
      .property(SchemaGraph.Property(storage: storage, index: index), position: position)
    case .items: .items
    case .choice(let position): .choice(position: position)
    }
  }
}

extension GraphStorage {
  /// A node that was entered and not yet left.
  private struct Open {
    let index: Int
    let record: NodeRecord
    let role: RecordRole
    var next = 0
  }

  /// Leads a visitor through all nodes: the root first, then each definition.
  func walk<Visitor: RecordVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
    var open = FlatList<Open>(capacity: 16)
    try walk(&visitor, &open, from: 0, as: .root)
    for index in 0..<definitions.count {
      try walk(&visitor, &open, from: Int(definitions[index].node), as: .definition(index))
    }
  }

  private func walk<Visitor: RecordVisitor>(
    _ visitor: inout Visitor, _ open: inout FlatList<Open>, from start: Int, as role: RecordRole
  ) throws(Visitor.Failure) {
    try enter(&visitor, &open, start, role)
    while !open.isEmpty {
      let top = open.count - 1
      let position = open[top].next
      let record = open[top].record
      guard position < record.count else {
        try visitor.leave(open[top].index, record, as: open[top].role)
        open.removeLast()
        continue
      }
      open[top].next = position + 1
      let first = Int(record.first)
      switch record.kind {
      case .object:
        try enter(
          &visitor, &open, Int(properties[first + position].node),
          .property(first + position, position: position))
      case .anyOf:
        try enter(&visitor, &open, Int(choices[first + position]), .choice(position: position))
      default: try enter(&visitor, &open, first, .items)
      }
    }
  }

  @inline(__always)
  private func enter<Visitor: RecordVisitor>(
    _ visitor: inout Visitor, _ open: inout FlatList<Open>, _ index: Int, _ role: RecordRole
  ) throws(Visitor.Failure) {
    let record = nodes[index]
    try visitor.enter(index, record, as: role)
    switch record.kind {
    case .array, .object, .anyOf:
      open.append(Open(index: index, record: record, role: role))
    default: try visitor.leave(index, record, as: role)
    }
  }
}
