/// The elements of a list or text in order, found by index or by element in logarithmic time.
///
/// A B+ tree in flat arrays: leaves have the rows of elements with their widths, and inner nodes
/// have the sums of the widths below. A deleted element stays with the width 0; only undoing
/// removes elements. Nodes refer to each other by index and are not reference-counted. A
/// ``LeafTable`` has the leaf of each element, so the index of an element is found without a search
/// of all leaves.
struct SequenceTree {
  /// A place in a leaf, at which an element is or will be inserted.
  struct Position: Equatable {
    fileprivate let leaf: TableIndex<Leaf>
    fileprivate let offset: Int

    /// The next place in the same leaf.
    var following: Position { Position(leaf: leaf, offset: offset + 1) }
  }

  /// Some successive elements.
  struct Leaf {
    fileprivate var elements: [RowIndex] = []
    fileprivate var widths: [UInt32] = []
    fileprivate var width: UInt64 = 0
    /// The number of elements that are edges of marks.
    fileprivate var markCount = 0
    /// A lower bound of the counters of the elements.
    fileprivate var smallestCounter = UInt32.max
    @OptionalIndex fileprivate var parent: TableIndex<Node>?
    @OptionalIndex fileprivate var next: TableIndex<Leaf>?
  }

  private static let maximumElements = 128
  private static let maximumChildren = 32

  private var leaves: [Leaf] = [Leaf()]
  private var nodes: [Node] = []
  /// The root node; `nil` if there is only one leaf.
  @OptionalIndex private var root: TableIndex<Node>?
  private var lastLeaf = TableIndex<Leaf>.first
  /// The sum of the widths of all elements.
  private(set) var width: UInt64 = 0
  /// The number of elements, including those of width 0.
  private var count = 0

  /// The place before the first element.
  static let start = Position(leaf: .first, offset: 0)

  /// The place after the last element.
  var end: Position { Position(leaf: lastLeaf, offset: leaves[lastLeaf].elements.count) }
}

// Finding.
extension SequenceTree {
  /// Returns the place of the element that contains an index, and the total width of the elements
  /// before it.
  ///
  /// Returns `nil` if the index is not less than the width of the sequence.
  func position(at index: UInt64) -> (position: Position, before: UInt64)? {
    guard index < width else { return nil }
    var rest = index
    var leaf = TableIndex<Leaf>.first
    var node = root
    while let current = node {
      var child = 0
      let widths = nodes[current].widths
      while child + 1 < widths.count, rest >= widths[child] {
        rest -= widths[child]
        child += 1
      }
      switch nodes[current].children {
      case .leaves(let leaves): (leaf, node) = (leaves[child], nil)
      case .nodes(let nodes): node = nodes[child]
      }
    }
    let widths = leaves[leaf].widths
    var offset = 0
    while offset + 1 < widths.count, rest >= UInt64(widths[offset]) {
      rest -= UInt64(widths[offset])
      offset += 1
    }
    return (Position(leaf: leaf, offset: offset), index - rest)
  }

  /// Returns the place of an element.
  func position(of element: RowIndex, in leafOf: LeafTable) -> Position? {
    let leaf = leafOf[element]
    guard leaf.value < leaves.count, let offset = leaves[leaf].elements.firstIndex(of: element)
    else { return nil }
    return Position(leaf: leaf, offset: offset)
  }

  /// Returns the sum of the widths before a place, which is the index of its element.
  func widthBefore(_ position: Position) -> UInt64 {
    var sum: UInt64 = 0
    for width in leaves[position.leaf].widths.prefix(position.offset) { sum += UInt64(width) }
    guard var node = leaves[position.leaf].parent else { return sum }
    sum += nodes[node].widthBefore(.leaf(position.leaf))
    while let parent = nodes[node].parent {
      sum += nodes[parent].widthBefore(.node(node))
      node = parent
    }
    return sum
  }

  /// Returns the element at a place; `nil` at the end of a leaf.
  func element(at position: Position) -> RowIndex? {
    let elements = leaves[position.leaf].elements
    return position.offset < elements.count ? elements[position.offset] : nil
  }

  func width(at position: Position) -> UInt32 { leaves[position.leaf].widths[position.offset] }

  /// Returns the place of the element at or after a place; `nil` at the end.
  func normalized(_ position: Position) -> Position? {
    var position = position
    while position.offset >= leaves[position.leaf].elements.count {
      guard let next = leaves[position.leaf].next else { return nil }
      position = Position(leaf: next, offset: 0)
    }
    return position
  }

  /// Returns the first place at or after a place whose leaf has an edge of a mark or a visible
  /// value; `nil` at the end.
  ///
  /// It skips all other leaves; otherwise a search for edges of marks would visit each deleted
  /// element.
  func positionOfMark(from position: Position) -> Position? {
    var next = normalized(position)
    while let position = next {
      let leaf = leaves[position.leaf]
      guard leaf.width == 0, leaf.markCount == 0 else { break }
      next = normalized(Position(leaf: position.leaf, offset: leaf.elements.count))
    }
    return next
  }

  /// Returns the place after an element, or after its leaf if all counters in the leaf are greater
  /// than a given counter.
  ///
  /// Without this function, a search for an element with a lower counter would visit each element,
  /// and many concurrent insertions at one place would take quadratic time.
  func position(behind position: Position, laterThan counter: UInt32) -> Position {
    let leaf = leaves[position.leaf]
    guard leaf.smallestCounter > counter else { return position.following }
    return Position(leaf: position.leaf, offset: leaf.elements.count)
  }

  /// Calls a closure with each element and its width, in order, until it returns `false`.
  func forEach(_ body: (RowIndex, UInt32) -> Bool) {
    var next = Optional(SequenceTree.start.leaf)
    var offset = SequenceTree.start.offset
    while let leaf = next {
      let elements = leaves[leaf].elements
      let widths = leaves[leaf].widths
      while offset < elements.count {
        guard body(elements[offset], widths[offset]) else { return }
        offset += 1
      }
      next = leaves[leaf].next
      offset = 0
    }
  }
}

// Edges of marks.
extension SequenceTree {
  /// Calls a closure with each edge of a mark and the total width before it, in order.
  ///
  /// It reads only the leaves that have such edges.
  func forEachMark(in rows: RowTable, _ body: (RowIndex, UInt64) -> Void) {
    var before: UInt64 = 0
    var next = Optional(SequenceTree.start.leaf)
    while let leaf = next {
      next = leaves[leaf].next
      guard leaves[leaf].markCount > 0 else {
        before += leaves[leaf].width
        continue
      }
      for (element, width) in zip(leaves[leaf].elements, leaves[leaf].widths) {
        if rows[element].action == .mark { body(element, before) }
        before += UInt64(width)
      }
    }
  }
}

// Changing.
extension SequenceTree {
  /// Inserts an element at a place.
  @discardableResult
  mutating func insert(
    _ element: RowIndex, width: UInt32, at position: Position, rows: RowTable,
    leafOf: inout LeafTable
  ) -> Position {
    var position = position
    if leaves[position.leaf].elements.count >= Self.maximumElements {
      position = roomBehind(position) ?? split(position, rows: rows, leafOf: &leafOf)
    }
    count += 1
    leaves[position.leaf].elements.insert(element, at: position.offset)
    leaves[position.leaf].widths.insert(width, at: position.offset)
    let smallest = min(leaves[position.leaf].smallestCounter, rows[element].id.counter)
    leaves[position.leaf].smallestCounter = smallest
    if rows[element].action == .mark { leaves[position.leaf].markCount += 1 }
    leafOf[element] = position.leaf
    if width > 0 { addWidth(UInt64(width), to: position.leaf) }
    return position
  }

  /// Returns the first place of the next leaf, if the place is at the end of its leaf and the next
  /// leaf has room.
  ///
  /// Without this function, each element that is inserted after a full leaf would get its own leaf.
  private func roomBehind(_ position: Position) -> Position? {
    let leaf = leaves[position.leaf]
    guard position.offset == leaf.elements.count, let next = leaf.next,
      leaves[next].elements.count < Self.maximumElements
    else { return nil }
    return Position(leaf: next, offset: 0)
  }

  /// Removes the element at a place.
  ///
  /// Only undoing removes elements.
  ///
  /// The leaf stays, even if it is empty. Call ``compact(rows:leafOf:)`` after the last removal.
  mutating func remove(at position: Position, rows: RowTable) {
    setWidth(0, at: position)
    count -= 1
    let element = leaves[position.leaf].elements.remove(at: position.offset)
    if rows[element].action == .mark { leaves[position.leaf].markCount -= 1 }
    leaves[position.leaf].widths.remove(at: position.offset)
  }

  /// Rebuilds the tree if removals have left many more leaves than the elements need.
  ///
  /// At least half as many insertions as elements precede this state, so the total time of undoing
  /// stays linear.
  mutating func compact(rows: RowTable, leafOf: inout LeafTable) {
    guard leaves.count > 2 + count / (Self.maximumElements / 4) else { return }
    var compacted = SequenceTree()
    forEach { element, width in
      compacted.insert(
        element, width: width, at: compacted.end, rows: rows, leafOf: &leafOf)
      return true
    }
    self = compacted
  }

  mutating func setWidth(_ width: UInt32, at position: Position) {
    let old = leaves[position.leaf].widths[position.offset]
    guard old != width else { return }
    leaves[position.leaf].widths[position.offset] = width
    addWidth(UInt64(width) &- UInt64(old), to: position.leaf)
  }

  /// Adds a difference, which wraps around if it is negative, to the sums above a leaf.
  private mutating func addWidth(_ difference: UInt64, to leaf: TableIndex<Leaf>) {
    width &+= difference
    leaves[leaf].width &+= difference
    guard var node = leaves[leaf].parent else { return }
    if let place = nodes[node].children.place(of: .leaf(leaf)) {
      nodes[node].widths[place] &+= difference
    }
    while let parent = nodes[node].parent {
      if let place = nodes[parent].children.place(of: .node(node)) {
        nodes[parent].widths[place] &+= difference
      }
      node = parent
    }
  }

  /// Makes room at a place in a full leaf, and returns its new place.
  private mutating func split(
    _ position: Position, rows: RowTable, leafOf: inout LeafTable
  ) -> Position {
    let old = position.leaf
    // An insertion after the last element moves no element, so typing at the end gives full leaves.
    let kept =
      position.offset == leaves[old].elements.count
      ? position.offset : leaves[old].elements.count / 2
    let added = TableIndex<Leaf>(leaves.count)
    var leaf = Leaf()
    leaf.elements.reserveCapacity(Self.maximumElements)
    leaf.widths.reserveCapacity(Self.maximumElements)
    leaf.elements.append(contentsOf: leaves[old].elements[kept...])
    leaf.widths.append(contentsOf: leaves[old].widths[kept...])
    leaf.next = leaves[old].next
    for width in leaf.widths { leaf.width += UInt64(width) }
    for element in leaf.elements { leafOf[element] = added }
    leaves[old].elements.removeSubrange(kept...)
    leaves[old].widths.removeSubrange(kept...)
    leaves[old].width -= leaf.width
    leaf.markCount = leaf.elements.count { rows[$0].action == .mark }
    leaves[old].markCount -= leaf.markCount
    leaf.smallestCounter = Self.smallestCounter(of: leaf.elements, in: rows)
    leaves[old].smallestCounter = Self.smallestCounter(of: leaves[old].elements, in: rows)
    leaves[old].next = added
    if lastLeaf == old { lastLeaf = added }
    let parent = leaves[old].parent
    leaves.append(leaf)
    attach(
      .leaf(added), width: leaf.width, after: .leaf(old), width: leaves[old].width, to: parent)
    if position.offset < kept { return position }
    return Position(leaf: added, offset: position.offset - kept)
  }

  private static func smallestCounter(of elements: [RowIndex], in rows: RowTable) -> UInt32 {
    elements.reduce(.max) { min($0, rows[$1].id.counter) }
  }

  /// Adds a new sibling to the nodes above, which may also have to be split.
  private mutating func attach(
    _ added: Child, width addedWidth: UInt64, after child: Child, width childWidth: UInt64,
    to parent: TableIndex<Node>?
  ) {
    guard let parent else {
      let top = TableIndex<Node>(nodes.count)
      nodes.append(Node(children: Children(child), widths: [childWidth]))
      root = top
      setParent(top, of: child)
      return attach(added, width: addedWidth, after: child, width: childWidth, to: top)
    }
    guard let place = nodes[parent].children.place(of: child) else { return }
    nodes[parent].widths[place] = childWidth
    nodes[parent].children.insert(added, at: place + 1)
    nodes[parent].widths.insert(addedWidth, at: place + 1)
    setParent(parent, of: added)
    if nodes[parent].widths.count > Self.maximumChildren { splitNode(parent) }
  }

  /// Moves half of a node's children to a new node next to it.
  ///
  /// A tree of 2^32 elements has fewer than ten levels, which bounds the depth of the recursion.
  private mutating func splitNode(_ index: TableIndex<Node>) {
    let kept = nodes[index].widths.count / 2
    let added = TableIndex<Node>(nodes.count)
    let children = nodes[index].children.split(at: kept)
    let widths = Array(nodes[index].widths[kept...])
    nodes[index].widths.removeSubrange(kept...)
    nodes.append(Node(children: children, widths: widths))
    switch children {
    case .leaves(let moved): for leaf in moved { setParent(added, of: .leaf(leaf)) }
    case .nodes(let moved): for node in moved { setParent(added, of: .node(node)) }
    }
    attach(
      .node(added), width: widths.reduce(0, &+), after: .node(index),
      width: nodes[index].widths.reduce(0, &+), to: nodes[index].parent)
  }

  private mutating func setParent(_ parent: TableIndex<Node>, of child: Child) {
    switch child {
    case .leaf(let leaf): leaves[leaf].parent = parent
    case .node(let node): nodes[node].parent = parent
    }
  }
}

// Invariants.
extension SequenceTree {
  /// Checks that the leaves are linked in the order of the tree, that each element has its leaf,
  /// and that all sums are the sums of their parts.
  func checkInvariants(rows: RowTable, leafOf: LeafTable) {
    #if DEBUG
    var next: TableIndex<Leaf>? = .first
    var elements = 0
    func checkLeaf(_ index: TableIndex<Leaf>, _ parent: TableIndex<Node>?) -> UInt64 {
      let leaf = leaves[index]
      assert(index == next, "leaf \(index.value) is not linked in order")
      assert(leaf.parent == parent, "leaf \(index.value) has another parent")
      assert(leaf.elements.count == leaf.widths.count, "an element has no width")
      assert(leaf.elements.count <= Self.maximumElements, "leaf \(index.value) is too large")
      var (width, marks): (UInt64, Int) = (0, 0)
      for (element, elementWidth) in zip(leaf.elements, leaf.widths) {
        width += UInt64(elementWidth)
        marks += rows[element].action == .mark ? 1 : 0
        assert(leafOf[element] == index, "row \(element.value) has another leaf")
        assert(rows[element].id.counter >= leaf.smallestCounter, "a counter is below the bound")
      }
      assert(width == leaf.width && marks == leaf.markCount, "leaf \(index.value) is miscounted")
      elements += leaf.elements.count
      if leaf.next == nil { assert(index == lastLeaf, "leaf \(index.value) is not the last") }
      next = leaf.next
      return width
    }
    // A tree of 2^32 elements has fewer than ten levels, which bounds the depth of the recursion.
    func checkNode(_ index: TableIndex<Node>, _ parent: TableIndex<Node>?) -> UInt64 {
      let node = nodes[index]
      assert(node.parent == parent, "node \(index.value) has another parent")
      assert(node.widths.count <= Self.maximumChildren, "node \(index.value) is too large")
      let widths =
        switch node.children {
        case .leaves(let leaves): leaves.map { checkLeaf($0, index) }
        case .nodes(let nodes): nodes.map { checkNode($0, index) }
        }
      assert(widths == node.widths, "node \(index.value) has other sums than its children")
      return widths.reduce(0, +)
    }
    let sum = root.map { checkNode($0, nil) } ?? checkLeaf(.first, nil)
    assert(next == nil, "leaf \(next?.value ?? 0) is not in the tree")
    assert(sum == width && elements == count, "the tree is miscounted")
    #endif
  }
}

/// The leaves of the elements of all sequences, by their rows; only a ``SequenceTree`` sets them.
struct LeafTable {
  private var leaves: [TableIndex<SequenceTree.Leaf>] = []

  /// The leaf of an element; the first leaf for a row that was never inserted.
  fileprivate(set) subscript(element: RowIndex) -> TableIndex<SequenceTree.Leaf> {
    get { element.value < leaves.count ? leaves[element.value] : .first }
    set {
      while leaves.count <= element.value { leaves.append(.first) }
      leaves[element.value] = newValue
    }
  }
}
