import IndexedTables

/// A depth-first search for cycles in a directed graph, such as the references between schemas.
///
/// The search visits each node once, without recursion.
package struct CycleSearch<ID: Strideable> where ID.Stride == Int {
  /// An edge of the graph.
  ///
  /// It closes a cycle if its target is on the current path.
  package struct Step {
    /// The index of the edge in the array of edges of its source.
    let position: Int
    package let target: ID
  }

  private enum State { case new, open, done }

  private var states: IndexedTable<ID, State>

  /// The nodes on the current path, each with its remaining edges.
  private var path: [(source: ID, targets: ArraySlice<ID>)] = []

  private init(_ nodes: Range<ID>) { states = IndexedTable(repeating: .new, for: nodes) }

  /// Finds the edges that close cycles, in the order of the search.
  ///
  /// - Parameters:
  ///   - nodes: The nodes.
  ///   - starts: The nodes from which the search begins, in order.
  ///   - limit: The number of edges after which the search ends.
  ///   - targets: Returns the nodes to which a node has edges.
  /// - Returns: The edges.
  /// - Complexity: Linear in the number of nodes and edges.
  static func closingSteps(
    among nodes: Range<ID>, from starts: some Sequence<ID>, limit: Int = .max,
    targets: (ID) -> ArraySlice<ID>
  ) -> [Step] {
    var search = CycleSearch(nodes)
    var found: [Step] = []
    for start in starts where search.states[start] == .new {
      search.open(start, targets(start))
      while found.count < limit, let step = search.nextStep() {
        switch search.states[step.target] {
        case .new: search.open(step.target, targets(step.target))
        case .open: found.append(step)
        case .done: continue
        }
      }
      if found.count >= limit { break }
    }
    return found
  }

  private mutating func open(_ source: ID, _ targets: ArraySlice<ID>) {
    states[source] = .open
    path.append((source, targets))
  }

  /// Returns the next edge of the search, and removes nodes without further edges from the path.
  private mutating func nextStep() -> Step? {
    while let last = path.indices.last {
      let position = path[last].targets.startIndex
      if let target = path[last].targets.popFirst() {
        return Step(position: position, target: target)
      }
      states[path.removeLast().source] = .done
    }
    return nil
  }
}

extension CycleSearch<Int> {
  /// Finds an edge that closes a cycle, if there is one.
  ///
  /// Other modules call this function, because the compiler specializes the generic function only
  /// in this module.
  ///
  /// - Parameters:
  ///   - nodes: The numbers of the nodes.
  ///   - starts: The nodes from which the search begins, in order.
  ///   - targets: Returns the nodes to which a node has edges.
  /// - Returns: The first such edge, or `nil`.
  /// - Complexity: Linear in the number of nodes and edges.
  package static func closingStep(
    among nodes: Range<Int>, from starts: [Int], targets: (Int) -> [Int]
  ) -> Step? {
    closingSteps(among: nodes, from: starts, limit: 1) { targets($0)[...] }.first
  }
}
