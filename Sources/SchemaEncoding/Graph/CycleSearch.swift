import IndexedTables

/// A depth-first search for cycles among things that lead to each other, such as schemas.
///
/// The search visits each thing once, without recursion.
package struct CycleSearch<ID: Strideable> where ID.Stride == Int {
  /// A step that leads back to a thing on the way to its source, and so closes a cycle.
  package struct ClosingStep {
    package let source: ID

    /// The position of the step among those of its source.
    package let position: Int
    package let target: ID
  }

  private enum State { case new, open, done }

  private var states: IndexedTable<ID, State>

  /// The things on the way to the one that is visited, each with its steps and the next of them.
  private var path: [(source: ID, targets: [ID], next: Int)] = []

  private init(_ things: Range<ID>) {
    states = IndexedTable(repeating: .new, for: things)
  }

  /// Finds the steps that close cycles, in the order in which the search takes them.
  ///
  /// - Parameters:
  ///   - things: The things.
  ///   - starts: Those from which the search begins, in order.
  ///   - limit: The largest number of steps that are found.
  ///   - targets: The things that one leads to.
  /// - Returns: The steps.
  /// - Complexity: Linear in the number of things and steps.
  static func closingSteps(
    among things: Range<ID>, from starts: some Sequence<ID>, limit: Int = .max,
    targets: (ID) -> [ID]
  ) -> [ClosingStep] {
    var search = CycleSearch(things)
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

  private mutating func open(_ source: ID, _ targets: [ID]) {
    states[source] = .open
    path.append((source, targets, 0))
  }

  /// The next step of the last thing on the way that has more of them.
  private mutating func nextStep() -> ClosingStep? {
    while let last = path.indices.last {
      let position = path[last].next
      guard position < path[last].targets.count else {
        states[path.removeLast().source] = .done
        continue
      }
      path[last].next += 1
      return ClosingStep(
        source: path[last].source, position: position, target: path[last].targets[position])
    }
    return nil
  }
}

extension CycleSearch<Int> {
  /// Finds a step that closes a cycle, if there is one.
  ///
  /// Other modules call this function, since the compiler specializes the generic one only here.
  ///
  /// - Parameters:
  ///   - things: The numbers of the things.
  ///   - starts: Those from which the search begins, in order.
  ///   - targets: The things that one leads to.
  /// - Returns: The first step, or `nil`.
  /// - Complexity: Linear in the number of things and steps.
  package static func closingStep(
    among things: Range<Int>, from starts: [Int], targets: (Int) -> [Int]
  ) -> ClosingStep? {
    closingSteps(among: things, from: starts, limit: 1, targets: targets).first
  }
}
