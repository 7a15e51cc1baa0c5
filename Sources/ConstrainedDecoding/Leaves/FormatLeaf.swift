import SchemaConcurrency
import SchemaFormats
import SchemaPatterns

/// The automata of formats.
///
/// A format's automaton is the same in every grammar. It is made when a grammar first asks for it,
/// and kept as long as the process runs: that of a URI takes 7 ms.
enum FormatLeaf {
  private static let known = Locked<[TextFormat: LeafAutomaton]>([:])

  /// The patterns of the format with a name; none for a format that masks do not enforce.
  static func patterns(of name: String) -> [SchemaPattern] {
    TextFormat(rawValue: name)?.patterns ?? []
  }

  /// The automaton of a format's texts as JSON strings.
  ///
  /// - Parameter format: One that has patterns.
  /// - Returns: The automaton.
  /// - Throws: `LeafAutomaton.TooLarge` if its patterns need too many states.
  static func automaton(for format: TextFormat) throws(LeafAutomaton.TooLarge) -> LeafAutomaton {
    try known.withLock { leaves throws(LeafAutomaton.TooLarge) in
      if let leaf = leaves[format] { return leaf }
      let patterns = format.patterns ?? []
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
