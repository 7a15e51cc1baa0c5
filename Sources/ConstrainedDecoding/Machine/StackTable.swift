import IndexedTables

/// The stacks of places to return to.
///
/// Equal stacks have the same index, so that they are compared and hashed as numbers. An index is
/// never reused, because matchers keep it. When there are too many stacks, ``MaskCache`` creates a
/// new workspace, and each matcher copies the stacks that it still needs.
///
/// It cannot be copied, because a copy would share the stored tables, which are classes for speed
/// (see ``GrowingTable``).
struct StackTable: ~Copyable {
  private let nodes = GrowingTable<StackNode>(capacity: 16)
  private let indices = ItemTable<StackNode>()

  init() { nodes.append(StackNode(position: .end, parent: .empty)) }

  var count: Int { nodes.count }

  /// The memory of the table, in bytes.
  var byteCount: Int { nodes.byteCount + indices.byteCount }

  subscript(stack: StackIndex) -> StackNode { nodes[stack] }

  /// Returns a stack with one more place to return to.
  func push(_ position: GrammarPosition, onto parent: StackIndex) -> StackIndex {
    let key = Item(position: position, stack: parent)
    if let known = indices.entry(of: key) { return known }
    let stack = nodes.add(StackNode(position: position, parent: parent))
    indices.insert(key, stack)
    return stack
  }

  /// Returns the item after a value.
  func popped(_ stack: StackIndex) -> Item {
    let node = nodes[stack]
    return Item(position: node.position, stack: node.parent)
  }

  /// Copies the stacks of items from another table of the same grammar.
  ///
  /// - Complexity: O(*n*) in the stacks of the other table.
  func adopt(_ items: inout [Item], from other: borrowing StackTable) {
    /// The stack in this table for each stack of the other table; the empty stack if it is not yet
    /// copied.
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
