/// One way to have read the output so far: a place in the plan, and how far it was read.
struct PlanItem: BitwiseCopyable, Sendable {
  /// The ways in which free text is read.
  enum Mode: UInt8, BitwiseCopyable {
    /// Any text.
    case open
    /// The rest of a character, since the text has reached its limit.
    case finishing
    /// The part after the text, since the text has reached its limit.
    case leaving
    /// The marker number ``PlanItem/marker``, since the text has reached its limit.
    case closing
  }

  /// The index of a ``PlanPlace``.
  var place: Int32
  /// In a literal and in a marker, the bytes that were read; in text, the state of the automaton.
  var state: Int32 = 0
  /// In text, the state of ``UTF8Automaton``.
  var character: UInt8 = 0
  var mode = Mode.open
  /// Indicates whether a byte of the present token was read in a part with a limit.
  var isTouched = false
  var marker: Int32 = 0
  /// The tokens of the part so far, if the part has a limit.
  var spent: Int32 = 0
  /// In a value, the item of its grammar.
  var value = Item(position: .end, stack: 0)
  /// The index of the last ``PlanTrace``, or -1.
  var trace: Int32 = -1

  /// Indicates whether two items go on alike, however they came about.
  func goesOn(like other: PlanItem) -> Bool { key == other.key && spent == other.spent }

  /// The state that decides which tokens may follow.
  var key: Key {
    Key(
      place: place, state: state,
      reading: UInt32(character) | UInt32(mode.rawValue) << 8 | UInt32(isTouched ? 1 << 16 : 0),
      marker: marker, value: value)
  }

  struct Key: Hashable {
    var place: Int32
    var state: Int32
    var reading: UInt32
    var marker: Int32
    var value: Item
  }
}

/// The beginning or the end of a part with a role, and what came before it.
struct PlanTrace: BitwiseCopyable, Sendable {
  /// The index of the trace before, or -1.
  var previous: Int32
  /// The index in ``PlanTables/roles``.
  var role: Int32
  var isStart: Bool
  /// The number of bytes in front.
  var offset: Int32
}
