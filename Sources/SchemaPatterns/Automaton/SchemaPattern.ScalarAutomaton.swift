import IndexedTables

extension SchemaPattern {
  /// An automaton that accepts the texts that contain a match.
  ///
  /// Its symbols are classes of scalars.
  ///
  /// Use it to combine a pattern with another automaton, or to match text in another encoding:
  /// ``intervals`` maps scalars to classes. A state is a number, because callers number the
  /// combinations of states. A state is dead if no accepting state can be reached.
  package struct ScalarAutomaton: Sendable {
    /// The state that accepts no text.
    package static let dead = number(LazyAutomaton.dead)

    private var automaton: LazyAutomaton

    fileprivate init?(_ elements: [PatternElement], within budget: inout PatternBudget) {
      guard let program = PatternCompiler.program(for: elements, within: &budget),
        let simulation = PatternSimulation(program, isExact: true, within: &budget)
      else { return nil }
      automaton = LazyAutomaton(simulation)
    }

    /// The scalars as intervals, each up to the start of the next, with their classes.
    package var intervals: [(start: UInt32, class: Int32)] {
      automaton.table.simulation.classes.intervals
    }

    /// The state before any scalar.
    package var start: Int32 { Self.number(automaton.start) }

    private static func number(_ state: PatternState.Index) -> Int32 { Int32(state.value) }

    /// `true` if the automaton has more states than ``PatternLimits/automatonStates``, or if its
    /// table or the members of its states have more than sixteen times
    /// ``PatternLimits/tableEntries`` entries.
    ///
    /// A caller then has to stop. This table is never emptied, so its limit is larger than the
    /// limit of a match.
    package var isTooLarge: Bool {
      automaton.stateCount > PatternLimits.automatonStates
        || automaton.stateCount > PatternLimits.tableEntries * 16 / automaton.stride
        || automaton.memberCount > PatternLimits.tableEntries * 16
    }

    /// The work so far, as the number of instructions visited.
    package var visits: Int64 { automaton.table.simulation.visits }

    /// Returns the state after one more scalar, given by its class.
    package mutating func step(_ state: Int32, class symbol: Int32) -> Int32 {
      Self.number(automaton.step(EntryIndex(Int(state)), Int(symbol)))
    }

    /// Returns `true` if the scalars up to a state are a complete text that satisfies the pattern.
    package mutating func isAccepting(_ state: Int32) -> Bool {
      let end = automaton.table.simulation.end
      return automaton.step(EntryIndex(Int(state)), end) == LazyAutomaton.matched
    }
  }

  /// Returns the pattern as an automaton over scalars; `nil` if the pattern has lookarounds or
  /// references, or is larger than ``PatternLimits`` allows.
  package func scalarAutomaton() -> ScalarAutomaton? {
    var budget = PatternBudget.single
    return scalarAutomaton(within: &budget)
  }

  /// Returns the pattern as an automaton over scalars.
  ///
  /// - Parameter budget: The budget of the pattern's document; the function subtracts its work.
  /// - Returns: `nil` if the pattern has lookarounds or references, or is larger than the budget
  ///   allows.
  package func scalarAutomaton(within budget: inout PatternBudget) -> ScalarAutomaton? {
    ScalarAutomaton(elements, within: &budget)
  }
}
