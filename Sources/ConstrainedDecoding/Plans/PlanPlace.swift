import IndexedTables

/// A place in a plan between two bytes or tokens: the part that is read next, and the place after
/// it.
enum PlanPlace: BitwiseCopyable, Sendable {
  /// Before a text that must follow.
  case literal(EntryIndex<PlanLiteral>, next: PlaceIndex)
  /// Before one of some tokens, an entry of ``PlanLayout/tokenSets``.
  case tokens(EntryIndex<[Int]>, next: PlaceIndex)
  /// In free text.
  case text(EntryIndex<PlanText>, next: PlaceIndex)
  /// In a value.
  case value(EntryIndex<PlanValue>, next: PlaceIndex)
  /// Before a part with a role.
  case open(EntryIndex<PlanPart.Role>, next: PlaceIndex)
  /// After a part with a role.
  case close(EntryIndex<PlanPart.Role>, next: PlaceIndex)
  /// Before several alternative places, an entry of ``PlanLayout/splits``.
  case split(EntryIndex<[PlaceIndex]>)
  /// The output is complete. It ends with one of some tokens, an entry of ``PlanLayout/tokenSets``.
  case end(EntryIndex<[Int]>)

  var isEnd: Bool { if case .end = self { true } else { false } }
}

typealias PlaceIndex = EntryIndex<PlanPlace>

/// A text that must follow.
struct PlanLiteral: Sendable {
  let bytes: [UInt8]
  /// For each byte, the smallest number of tokens for the rest of the text from this byte on.
  let costs: [Distance]
}

/// Free text at one place.
struct PlanText: Sendable {
  /// The exit of a free text that leads to the end of the output with the smallest number of
  /// tokens.
  struct Exit: BitwiseCopyable, Sendable {
    enum Way: BitwiseCopyable {
      /// To the next place, between two characters.
      case next
      /// By a marker that is a token, between two characters.
      case token(EntryIndex<PlanMarker>)
      /// By the rest of the bytes of a marker.
      case bytes(EntryIndex<PlanMarker>, offset: Int32)
    }

    var way: Way
    /// The smallest number of tokens to the end of the output.
    var cost: Distance

    /// Indicates whether the current character must be complete before the exit.
    var needsCharacter: Bool {
      switch way {
      case .next, .token: true
      case .bytes(_, let offset): offset == 0
      }
    }
  }

  var automaton: EntryIndex<MarkerAutomaton>
  /// The place after each marker.
  var targets: [PlaceIndex]
  var role: EntryIndex<PlanPart.Role>
  /// The largest number of tokens; `nil` for no limit.
  var limit: Int?
  var canEnd: Bool
}

/// A value at one place.
struct PlanValue: Sendable {
  var grammar: EntryIndex<PlanGrammar>
  /// The largest number of tokens; `nil` for no limit.
  var limit: Int?
}

/// A grammar of a plan's values.
struct PlanGrammar: Sendable {
  let tables: GrammarTables
  /// The smallest number of tokens in a value.
  let cost: Distance

  init(_ tables: GrammarTables) {
    self.tables = tables
    cost = tables.minimumLength
  }
}
