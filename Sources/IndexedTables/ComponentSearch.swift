/// A search for the strongly connected components of a directed graph, without recursion.
///
/// The nodes of the graph are integers from zero, and stand for schemas, for example. The algorithm
/// is that of Tarjan, "Depth-first search and linear graph algorithms", 1972.
package struct ComponentSearch {
  private let targets: (Int) -> [Int]
  private var order: [Int?]
  /// For each node, the smallest position in `order` that is known to be reachable from the node.
  private var earliest: [Int]
  private var components: [Int?]
  private var componentCount = 0
  private var visited = 0
  /// The nodes without a component, in the order in which they were visited.
  private var open: [Int] = []

  private init(_ count: Int, _ targets: @escaping (Int) -> [Int]) {
    self.targets = targets
    order = Array(repeating: nil, count: count)
    earliest = Array(repeating: 0, count: count)
    components = order
  }

  /// Finds the components.
  ///
  /// `targets`: Returns the nodes to which a node has edges.
  ///
  /// - Returns: The number of the component of each node, from 0. Two nodes have the same component
  ///   if each is reachable from the other. A component has a larger number than the components
  ///   that are reachable from it.
  /// - Complexity: Linear in the number of nodes and edges.
  package static func components(
    among count: Int, targets: @escaping (Int) -> [Int]
  ) -> [Int] {
    var search = ComponentSearch(count, targets)
    for start in 0..<count where search.order[start] == nil { search.visit(from: start) }
    search.checkInvariants()
    return search.components.compactMap(\.self)
  }

  private mutating func visit(from start: Int) {
    var path = [enter(start)]
    while let top = path.indices.last {
      let index = path[top].index
      guard let next = path[top].targets.popLast() else {
        path.removeLast()
        if earliest[index] == order[index] { close(index) }
        if let outer = path.last?.index { earliest[outer] = min(earliest[outer], earliest[index]) }
        continue
      }
      if let known = order[next] {
        if components[next] == nil { earliest[index] = min(earliest[index], known) }
      } else {
        path.append(enter(next))
      }
    }
  }

  private mutating func enter(_ index: Int) -> (index: Int, targets: [Int]) {
    order[index] = visited
    earliest[index] = visited
    visited += 1
    open.append(index)
    return (index, targets(index))
  }

  private mutating func close(_ index: Int) {
    while let member = open.popLast() {
      components[member] = componentCount
      if member == index { break }
    }
    componentCount += 1
  }

  /// Checks that each node has a component, and that no edge leads to a component with a larger
  /// number.
  private func checkInvariants() {
    #if DEBUG
    assert(open.isEmpty && !components.contains(nil), "a node has no component")
    for (node, component) in components.enumerated() {
      for target in targets(node) {
        assert((components[target] ?? .max) <= component ?? -1, "edge \(node)-\(target) is late")
      }
    }
    #endif
  }
}
