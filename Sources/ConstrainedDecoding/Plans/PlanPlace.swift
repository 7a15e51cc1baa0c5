import ContentStorage

/// A place in a plan between two bytes or tokens: what is read there, and the place behind that.
enum PlanPlace: BitwiseCopyable, Sendable {
  /// In front of a text that has to follow.
  case literal(EntryIndex<PlanLiteral>, next: PlaceIndex)
  /// In front of one of some tokens, a set of ``PlanLayout/tokenSets``.
  case tokens(EntryIndex<[Int]>, next: PlaceIndex)
  /// In free text.
  case text(EntryIndex<PlanText>, next: PlaceIndex)
  /// In a value.
  case value(EntryIndex<PlanValue>, next: PlaceIndex)
  /// In front of a part with a role.
  case open(EntryIndex<PlanPart.Role>, next: PlaceIndex)
  /// Behind a part with a role.
  case close(EntryIndex<PlanPart.Role>, next: PlaceIndex)
  /// In front of several places, a list of ``PlanLayout/splits``.
  case split(EntryIndex<[PlaceIndex]>)
  /// The output is complete; it ends by one of some tokens, a set of ``PlanLayout/tokenSets``.
  case end(EntryIndex<[Int]>)

  var isEnd: Bool {
    if case .end = self { true } else { false }
  }
}

typealias PlaceIndex = EntryIndex<PlanPlace>

/// A text that has to follow.
struct PlanLiteral: Sendable {
  let bytes: [UInt8]
  /// The fewest tokens for the rest from each byte on.
  let costs: [Int64]
}

/// Free text at one place.
struct PlanText: Sendable {
  /// The way out of a text that takes the fewest tokens.
  struct Exit: BitwiseCopyable, Sendable {
    enum Way: BitwiseCopyable {
      /// To what follows the text, between two characters.
      case next
      /// By a marker that is a token, between two characters.
      case token(EntryIndex<PlanMarker>)
      /// By the rest of the bytes of a marker.
      case bytes(EntryIndex<PlanMarker>, offset: Int32)
    }

    var way: Way
    /// The fewest tokens to the end of the output.
    var cost: Int64

    /// Indicates whether a character has to be complete before.
    var needsCharacter: Bool {
      switch way {
      case .next, .token: true
      case .bytes(_, let offset): offset == 0
      }
    }
  }

  var automaton: EntryIndex<MarkerAutomaton>
  /// The place behind each marker.
  var targets: [PlaceIndex]
  var role: EntryIndex<PlanPart.Role>
  /// The most tokens; `nil` for no limit.
  var limit: Int?
  var canEnd: Bool
}

/// A value at one place.
struct PlanValue: Sendable {
  var grammar: EntryIndex<PlanGrammar>
  /// The most tokens; `nil` for no limit.
  var limit: Int?
}

/// A grammar of a plan's values.
struct PlanGrammar: Sendable {
  let grammar: TokenGrammar
  /// The fewest tokens of a value.
  let cost: Int64
}
