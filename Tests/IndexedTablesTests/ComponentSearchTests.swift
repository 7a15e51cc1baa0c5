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

  @Test(arguments: 1...30 as ClosedRange<UInt64>)
  func `nodes of random graphs are in one component if each is reachable from the other`(
    seed: UInt64
  ) {
    var random = SplitMix64(seed: seed)
    let count = 1 + random.below(12)
    let targets = (0..<count).map { _ in (0..<random.below(4)).map { _ in random.below(count) } }
    let components = ComponentSearch.components(among: count) { targets[$0] }
    let reachable = (0..<count).map { start in
      var found: Set = [start]
      var pending = [start]
      while let next = pending.popLast() {
        pending += targets[next].filter { found.insert($0).inserted }
      }
      return found
    }
    for (one, other) in (0..<count).flatMap({ one in (0..<count).map { (one, $0) } }) {
      let isOne = reachable[one].contains(other) && reachable[other].contains(one)
      #expect((components[one] == components[other]) == isOne)
    }
  }

  @Test func `a long circle takes no call stack`() async throws {
    let count = greatDepth
    let components = try await onSmallStack {
      ComponentSearch.components(among: count) { [($0 + 1) % count] }
    }
    #expect(Set(components).count == 1)
  }
}
