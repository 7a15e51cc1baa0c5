import IndexedTables
import SchemaTestSupport
import Testing

struct ComponentSearchTests {
  /// The arguments are the edges of each node, and the expected components.
  @Test(
    arguments: [
      ([], []),
      ([[]], [[0]]),
      ([[0], [1, 1]], [[0], [1]]),
      ([[1], [2], [0], [0]], [[0, 1, 2], [3]]),
      ([[1, 2], [], [1, 3], [2]], [[0], [1], [2, 3]]),
      ([[1], [2, 3], [1], [4], [5], [3, 0]], [[0, 1, 2, 3, 4, 5]]),
    ] as [([[Int]], Set<Set<Int>>)])
  func `nodes that are reachable from each other are one component`(
    targets: [[Int]], groups: Set<Set<Int>>
  ) {
    let components = ComponentSearch.components(among: targets.count) { targets[$0] }
    let found = Dictionary(grouping: targets.indices) { components[$0] }.values.map { Set($0) }
    #expect(Set(found) == groups)
  }

  @Test func `a long circle takes no call stack`() async throws {
    let count = greatDepth
    let components = try await onSmallStack {
      ComponentSearch.components(among: count) { [($0 + 1) % count] }
    }
    #expect(Set(components).count == 1)
  }
}
