/// One piece of a parsed pattern.
///
/// The elements are in the order of the pattern's text, with a group as the range between
/// ``groupStart(_:)`` and its ``groupEnd``. Elements are therefore visited, freed and copied in a
/// loop, at any depth of groups. A quantifier applies to the element or the whole group before it.
enum PatternElement {
  /// Scalars that match themselves, or, when `ignoresCase` is set, ASCII letters in either case.
  case literal([Unicode.Scalar], ignoresCase: Bool)
  case characters(PatternClass)
  case start
  case end
  case wordBoundary(isNegated: Bool)
  // References are rare and large, and a pattern has an element for each of its characters.
  indirect case reference(PatternReference)
  case groupStart(PatternGroup)
  case groupEnd
  case alternation
  case quantifier(PatternQuantifier)
}

/// The purpose of a group.
enum PatternGroup: Equatable {
  case plain
  case capture
  case named(String)
  case lookahead(isNegated: Bool)
  case lookbehind(isNegated: Bool)

  var isLookaround: Bool {
    switch self {
    case .lookahead, .lookbehind: true
    case .plain, .capture, .named: false
    }
  }

  var captures: Bool {
    switch self {
    case .capture, .named: true
    case .plain, .lookahead, .lookbehind: false
    }
  }
}

/// The bounds on the number of times that an element repeats.
struct PatternQuantifier {
  var minimum: Int
  /// The upper bound; `nil` for no limit.
  var maximum: Int?
  var isLazy: Bool
}

/// A reference to the text that a group has matched, by the group's number or name.
struct PatternReference {
  enum Target {
    case number(Int)
    case name(String)
  }

  var target: Target
  var construct: String
  var offset: Int
}
