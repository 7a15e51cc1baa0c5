import SchemaText

extension SchemaPattern {
  /// A pattern that is ready to be run on many texts; see "Matching" at ``SchemaPattern``.
  ///
  /// The matcher is a value: keep it in a variable to keep its table. Copies do not share it.
  package struct Matcher: Sendable {
    /// One of the two is set.
    private var automaton: LazyAutomaton?
    private var bounded: BoundedMatcher?

    fileprivate init?(_ elements: [PatternElement], within budget: inout PatternBudget) {
      guard let program = PatternCompiler.program(for: elements, within: &budget) else {
        return nil
      }
      self.init(program, within: &budget)
    }

    init?(_ program: PatternProgram, within budget: inout PatternBudget) {
      if program.needsBacktracking {
        bounded = BoundedMatcher(program)
      } else {
        guard let simulation = PatternSimulation(program, within: &budget) else { return nil }
        automaton = LazyAutomaton(simulation)
      }
    }

    /// Fills the beginning of the table, which copies of the matcher then have.
    package mutating func prepare(within budget: inout PatternBudget) {
      automaton?.prepare(within: &budget)
    }

    /// The number of entries of the table and of members of its states, which measure its memory.
    package var size: Int { automaton?.size ?? 0 }

    /// The table as far as it is filled; `nil` if the pattern does not run by one.
    package var prepared: PreparedTable? { automaton.map { PreparedTable($0.table) } }

    /// Returns `true` if a text contains a match, by the rules of ECMA-262.
    ///
    /// - Parameter text: The text to search.
    /// - Returns: `nil` if that would take more work than ``PatternLimits`` allows, which depends
    ///   on the pattern and the text alone.
    package mutating func matches(_ text: String) -> Bool? {
      let bytes = Array(text.utf8)
      return matches(utf8: bytes.span)
    }

    /// Returns `true` if a text in UTF-8 contains a match.
    ///
    /// - Parameter text: The text. Malformed bytes count as U+FFFD, as in Swift's decoding.
    /// - Returns: `nil` as in ``matches(_:)``.
    mutating func matches(utf8 text: Span<UInt8>) -> Bool? {
      var visits = Int64.max
      return matches(utf8: text, within: &visits)
    }

    /// Returns `true` if a text in UTF-8 contains a match.
    ///
    /// - Parameters:
    ///   - text: The text. Malformed bytes count as U+FFFD, as in Swift's decoding.
    ///   - visits: The instructions that may still be visited for several texts and patterns,
    ///     which are reduced.
    /// - Returns: `nil` as in ``matches(_:)``, or if no visits are left.
    package mutating func matches(
      utf8 text: Span<UInt8>, within visits: inout Int64
    ) -> Bool? {
      guard visits > 0 else { return nil }
      if let bounded {
        return bounded.matches(Array(String(copying: text).unicodeScalars), within: &visits)
      }
      return automaton?.matches(text, within: &visits)
    }
  }

  /// Returns the pattern, ready to be run.
  ///
  /// - Returns: `nil` if the pattern looks behind, refers to a group that may not have matched,
  ///   names a property that the standard library does not know, or is larger than
  ///   ``PatternLimits`` allows.
  package func matcher() -> Matcher? {
    var budget = PatternBudget.single
    return Matcher(elements, within: &budget)
  }

  /// Returns the pattern, ready to be run.
  ///
  /// - Parameter budget: The budget of its document, which is reduced.
  /// - Returns: `nil` as for ``matcher()``, or if the budget does not allow it.
  package func matcher(within budget: inout PatternBudget) -> Matcher? {
    Matcher(elements, within: &budget)
  }
}
