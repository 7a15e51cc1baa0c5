// The inner nodes, which only the file of the tree enters into it.
extension SequenceTree {
  /// An inner node, whose children are all leaves or all nodes.
  struct Node {
    var children: Children
    var widths: [UInt64]
    @OptionalIndex var parent: TableIndex<Node>?

    func widthBefore(_ child: Child) -> UInt64 {
      guard let place = children.place(of: child) else { return 0 }
      return widths.prefix(place).reduce(0, &+)
    }
  }

  /// The children of a node.
  ///
  /// All children have the same kind, so the kind is not stored for each child.
  enum Children {
    case leaves([TableIndex<Leaf>])
    case nodes([TableIndex<Node>])
  }

  enum Child {
    case leaf(TableIndex<Leaf>)
    case node(TableIndex<Node>)
  }
}

extension SequenceTree.Children {
  init(_ child: SequenceTree.Child) {
    switch child {
    case .leaf(let leaf): self = .leaves([leaf])
    case .node(let node): self = .nodes([node])
    }
  }

  func place(of child: SequenceTree.Child) -> Int? {
    switch (self, child) {
    case (.leaves(let leaves), .leaf(let leaf)): leaves.firstIndex(of: leaf)
    case (.nodes(let nodes), .node(let node)): nodes.firstIndex(of: node)
    case (.leaves, .node), (.nodes, .leaf): nil
    }
  }

  /// Inserts a child, which must have the same kind as the others.
  mutating func insert(_ child: SequenceTree.Child, at place: Int) {
    switch (self, child) {
    case (.leaves(var leaves), .leaf(let leaf)):
      leaves.insert(leaf, at: place)
      self = .leaves(leaves)
    case (.nodes(var nodes), .node(let node)):
      nodes.insert(node, at: place)
      self = .nodes(nodes)
    case (.leaves, .node), (.nodes, .leaf): break
    }
  }

  /// Removes the children from a place on, and returns them.
  mutating func split(at place: Int) -> SequenceTree.Children {
    switch self {
    case .leaves(let leaves):
      self = .leaves(Array(leaves[..<place]))
      return .leaves(Array(leaves[place...]))
    case .nodes(let nodes):
      self = .nodes(Array(nodes[..<place]))
      return .nodes(Array(nodes[place...]))
    }
  }
}
