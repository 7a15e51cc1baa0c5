/// A node of a tree of any depth.
///
/// Swift frees nested objects by recursion, which overflows the stack at some ten thousand levels.
/// A node frees its descendants in a loop, so a million levels are freed on any stack.
///
/// A node is `@unchecked Sendable` because ``children`` changes only in `deinit`, and only in nodes
/// that have no other owner.
final class TreeNode<Value: Sendable>: @unchecked Sendable {
  let value: Value
  private(set) var children: [TreeNode]

  init(_ value: Value, children: [TreeNode] = []) {
    self.value = value
    self.children = children
  }

  deinit {
    var pending = children
    children = []
    while var node = pending.popLast() {
      guard isKnownUniquelyReferenced(&node) else { continue }
      pending.append(contentsOf: node.children)
      node.children = []
    }
  }
}
