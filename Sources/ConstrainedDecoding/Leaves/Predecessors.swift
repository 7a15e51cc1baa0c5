import IndexedTables

/// The states that lead to each state of an automaton.
///
/// The predecessors are linked lists in two arrays, because making one array for each state takes
/// longer than the rest of an analysis.
struct Predecessors {
  private struct Link {
    var source: UInt32
    @PackedIndex var next: EntryIndex<Link>?
  }

  /// The first link of each state.
  private var heads: [PackedIndex<Link>]
  private var links: [Link] = []

  init(stateCount: Int) { heads = Array(repeating: PackedIndex(), count: stateCount) }

  mutating func append(_ source: Int, to target: Int) {
    let link = Link(source: UInt32(source), next: heads[target])
    heads[target].wrappedValue = links.add(link)
  }

  func forEach(of target: Int, _ body: (Int) -> Void) {
    var next = heads[target].wrappedValue
    while let link = next {
      body(Int(links[link].source))
      next = links[link].next
    }
  }
}
