import SchemaConcurrency
import SchemaPatterns

/// The automata of formats.
///
/// A format's automaton is the same in every grammar. It is made when a grammar first asks for it,
/// and kept as long as the process runs: that of a URI takes 7 ms.
enum FormatLeaf {
  // No format has two names, so there are never more than those of `FormatPatterns`.
  private static let known = Locked<[String: LeafAutomaton]>([:])

  /// Indicates whether masks hold a text to a format.
  static func exists(for format: String) -> Bool { FormatPatterns.names.contains(format) }

  /// The automaton of a format's texts as JSON strings.
  ///
  /// - Parameter format: One of those for which ``exists(for:)`` is true.
  /// - Returns: The automaton.
  /// - Throws: `LeafAutomaton.TooLarge` if its patterns need too many states.
  static func automaton(for format: String) throws(LeafAutomaton.TooLarge) -> LeafAutomaton {
    try known.withLock { leaves throws(LeafAutomaton.TooLarge) in
      if let leaf = leaves[format] { return leaf }
      let patterns = FormatPatterns.patterns(for: format) ?? []
      let automata = patterns.compactMap { $0.scalarAutomaton() }
      guard !automata.isEmpty, automata.count == patterns.count else {
        throw LeafAutomaton.TooLarge()
      }
      let leaf = try LeafAutomaton(TextMachine(automata), .json)
      leaves[format] = leaf
      return leaf
    }
  }
}
