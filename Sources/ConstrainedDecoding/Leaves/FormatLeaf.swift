import SchemaConcurrency
import SchemaFormats
import SchemaPatterns

/// The automata of formats.
///
/// A format's automaton is the same in every grammar. It is made for the first grammar that needs
/// it, and is kept for the lifetime of the process: making the automaton of a URI takes 7 ms.
enum FormatLeaf {
  private static let known = Locked<[TextFormat: LeafAutomaton]>([:])

  /// Returns the patterns of a format by its name; an empty array if masks do not enforce the
  /// format.
  static func patterns(of name: String) -> [SchemaPattern] {
    TextFormat(rawValue: name)?.patterns ?? []
  }

  /// Returns the automaton of a format's texts as JSON strings.
  ///
  /// - Throws: `LeafAutomaton.TooLarge` if the patterns need too many states.
  static func automaton(for format: TextFormat) throws(LeafAutomaton.TooLarge) -> LeafAutomaton {
    if let leaf = known.withLock({ $0[format] }) { return leaf }
    let patterns = format.patterns
    let automata = patterns.compactMap { $0.scalarAutomaton() }
    guard !automata.isEmpty, automata.count == patterns.count else {
      throw LeafAutomaton.TooLarge()
    }
    // Made without the lock, so that grammars with other formats need not wait.
    let leaf = try LeafAutomaton(TextMachine(automata), .json)
    return known.withLock { leaves in
      // All grammars share the automaton of the first one that was ready.
      if let first = leaves[format] { return first }
      leaves[format] = leaf
      return leaf
    }
  }
}
