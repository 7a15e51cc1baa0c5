extension SchemaPattern {
  /// The texts that contain a match, as an automaton that is stepped byte by byte.
  ///
  ///     var automaton = try SchemaPattern(ecma: "^a+$").automaton()
  ///     let state = automaton?.step(automaton.start, 0x61)
  ///
  /// It accepts complete texts: a state is accepting if the text that ends there satisfies the
  /// pattern. States are numbered in the order of their first occurrence and stay valid as long as
  /// the automaton; a copy has the same states. Each thread uses its own copy.
  struct Automaton: Sendable {
    /// The state of the automaton after some bytes.
    package struct State: Sendable, Hashable {
      fileprivate var index: Int32
      fileprivate var scalar: PartialScalar?
    }

    private var automaton: LazyAutomaton

    fileprivate init?(_ elements: [PatternElement]) {
      var budget = PatternBudget.single
      guard let program = PatternCompiler.program(for: elements, within: &budget),
        let simulation = PatternSimulation(program, isExact: true)
      else { return nil }
      automaton = LazyAutomaton(simulation)
    }

    /// The state before any byte.
    package var start: State { State(index: automaton.start) }

    /// Returns the state after one more byte of UTF-8.
    ///
    /// After a malformed byte, the state is dead.
    ///
    /// - Returns: `nil` if the automaton would need more than ``PatternLimits/automatonStates``
    ///   states, or a table of sixteen times ``PatternLimits/tableEntries``.
    package mutating func step(_ state: State, _ byte: UInt8) -> State? {
      let dead = State(index: LazyAutomaton.dead)
      guard var scalar = state.scalar else {
        if byte < 0x80 { return take(state, automaton.table.simulation.classes.ofASCII(byte)) }
        guard state.index != LazyAutomaton.dead, let scalar = PartialScalar(lead: byte) else {
          return dead
        }
        return State(index: state.index, scalar: scalar)
      }
      guard scalar.append(byte) else { return dead }
      guard scalar.missing == 0 else { return State(index: state.index, scalar: scalar) }
      return take(state, automaton.table.simulation.classes.of(scalar.candidates.lowerBound))
    }

    private mutating func take(_ state: State, _ symbol: Int) -> State? {
      let next = automaton.step(state.index, symbol)
      guard automaton.stateCount <= PatternLimits.automatonStates,
        automaton.stateCount <= PatternLimits.tableEntries * 16 / automaton.stride
      else { return nil }
      return State(index: next)
    }

    /// Returns `true` if the bytes so far are a complete text that satisfies the pattern.
    package mutating func isAccepting(_ state: State) -> Bool {
      state.scalar == nil
        && automaton.step(state.index, automaton.table.simulation.end) == LazyAutomaton.matched
    }

    /// Returns `true` if no accepting state can be reached; the answer is exact.
    ///
    /// - Complexity: O(1), or O(*n*) in the number of scalars' intervals between the bytes of a
    ///   scalar.
    package mutating func isDead(_ state: State) -> Bool {
      if state.index == LazyAutomaton.dead { return true }
      guard let scalar = state.scalar else { return false }
      let symbols = automaton.table.simulation.classes.of(scalar.candidates)
      return symbols.allSatisfy { automaton.step(state.index, Int($0)) == LazyAutomaton.dead }
    }
  }

  /// Returns the pattern as an automaton over bytes.
  ///
  /// - Returns: `nil` if the pattern has lookarounds or references, or is larger than
  ///   ``PatternLimits`` allows.
  func automaton() -> Automaton? { Automaton(elements) }
}
