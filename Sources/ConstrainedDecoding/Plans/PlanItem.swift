import ContentStorage

/// One way to have read the output so far: a place in the plan, and how far it was read.
struct PlanItem: SetItem, Sendable {
  /// How far the part at the place was read.
  enum Reading: Hashable, BitwiseCopyable {
    /// In front of a token.
    case beginning
    /// In a literal, behind some bytes.
    case literal(offset: Int32)
    /// In free text, in a state of the automaton and of ``UTF8Automaton``.
    case text(state: Int32, character: UInt8)
    /// In the last character of free text that has reached its limit, in the same states.
    case finishing(state: Int32, character: UInt8)
    /// Behind free text that has reached its limit, in a state of the automaton.
    case leaving(state: Int32)
    /// In a marker that has to end free text, since that has reached its limit; behind some bytes.
    case closing(EntryIndex<PlanMarker>, offset: Int32)
    /// In a value, at an item of its grammar.
    case value(Item)
  }

  var place: PlaceIndex
  var reading: Reading
  /// Indicates whether a byte of the present token was read in a part with a limit.
  var isTouched = false
  /// The tokens of the part so far, if the part has a limit.
  var spent: Int32 = 0
  /// The last trace.
  @PackedIndex var trace: EntryIndex<PlanTrace>?

  init(_ place: PlaceIndex, _ reading: Reading, trace: EntryIndex<PlanTrace>?) {
    self.place = place
    self.reading = reading
    self.trace = trace
  }

  /// Indicates whether free text was read up to the end of a character.
  var isBetweenCharacters: Bool {
    switch reading {
    case .text(_, let character), .finishing(_, let character):
      character == UInt8(UTF8Automaton.start)
    case .beginning, .literal, .leaving, .closing, .value: true
    }
  }

  func goesOn(like other: PlanItem) -> Bool { key == other.key && spent == other.spent }

  /// The state that decides which tokens may follow.
  var key: Key { Key(place: place, reading: reading, isTouched: isTouched) }

  struct Key: Hashable {
    let place: PlaceIndex
    let reading: Reading
    let isTouched: Bool
  }
}

/// The beginning or the end of a part with a role, and what came before it.
struct PlanTrace: BitwiseCopyable, Sendable {
  /// The trace before.
  @PackedIndex var previous: EntryIndex<PlanTrace>?
  var role: EntryIndex<PlanPart.Role>
  var isStart: Bool
  /// The number of bytes in front.
  var offset: Int32

  init(
    _ role: EntryIndex<PlanPart.Role>, isStart: Bool, offset: Int,
    after previous: EntryIndex<PlanTrace>?
  ) {
    self.role = role
    self.isStart = isStart
    self.offset = Int32(truncatingIfNeeded: offset)
    self.previous = previous
  }
}
