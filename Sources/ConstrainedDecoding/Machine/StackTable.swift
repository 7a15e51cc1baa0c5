import ContentStorage

/// Stacks: the places to return to, with those after them.
///
/// Equal stacks have one index, so that they are compared and looked up at once. An index is never
/// reused, since matchers keep it. When there are too many stacks, ``MaskCache`` begins another
/// workspace, and each matcher takes along the stacks that it still needs.
///
/// Its tables are classes, for speed (see ``GrowingTable``), and copies share them, so only one
/// owner may keep it.
struct StackTable {
  private let nodes = GrowingTable<StackNode>(capacity: 64)
  private let indices = ItemTable<StackNode>()

  init() { nodes.append(StackNode(position: .end, parent: .empty)) }

  var count: Int { nodes.count }

  /// The memory of the table, in bytes.
  var byteCount: Int { nodes.byteCount + indices.byteCount }

  subscript(stack: StackIndex) -> StackNode { nodes[stack] }

  /// The stack that has one more place to return to.
  func push(_ position: Position, onto parent: StackIndex) -> StackIndex {
    let key = Item(position: position, stack: parent)
    if let known = indices.entry(of: key) { return known }
    let stack = nodes.add(StackNode(position: position, parent: parent))
    indices.insert(key, stack)
    return stack
  }

  /// The item after a value.
  func popped(_ stack: StackIndex) -> Item {
    let node = nodes[stack]
    return Item(position: node.position, stack: node.parent)
  }

  /// Takes over the stacks of items of another table of the same grammar.
  ///
  /// - Complexity: O(*n*) in the stacks of the other table.
  func adopt(_ items: inout [Item], from other: StackTable) {
    /// The stack here of each stack there; the empty one for those not met yet.
    var own = [StackIndex](repeating: .empty, count: other.count)
    var path: [StackIndex] = []
    for index in items.indices {
      var stack = items[index].stack
      while stack != .empty, own[stack.value] == .empty {
        path.append(stack)
        stack = other[stack].parent
      }
      while let stack = path.popLast() {
        let node = other[stack]
        own[stack.value] = push(node.position, onto: own[node.parent.value])
      }
      items[index].stack = own[items[index].stack.value]
    }
  }
}
