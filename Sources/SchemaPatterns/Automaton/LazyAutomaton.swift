import IndexedTables

/// A deterministic automaton of one pattern, whose transitions are computed when they are first
/// taken.
struct LazyAutomaton: Sendable {
  static var dead: PatternState.Index { PatternState.Index(0) }
  static var matched: PatternState.Index { PatternState.Index(1) }

  private(set) var table: PatternStateTable
  /// The instructions that one match may visit.
  var visitLimit = PatternLimits.visits

  init(_ simulation: PatternSimulation) {
    // The indices of these two states are ``dead`` and ``matched``.
    let final = [PatternState(members: [], previous: .other), simulation.matched]
    table = PatternStateTable(simulation, final: final)
  }

  var stride: Int { table.stride }
  var start: PatternState.Index { table.start }
  var stateCount: Int { table.stateCount }
  var memberCount: Int { table.memberCount }
  var size: Int { table.size }

  /// Returns the state after a class of scalars, or after the end.
  mutating func step(_ state: PatternState.Index, _ symbol: Int) -> PatternState.Index {
    table.step(state, symbol)
  }

  /// Computes the transitions of the states nearest to the start, within a limit of work.
  mutating func prepare(within budget: inout PatternBudget) { table.prepare(within: &budget) }

  // MARK: Matching

  /// Returns `true` if a text contains a match.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - visits: The remaining visits for several texts; the function subtracts its own visits.
  /// - Returns: `nil` if the match exceeds ``visitLimit``, or if no visits are left.
  mutating func matches(_ text: Span<UInt8>, within visits: inout WorkBudget) -> Bool? {
    let before = table.simulation.visits
    defer { visits.spend(table.simulation.visits - before) }
    let limit = before + min(visitLimit, visits.remaining)
    var resets = 0
    var state = start
    var index = 0
    while let symbol = followTable(through: text, &index, &state) {
      state = step(state, symbol)
      if state <= Self.matched { return state == Self.matched }
      if table.simulation.visits > limit { return nil }
      guard table.isFull else { continue }
      let current = table.state(state)
      resets += 1
      if resets > PatternLimits.tableResets {
        return simulate(text, from: index, in: current, limit)
      }
      table.reset()
      state = table.intern(current)
    }
    return step(state, table.simulation.end) == Self.matched
  }

  /// Follows transitions that are known and lead to a state that is not final.
  ///
  /// - Returns: The symbol of the first other transition, or `nil` at the end of the text.
  private func followTable(
    through text: Span<UInt8>, _ index: inout Int, _ state: inout PatternState.Index
  ) -> Int? {
    while index < text.count {
      let symbol = table.simulation.classes.next(in: text, &index)
      guard let next = table.knownStep(state, symbol), next > Self.matched else { return symbol }
      state = next
    }
    return nil
  }

  /// Finishes a match without a table.
  private mutating func simulate(
    _ text: Span<UInt8>, from index: Int, in state: PatternState, _ limit: Int64
  ) -> Bool? {
    var (index, state) = (index, state)
    while index < text.count {
      state = table.simulate(state, table.simulation.classes.next(in: text, &index))
      if state.isDead { return false }
      if table.simulation.isMatched(state) { return true }
      if table.simulation.visits > limit { return nil }
    }
    return table.simulation.isMatched(table.simulate(state, table.simulation.end))
  }
}
