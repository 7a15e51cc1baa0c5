/// The states that lead to each state of an automaton.
///
/// The predecessors are linked lists in two arrays, because making one array for each state takes
/// longer than the rest of an analysis.
struct Predecessors {
  private var heads: [Int32]
  private var links: [(source: Int32, next: Int32)] = []

  init(stateCount: Int) { heads = Array(repeating: -1, count: stateCount) }

  mutating func append(_ source: Int, to target: Int) {
    links.append((Int32(truncatingIfNeeded: source), heads[target]))
    heads[target] = Int32(truncatingIfNeeded: links.count - 1)
  }

  func forEach(of target: Int, _ body: (Int) -> Void) {
    var link = heads[target]
    while link >= 0 {
      body(Int(links[Int(link)].source))
      link = links[Int(link)].next
    }
  }
}
