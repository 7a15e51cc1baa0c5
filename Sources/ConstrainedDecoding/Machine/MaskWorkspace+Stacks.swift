import ContentStorage

/// Stacks: the places to return to, with those after them.
///
/// Equal stacks have one index, so that they are compared and looked up at once. An index is never
/// reused, since matchers keep it. When there are too many stacks, ``MaskCache`` begins another
/// workspace, and each matcher takes along the stacks that it still needs.
extension MaskWorkspace {
  /// The stack that has one more place to return to.
  func push(_ position: Position, onto parent: StackIndex) -> StackIndex {
    let key = Item(position: position, stack: parent)
    if let known = stackNumbers.entry(of: key) { return known }
    let stack = stacks.add(StackNode(position: position, parent: parent))
    stackNumbers.insert(key, stack)
    return stack
  }

  /// The item after a value.
  func popped(_ stack: StackIndex) -> Item {
    let node = stacks[stack]
    return Item(position: node.position, stack: node.parent)
  }

  /// Indicates whether there are so many stacks that another workspace is due.
  var isFull: Bool { stacks.count >= max(Self.initialStackLimit, 2 * adoptedStacks) }

  /// The memory that stacks take, in bytes.
  var stackByteCount: Int { stacks.byteCount + stackNumbers.byteCount }

  /// Takes over items of another workspace of the same grammar.
  ///
  /// The stacks taken over are in use. As many stacks more may follow, so that this does not
  /// happen again at each token of a deep text.
  ///
  /// - Complexity: O(*n*) in the stacks of the other workspace.
  func adopt(_ items: inout [Item], from other: MaskWorkspace) {
    let before = stacks.count
    /// The stack here of each stack there; the empty one for those not met yet.
    var own = [StackIndex](repeating: .empty, count: other.stacks.count)
    var path: [StackIndex] = []
    for index in items.indices {
      var stack = items[index].stack
      while stack != .empty, own[stack.value] == .empty {
        path.append(stack)
        stack = other.stacks[stack].parent
      }
      while let stack = path.popLast() {
        let node = other.stacks[stack]
        own[stack.value] = push(node.position, onto: own[node.parent.value])
      }
      items[index].stack = own[items[index].stack.value]
    }
    adoptedStacks += stacks.count - before
  }
}
