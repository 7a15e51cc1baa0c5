/// Stacks: the places to return to, with those after them.
///
/// Equal stacks have one number, so that they are compared and looked up at once. A number is never
/// reused, since matchers keep it. When there are too many stacks, ``MaskCache`` begins another
/// workspace, and each matcher takes along the stacks that it still needs.
extension MaskWorkspace {
  /// The number of the stack that has one more place to return to.
  func push(_ position: Position, onto parent: UInt32) -> UInt32 {
    let key = Item(position: position, stack: parent)
    if let known = stackNumbers.value(of: key) { return UInt32(truncatingIfNeeded: known) }
    let number = stacks.count
    stacks.append(StackNode(position: position, parent: parent))
    stackNumbers.insert(key, number)
    return UInt32(truncatingIfNeeded: number)
  }

  /// The item after a value.
  func popped(_ stack: UInt32) -> Item {
    let node = stacks[Int(stack)]
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
    /// The number here of each stack there; 0, which is the empty stack, for those not met yet.
    var numbers = [UInt32](repeating: 0, count: other.stacks.count)
    var path: [UInt32] = []
    for index in items.indices {
      var stack = items[index].stack
      while stack != 0, numbers[Int(stack)] == 0 {
        path.append(stack)
        stack = other.stacks[Int(stack)].parent
      }
      while let stack = path.popLast() {
        let node = other.stacks[Int(stack)]
        numbers[Int(stack)] = push(node.position, onto: numbers[Int(node.parent)])
      }
      items[index].stack = numbers[Int(items[index].stack)]
    }
    adoptedStacks += stacks.count - before
  }
}
