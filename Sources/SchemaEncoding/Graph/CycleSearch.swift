/// A depth-first search for cycles among things that lead to each other, such as schemas.
///
/// Each thing has an index. The search visits each once, without recursion.
package struct CycleSearch {
  /// A step that leads back to a thing on the way to its source, and so closes a cycle.
  package struct ClosingStep {
    package let source: Int

    /// The position of the step among those of its source.
    package let position: Int
    package let target: Int
  }

  private enum State { case new, open, done }

  private var states: [State]

  /// The things on the way to the one that is visited, each with its steps and the next of them.
  private var path: [(index: Int, targets: [Int], next: Int)] = []

  private init(_ count: Int) {
    states = Array(repeating: .new, count: count)
  }

  /// Finds the steps that close cycles, in the order in which the search takes them.
  ///
  /// - Parameters:
  ///   - count: How many things there are.
  ///   - starts: Those from which the search begins, in order.
  ///   - limit: How many steps are wanted.
  ///   - targets: The things that one leads to.
  /// - Returns: The steps.
  /// - Complexity: Linear in the number of things and steps.
  package static func closingSteps(
    among count: Int, from starts: some Sequence<Int>, limit: Int = .max,
    targets: (Int) -> [Int]
  ) -> [ClosingStep] {
    var search = CycleSearch(count)
    var found: [ClosingStep] = []
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

  private mutating func open(_ index: Int, _ targets: [Int]) {
    states[index] = .open
    path.append((index, targets, 0))
  }

  /// The next step of the last thing on the way that has more of them.
  private mutating func nextStep() -> ClosingStep? {
    while let last = path.indices.last {
      let position = path[last].next
      guard position < path[last].targets.count else {
        states[path.removeLast().index] = .done
        continue
      }
      path[last].next += 1
      return ClosingStep(
        source: path[last].index, position: position, target: path[last].targets[position])
    }
    return nil
  }
}
