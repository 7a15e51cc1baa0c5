import IndexedTables

/// One way to read the output so far: a place in the plan, and the state within the part at this
/// place.
struct PlanItem: SetItem, Sendable {
  /// The state within the part at a place.
  enum Reading: Hashable, BitwiseCopyable {
    /// Before a token.
    case beginning
    /// In a literal, after some bytes.
    case literal(offset: Int32)
    /// In free text, in a state of the automaton and of ``UTF8Automaton``.
    case text(state: Int32, character: UInt8)
    /// In the last character of free text that has reached its limit, with the same states.
    case finishing(state: Int32, character: UInt8)
    /// After free text that has reached its limit, in a state of the automaton.
    case leaving(state: Int32)
    /// In a marker, after some bytes. The marker must end free text that has reached its limit.
    case closing(EntryIndex<PlanMarker>, offset: Int32)
    /// In a value, at an item of its grammar.
    case value(Item)
  }

  var place: PlaceIndex
  var reading: Reading
  /// Indicates whether a part with a limit has read a byte of the current token.
  var isTouched = false
  /// The number of the part's tokens so far, if the part has a limit.
  var spent: Int32 = 0
  /// The last trace.
  @PackedIndex var trace: EntryIndex<PlanTrace>?

  init(_ place: PlaceIndex, _ reading: Reading, trace: EntryIndex<PlanTrace>?) {
    self.place = place
    self.reading = reading
    self.trace = trace
  }

  /// `true` if the item reads no free text, or if the next byte begins a character.
  var isBetweenCharacters: Bool {
    switch reading {
    case .text(_, let character), .finishing(_, let character):
      character == UInt8(UTF8Automaton.start)
    case .beginning, .literal, .leaving, .closing, .value: true
    }
  }

  func goesOn(like other: PlanItem) -> Bool { key == other.key && spent == other.spent }

  var continuationHash: Int {
    var hasher = Hasher()
    hasher.combine(key)
    hasher.combine(spent)
    return hasher.finalize()
  }

  /// The state that decides which tokens may follow.
  var key: Key { Key(place: place, reading: reading, isTouched: isTouched) }

  struct Key: Hashable {
    let place: PlaceIndex
    let reading: Reading
    let isTouched: Bool
  }
}

/// The beginning or the end of a part with a role; the traces of an output form linked lists.
struct PlanTrace: BitwiseCopyable, Sendable {
  @PackedIndex var previous: EntryIndex<PlanTrace>?
  var role: EntryIndex<PlanPart.Role>
  var isStart: Bool
  /// The number of bytes before this place.
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

/// The tokens that one item can read.
struct PlanMask {
  /// All tokens as bits, if there are many; `nil` if ``tokens`` has all tokens, except the tokens
  /// within a value.
  var words: [UInt64]?
  /// Indicates whether the mask also has the tokens that stay within the item's value.
  var includesValue = false
  /// Other tokens, including duplicates.
  ///
  /// In free text, these are the tokens that leave the text; they are also in ``words``.
  var tokens: [Int32] = []

  var byteCount: Int { (words?.byteCount ?? 0) + tokens.byteCount + 64 }
}

/// The stored masks of a ``PlanWorkspace``.
struct FoundPlanMasks {
  /// The memory limit above which the masks are removed.
  private static let memoryLimit = 1 << 23

  private var masks: [PlanItem.Key: PlanMask] = [:]
  /// The memory of the masks, in bytes.
  private(set) var byteCount = 0

  subscript(key: PlanItem.Key) -> PlanMask? { masks[key] }

  mutating func insert(_ mask: PlanMask, for key: PlanItem.Key) {
    if byteCount > Self.memoryLimit {
      masks.removeAll()
      byteCount = 0
    }
    masks[key] = mask
    byteCount += mask.byteCount
  }
}
