/// The elements of a list or text in order, found by index or by element in logarithmic time.
///
/// A B+ tree in flat arrays: leaves have the rows of elements with their widths, inner nodes have
/// the sums of the widths below. A deleted element stays with width 0, so only undoing removes
/// elements. Nodes refer to each other by index and are not reference-counted. An element's row has
/// its leaf, so its index is found quickly.
struct SequenceTree {
  /// A place in a leaf: that of an element, or of an insertion.
  struct Position: Equatable {
    var leaf: UInt32
    var offset: Int
  }

  private struct Leaf {
    var elements: [RowIndex] = []
    var widths: [UInt32] = []
    var width: UInt64 = 0
    /// The number of elements that are edges of marks.
    var markCount = 0
    /// A lower bound of the counters in the elements' identities.
    var smallestCounter = UInt32.max
    var parent = SequenceTree.none
    var next = SequenceTree.none
  }

  private struct Node {
    var children: [UInt32] = []
    var widths: [UInt64] = []
    var parent = SequenceTree.none
    let holdsLeaves: Bool
  }

  private static let none = UInt32.max
  private static let maximumElements = 128
  private static let maximumChildren = 32

  private var leaves: [Leaf] = [Leaf()]
  private var nodes: [Node] = []
  /// The node above all others; ``none`` while there is one leaf.
  private var root = SequenceTree.none
  private var lastLeaf: UInt32 = 0
  /// The sum of the widths of all elements.
  private(set) var width: UInt64 = 0
  /// The number of elements, including those of width 0.
  private var count = 0

  /// The place before the first element.
  static let start = Position(leaf: 0, offset: 0)

  /// The place after the last element.
  var end: Position {
    Position(leaf: lastLeaf, offset: leaves[Int(lastLeaf)].elements.count)
  }
}

// Finding.
extension SequenceTree {
  /// Returns the place of the element that contains an index, and the width of the elements before
  /// it; `nil` if the index is at the end or beyond.
  func position(at index: UInt64) -> (position: Position, before: UInt64)? {
    guard index < width else { return nil }
    var rest = index
    var leaf: UInt32 = 0
    var node = root
    while node != Self.none {
      var child = 0
      let widths = nodes[Int(node)].widths
      while child + 1 < widths.count, rest >= widths[child] {
        rest -= widths[child]
        child += 1
      }
      let next = nodes[Int(node)].children[child]
      if nodes[Int(node)].holdsLeaves {
        leaf = next
        break
      }
      node = next
    }
    let widths = leaves[Int(leaf)].widths
    var offset = 0
    while offset + 1 < widths.count, rest >= UInt64(widths[offset]) {
      rest -= UInt64(widths[offset])
      offset += 1
    }
    return (Position(leaf: leaf, offset: offset), index - rest)
  }

  /// Returns the place of an element, whose row has the leaf.
  func position(of element: RowIndex, in rows: [OpRow]) -> Position? {
    let leaf = rows[element].leaf
    guard Int(leaf) < leaves.count,
      let offset = leaves[Int(leaf)].elements.firstIndex(of: element)
    else { return nil }
    return Position(leaf: leaf, offset: offset)
  }

  /// Returns the sum of the widths before a place, which is the index of its element.
  func widthBefore(_ position: Position) -> UInt64 {
    var sum: UInt64 = 0
    for width in leaves[Int(position.leaf)].widths.prefix(position.offset) { sum += UInt64(width) }
    var child = position.leaf
    var node = leaves[Int(child)].parent
    while node != Self.none {
      for (sibling, width) in zip(nodes[Int(node)].children, nodes[Int(node)].widths) {
        if sibling == child { break }
        sum += width
      }
      child = node
      node = nodes[Int(node)].parent
    }
    return sum
  }

  /// Returns the element at a place; `nil` at the end of a leaf.
  func element(at position: Position) -> RowIndex? {
    let elements = leaves[Int(position.leaf)].elements
    return position.offset < elements.count ? elements[position.offset] : nil
  }

  func width(at position: Position) -> UInt32 {
    leaves[Int(position.leaf)].widths[position.offset]
  }

  /// Returns the place if it has an element, otherwise the place of the next element; `nil` at the
  /// end.
  func normalized(_ position: Position) -> Position? {
    var position = position
    while position.offset >= leaves[Int(position.leaf)].elements.count {
      position = Position(leaf: leaves[Int(position.leaf)].next, offset: 0)
      if position.leaf == Self.none { return nil }
    }
    return position
  }

  /// Returns the place of the first element from a place on, except for whole leaves of deleted
  /// values; `nil` at the end.
  ///
  /// A search for the edges of marks would otherwise read each value that was deleted from a text.
  func positionOfMark(from position: Position) -> Position? {
    var next = normalized(position)
    while let position = next {
      let leaf = leaves[Int(position.leaf)]
      guard leaf.width == 0, leaf.markCount == 0 else { break }
      next = normalized(Position(leaf: position.leaf, offset: leaf.elements.count))
    }
    return next
  }

  /// Returns the place after an element, or after its whole leaf if all counters of the leaf are
  /// greater than a number.
  ///
  /// A search for an earlier element would otherwise read each one, and a list with many insertions
  /// of others would take quadratic time.
  func position(behind position: Position, laterThan counter: UInt32) -> Position {
    let leaf = leaves[Int(position.leaf)]
    let isLater = leaf.smallestCounter > counter
    return Position(
      leaf: position.leaf, offset: isLater ? leaf.elements.count : position.offset + 1)
  }

  /// Returns the place of the next element; `nil` at the end.
  func position(after position: Position) -> Position? {
    normalized(Position(leaf: position.leaf, offset: position.offset + 1))
  }

  /// Calls a closure with each element and its width, in order, until it returns `false`.
  func forEach(
    from start: Position = SequenceTree.start, _ body: (RowIndex, UInt32) -> Bool
  ) {
    var leaf = start.leaf
    var offset = start.offset
    while leaf != Self.none {
      let elements = leaves[Int(leaf)].elements
      let widths = leaves[Int(leaf)].widths
      while offset < elements.count {
        guard body(elements[offset], widths[offset]) else { return }
        offset += 1
      }
      leaf = leaves[Int(leaf)].next
      offset = 0
    }
  }
}

// Changing.
extension SequenceTree {
  /// Inserts an element at a place.
  ///
  /// - Returns: The place of the element.
  @discardableResult
  mutating func insert(
    _ element: RowIndex, width: UInt32, at position: Position, rows: inout [OpRow]
  ) -> Position {
    var position = position
    if leaves[Int(position.leaf)].elements.count >= Self.maximumElements {
      position = roomBehind(position) ?? split(position, rows: &rows)
    }
    count += 1
    leaves[Int(position.leaf)].elements.insert(element, at: position.offset)
    leaves[Int(position.leaf)].widths.insert(width, at: position.offset)
    let smallest = min(leaves[Int(position.leaf)].smallestCounter, rows[element].id.counter)
    leaves[Int(position.leaf)].smallestCounter = smallest
    if rows[element].action == .mark { leaves[Int(position.leaf)].markCount += 1 }
    rows[element].leaf = position.leaf
    if width > 0 { addWidth(UInt64(width), to: position.leaf) }
    return position
  }

  /// Returns the place at the beginning of the next leaf, if that has room.
  ///
  /// Without it each element that is inserted after a full leaf would get its own leaf.
  private func roomBehind(_ position: Position) -> Position? {
    let leaf = leaves[Int(position.leaf)]
    guard position.offset == leaf.elements.count, leaf.next != Self.none,
      leaves[Int(leaf.next)].elements.count < Self.maximumElements
    else { return nil }
    return Position(leaf: leaf.next, offset: 0)
  }

  /// Removes the element at a place, which only undoing does.
  ///
  /// Its leaf stays, even if it is empty; ``compact(rows:)`` follows after the last one.
  mutating func remove(at position: Position, rows: [OpRow]) {
    setWidth(0, at: position)
    count -= 1
    let element = leaves[Int(position.leaf)].elements.remove(at: position.offset)
    if rows[element].action == .mark { leaves[Int(position.leaf)].markCount -= 1 }
    leaves[Int(position.leaf)].widths.remove(at: position.offset)
  }

  /// Rebuilds the tree if removals have left many more leaves than the elements need.
  ///
  /// Reaching this state took at least half as many insertions as there are elements, so undoing
  /// stays linear.
  mutating func compact(rows: inout [OpRow]) {
    guard leaves.count > 2 + count / (Self.maximumElements / 4) else { return }
    var compacted = SequenceTree()
    forEach { element, width in
      compacted.insert(element, width: width, at: compacted.end, rows: &rows)
      return true
    }
    self = compacted
  }

  mutating func setWidth(_ width: UInt32, at position: Position) {
    let old = leaves[Int(position.leaf)].widths[position.offset]
    guard old != width else { return }
    leaves[Int(position.leaf)].widths[position.offset] = width
    addWidth(UInt64(width) &- UInt64(old), to: position.leaf)
  }

  /// Adds a difference, which wraps around if it is negative, to the sums above a leaf.
  private mutating func addWidth(_ difference: UInt64, to leaf: UInt32) {
    width &+= difference
    leaves[Int(leaf)].width &+= difference
    var child = leaf
    var node = leaves[Int(leaf)].parent
    while node != Self.none {
      if let place = nodes[Int(node)].children.firstIndex(of: child) {
        nodes[Int(node)].widths[place] &+= difference
      }
      child = node
      node = nodes[Int(node)].parent
    }
  }

  /// Makes room at a place in a full leaf, and returns its new place.
  private mutating func split(_ position: Position, rows: inout [OpRow]) -> Position {
    let old = Int(position.leaf)
    // After the last element nothing moves, so that typing at the end leaves full leaves.
    let kept =
      position.offset == leaves[old].elements.count
      ? position.offset : leaves[old].elements.count / 2
    let added = UInt32(leaves.count)
    var leaf = Leaf()
    leaf.elements.reserveCapacity(Self.maximumElements)
    leaf.widths.reserveCapacity(Self.maximumElements)
    leaf.elements.append(contentsOf: leaves[old].elements[kept...])
    leaf.widths.append(contentsOf: leaves[old].widths[kept...])
    leaf.next = leaves[old].next
    for width in leaf.widths { leaf.width += UInt64(width) }
    for element in leaf.elements { rows[element].leaf = added }
    leaves[old].elements.removeSubrange(kept...)
    leaves[old].widths.removeSubrange(kept...)
    leaves[old].width -= leaf.width
    leaf.markCount = leaf.elements.count { rows[$0].action == .mark }
    leaves[old].markCount -= leaf.markCount
    leaf.smallestCounter = Self.smallestCounter(of: leaf.elements, in: rows)
    leaves[old].smallestCounter = Self.smallestCounter(of: leaves[old].elements, in: rows)
    leaves[old].next = added
    if lastLeaf == position.leaf { lastLeaf = added }
    let parent = leaves[old].parent
    leaves.append(leaf)
    attach(
      added, width: leaf.width, after: position.leaf, width: leaves[old].width, to: parent,
      holdsLeaves: true)
    if position.offset < kept { return position }
    return Position(leaf: added, offset: position.offset - kept)
  }

  private static func smallestCounter(of elements: [RowIndex], in rows: [OpRow]) -> UInt32 {
    elements.reduce(.max) { min($0, rows[$1].id.counter) }
  }

  /// Adds a new sibling to the nodes above, which may also have to be split.
  private mutating func attach(
    _ added: UInt32, width addedWidth: UInt64, after child: UInt32, width childWidth: UInt64,
    to parent: UInt32, holdsLeaves: Bool
  ) {
    guard parent != Self.none else {
      var node = Node(holdsLeaves: holdsLeaves)
      node.children = [child, added]
      node.widths = [childWidth, addedWidth]
      root = UInt32(nodes.count)
      nodes.append(node)
      setParent(root, of: child, isLeaf: holdsLeaves)
      return setParent(root, of: added, isLeaf: holdsLeaves)
    }
    guard let place = nodes[Int(parent)].children.firstIndex(of: child) else { return }
    nodes[Int(parent)].widths[place] = childWidth
    nodes[Int(parent)].children.insert(added, at: place + 1)
    nodes[Int(parent)].widths.insert(addedWidth, at: place + 1)
    setParent(parent, of: added, isLeaf: holdsLeaves)
    if nodes[Int(parent)].children.count > Self.maximumChildren { splitNode(parent) }
  }

  /// Moves half of a node's children to a new node next to it.
  ///
  /// A tree of 2^32 elements has less than ten levels, which bounds the depth of the recursion.
  private mutating func splitNode(_ index: UInt32) {
    let kept = nodes[Int(index)].children.count / 2
    let added = UInt32(nodes.count)
    var node = Node(holdsLeaves: nodes[Int(index)].holdsLeaves)
    node.children = Array(nodes[Int(index)].children[kept...])
    node.widths = Array(nodes[Int(index)].widths[kept...])
    nodes[Int(index)].children.removeSubrange(kept...)
    nodes[Int(index)].widths.removeSubrange(kept...)
    nodes.append(node)
    for child in node.children { setParent(added, of: child, isLeaf: node.holdsLeaves) }
    attach(
      added, width: node.widths.reduce(0, &+), after: index,
      width: nodes[Int(index)].widths.reduce(0, &+), to: nodes[Int(index)].parent,
      holdsLeaves: false)
  }

  private mutating func setParent(_ parent: UInt32, of child: UInt32, isLeaf: Bool) {
    if isLeaf {
      leaves[Int(child)].parent = parent
    } else {
      nodes[Int(child)].parent = parent
    }
  }
}
