extension SchemaPattern {
  /// A pattern that is ready to be run on many texts; see "Matching" at ``SchemaPattern``.
  ///
  /// The matcher is a value: keep it in a variable to keep its table. Copies do not share it.
  package struct Matcher: Sendable {
    /// One of the two is there.
    private var automaton: LazyAutomaton?
    private var bounded: BoundedMatcher?

    fileprivate init?(_ elements: [PatternElement], within budget: inout PatternBudget) {
      guard let program = PatternCompiler.program(for: elements, within: &budget) else {
        return nil
      }
      self.init(program)
    }

    init?(_ program: PatternProgram) {
      if program.needsBacktracking {
        bounded = BoundedMatcher(program)
      } else {
        guard let simulation = PatternSimulation(program) else { return nil }
        automaton = LazyAutomaton(simulation)
      }
    }

    /// Fills the beginning of the table, which copies of the matcher then have.
    package mutating func prepare() { automaton?.prepare() }

    /// Whether a text in UTF-8 contains a match, if the table that is filled so far says so.
    package func preparedMatch(_ bytes: [UInt8]) -> Bool? { automaton?.preparedMatch(bytes) }

    /// Whether a text contains a match, by the rules of ECMA-262.
    ///
    /// - Parameter text: The text to search.
    /// - Returns: `nil` if that would take more work than ``PatternLimits`` allows, which depends
    ///   on the pattern and the text alone.
    package mutating func matches(_ text: String) -> Bool? { matches(utf8: text.utf8) }

    /// Whether a text in UTF-8 contains a match.
    ///
    /// - Parameter bytes: The text. Malformed bytes count as U+FFFD, as where Swift decodes them.
    /// - Returns: `nil` as in ``matches(_:)``.
    package mutating func matches(utf8 bytes: some Sequence<UInt8>) -> Bool? {
      if let bounded {
        let text = String(decoding: Array(bytes), as: UTF8.self)
        return bounded.matches(Array(text.unicodeScalars))
      }
      return automaton?.matches(Array(bytes))
    }
  }

  /// The pattern, ready to be run.
  ///
  /// - Returns: `nil` if the pattern looks behind, refers to a group that may not have matched, or
  ///   is larger than ``PatternLimits`` allows.
  package func matcher() -> Matcher? {
    var budget = PatternBudget.single
    return Matcher(elements, within: &budget)
  }

  /// The pattern, ready to be run.
  ///
  /// - Parameter budget: The budget of its document, which is reduced.
  /// - Returns: `nil` as for ``matcher()``, or if the budget does not allow it.
  package func matcher(within budget: inout PatternBudget) -> Matcher? {
    Matcher(elements, within: &budget)
  }
}

extension LazyAutomaton {
  /// Whether a text contains a match, or `nil` if that takes a transition that is not known.
  func preparedMatch(_ bytes: [UInt8]) -> Bool? {
    var state = start
    var index = 0
    let symbol = followTable(through: bytes, &index, &state) ?? simulation.end
    let last = transitions[Int(state) * stride + symbol]
    return last == Self.matched ? true : last == Self.dead ? false : nil
  }

  /// Whether a text contains a match, or `nil` past ``visitLimit``.
  mutating func matches(_ bytes: [UInt8]) -> Bool? {
    let limit = simulation.visits + visitLimit
    var resets = 0
    var state = start
    var index = 0
    while let symbol = followTable(through: bytes, &index, &state) {
      state = step(state, symbol)
      if state <= Self.matched { return state == Self.matched }
      if simulation.visits > limit { return nil }
      guard isFull else { continue }
      let current = self.state(state)
      resets += 1
      if resets > PatternLimits.tableResets {
        return simulate(bytes, from: index, in: current, limit)
      }
      reset()
      state = intern(current)
    }
    return step(state, simulation.end) == Self.matched
  }

  /// Follows known transitions to states that are not final.
  ///
  /// - Returns: The symbol of another transition, or `nil` at the end of the text.
  private func followTable(
    through bytes: [UInt8], _ index: inout Int, _ state: inout Int32
  ) -> Int? {
    while index < bytes.count {
      let byte = bytes[index]
      let symbol: Int
      if byte < 0x80 {
        symbol = simulation.classes.ofASCII(byte)
        index += 1
      } else {
        symbol = simulation.classes.of(Self.decode(bytes, &index))
      }
      let next = transitions[Int(state) * stride + symbol]
      guard next > Self.matched else { return symbol }
      state = next
    }
    return nil
  }

  /// Finishes a match without a table.
  private mutating func simulate(
    _ bytes: [UInt8], from index: Int, in state: PatternState, _ limit: Int64
  ) -> Bool? {
    var (index, state) = (index, state)
    while index < bytes.count {
      state = simulate(state, simulation.classes.of(Self.decode(bytes, &index)))
      if state.isDead { return false }
      if simulation.isMatched(state) { return true }
      if simulation.visits > limit { return nil }
    }
    return simulation.isMatched(simulate(state, simulation.end))
  }

  /// Reads one scalar, or U+FFFD for malformed bytes.
  static func decode(_ bytes: [UInt8], _ index: inout Int) -> UInt32 {
    let lead = bytes[index]
    index += 1
    if lead < 0x80 { return UInt32(lead) }
    guard var scalar = PartialScalar(lead: lead) else { return 0xFFFD }
    while scalar.missing > 0 {
      guard index < bytes.count, scalar.append(bytes[index]) else { return 0xFFFD }
      index += 1
    }
    return scalar.candidates.lowerBound
  }
}
