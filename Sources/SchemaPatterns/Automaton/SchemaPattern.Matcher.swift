package import IndexedTables
import SchemaText

extension SchemaPattern {
  /// A compiled pattern for many texts; see "Matching" at ``SchemaPattern``.
  ///
  /// The matcher is a value with a table that grows during matches: keep the matcher in a variable
  /// to keep the table. Copies do not share the table.
  package struct Matcher: Sendable {
    // Exactly one of the two is set. They are not cases of one enum, because the payload of a case
    // cannot be changed in place.
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

    /// Computes the transitions that texts need first, so that copies of the matcher have them.
    package mutating func prepare(within budget: inout PatternBudget) {
      automaton?.prepare(within: &budget)
    }

    /// The memory of the table, as the number of its entries and of the members of its states.
    package var size: Int { automaton?.size ?? 0 }

    /// The transitions that are computed so far; `nil` if the pattern is matched by backtracking.
    package var prepared: PreparedTable? { automaton.map { PreparedTable($0.table) } }

    /// Returns `true` if a text contains a match, by the rules of ECMA-262.
    ///
    /// - Parameter text: The text to search.
    /// - Returns: `nil` if the match needs more work than ``PatternLimits`` allows. The work
    ///   depends only on the pattern and the text.
    package mutating func matches(_ text: String) -> Bool? {
      let bytes = Array(text.utf8)
      return matches(utf8: bytes.span)
    }

    /// Returns `true` if a text in UTF-8 contains a match.
    ///
    /// - Parameter text: The text. Malformed bytes count as U+FFFD, as in Swift's decoding.
    /// - Returns: `nil` as in ``matches(_:)``.
    mutating func matches(utf8 text: Span<UInt8>) -> Bool? {
      var visits = WorkBudget.unlimited
      return matches(utf8: text, within: &visits)
    }

    /// Returns `true` if a text in UTF-8 contains a match.
    ///
    /// - Parameters:
    ///   - text: The text. Malformed bytes count as U+FFFD, as in Swift's decoding.
    ///   - visits: The instructions that may still be visited for several texts and patterns; the
    ///     function subtracts its own visits.
    /// - Returns: `nil` as in ``matches(_:)``, or if no visits are left.
    package mutating func matches(
      utf8 text: Span<UInt8>, within visits: inout WorkBudget
    ) -> Bool? {
      guard !visits.isSpent else { return nil }
      if let bounded {
        return bounded.matches(Array(String(copying: text).unicodeScalars), within: &visits)
      }
      return automaton?.matches(text, within: &visits)
    }
  }

  /// Compiles the pattern for many texts; `nil` if the pattern has a lookbehind, if a reference
  /// refers to a group that may not have matched, if the standard library does not know a property
  /// in the pattern, or if the pattern is larger than ``PatternLimits`` allows.
  package func matcher() -> Matcher? {
    var budget = PatternBudget.single
    return Matcher(elements, within: &budget)
  }

  /// Compiles the pattern for many texts.
  ///
  /// - Parameter budget: The budget of the pattern's document; the function subtracts its work.
  /// - Returns: `nil` as for ``matcher()``, or if the budget does not allow it.
  package func matcher(within budget: inout PatternBudget) -> Matcher? {
    Matcher(elements, within: &budget)
  }
}
