import SchemaTestSupport
import Testing

@testable import SchemaModel

struct TreeNodeTests {
  @Test func `E15: A deep tree is freed on a small stack`() async throws {
    let depth = try await onSmallStack {
      var node = TreeNode(0)
      for level in 1..<greatDepth { node = TreeNode(level, children: [node, TreeNode(-1)]) }
      return node.value
    }
    #expect(depth == greatDepth - 1)
  }

  @Test func `A part of a tree outlives the rest`() throws {
    var root: TreeNode? = TreeNode(1, children: [TreeNode(2, children: [TreeNode(3)])])
    let part = try #require(root?.children.first)
    root = nil
    #expect(part.value == 2)
    #expect(part.children.map(\.value) == [3])
  }
}
