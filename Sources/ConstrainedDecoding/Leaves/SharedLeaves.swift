import SchemaConcurrency
import SchemaFormats
import SchemaPatterns

/// The leaves that are the same in every grammar of a vocabulary: formats, and numbers without
/// bounds.
///
/// Each is made for the first grammar that needs it, and is kept as long as the vocabulary: making
/// the automaton of a URI takes 7 ms.
final class SharedLeaves: Sendable {
  private let known = Locked<[LeafKey: LeafAutomaton]>([:])

  /// Returns the patterns of a format by its name; an empty array if masks do not enforce the
  /// format.
  static func patterns(ofFormat name: String) -> [SchemaPattern] {
    TextFormat(rawValue: name)?.patterns ?? []
  }

  /// Indicates whether all grammars share the leaf of a key; there are few such keys.
  private static func isShared(_ key: LeafKey) -> Bool {
    switch key {
    case .format, .freeInteger: true
    case .freeNumber(let exponent): exponent == TokenGrammar.Options().maximumExponent
    case .literals, .number, .text, .name: false
    }
  }

  /// Returns the automaton of a key.
  ///
  /// `make`: Makes the automaton. It runs without the lock, so no grammar waits for the leaves of
  /// another.
  func automaton(
    of key: LeafKey, make: () throws(LeafAutomaton.TooLarge) -> LeafAutomaton
  ) throws(LeafAutomaton.TooLarge) -> LeafAutomaton {
    guard Self.isShared(key) else { return try make() }
    if let leaf = known.withLock({ $0[key] }) { return leaf }
    let leaf = try make()
    return known.withLock { leaves in
      // All grammars share the automaton of the first one that was ready.
      if let first = leaves[key] { return first }
      leaves[key] = leaf
      return leaf
    }
  }
}
