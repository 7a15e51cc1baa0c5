/// A search for the groups of things that lead to each other, such as schemas.
///
/// These are the strongly connected components (Tarjan, "Depth-first search and linear graph
/// algorithms", 1972), found without recursion.
package struct ComponentSearch {
  private let targets: (Int) -> [Int]
  private var order: [Int?]
  /// The first thing, by its number in the order, that each is known to lead back to.
  private var earliest: [Int]
  private var components: [Int?]
  private var componentCount = 0
  private var visited = 0
  /// The things without a component, in the order in which they were visited.
  private var open: [Int] = []

  private init(_ count: Int, _ targets: @escaping (Int) -> [Int]) {
    self.targets = targets
    order = Array(repeating: nil, count: count)
    earliest = Array(repeating: 0, count: count)
    components = order
  }

  /// Finds the components.
  ///
  /// - Parameters:
  ///   - count: The number of things.
  ///   - targets: The things that one leads to.
  /// - Returns: A number for each thing, from 0. Two have the same if each leads to the other; of
  ///   others, one that leads to another has the larger number.
  /// - Complexity: Linear in the number of things and steps.
  package static func components(
    among count: Int, targets: @escaping (Int) -> [Int]
  ) -> [Int] {
    var search = ComponentSearch(count, targets)
    for start in 0..<count where search.order[start] == nil { search.visit(from: start) }
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
}
