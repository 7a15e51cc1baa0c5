import SchemaPatterns

/// Texts before a closing tag.
///
/// They match patterns and do not contain the tag.
///
/// A text that contained the tag could include further calls, so that two calls could be read as
/// one.
struct TaggedText: Hashable {
  let patterns: [SchemaPattern]
  let tag: String
  let automaton: LeafAutomaton

  /// The largest length that is counted.
  ///
  /// Counting needs a state for each count and each character of a tag.
  private static let maximumLength = 400

  /// Makes the automaton of the texts.
  ///
  /// - Returns: `nil` if a pattern has no automaton, or if there are too many states.
  init?(_ patterns: [SchemaPattern], before tag: String) {
    let scalars = tag.unicodeScalars.map { "\\u{\(String($0.value, radix: 16))}" }
    guard let tagPattern = try? SchemaPattern(ecma: scalars.joined()) else { return nil }
    let automata = (patterns + [tagPattern]).compactMap { $0.scalarAutomaton() }
    guard automata.count == patterns.count + 1,
      let automaton = try? LeafAutomaton(TextMachine(automata, excluded: 1), .plain)
    else { return nil }
    self.patterns = patterns
    self.tag = tag
    self.automaton = automaton
  }

  /// Returns the pattern of the texts with a length within bounds; an empty array if a bound is too
  /// large to be counted.
  static func length(from minimum: Int, to maximum: Int?) -> [SchemaPattern] {
    guard maximum ?? minimum <= maximumLength else { return [] }
    let range = "\(minimum),\(maximum.map(String.init) ?? "")"
    return (try? SchemaPattern(ecma: "^[\\s\\S]{\(range)}$")).map { [$0] } ?? []
  }

  static func == (first: TaggedText, second: TaggedText) -> Bool {
    first.patterns == second.patterns && first.tag == second.tag
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(patterns)
    hasher.combine(tag)
  }
}
