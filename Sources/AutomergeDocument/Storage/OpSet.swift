/// The operations of a document and what follows from them: objects, registers and sequences.
///
/// A register is what one key of a map, or one element of a sequence, holds: a list of rows in the
/// order of identities. Applying operations in any order that respects their dependencies gives
/// equal sets.
struct OpSet {
  /// One step back.
  enum UndoStep {
    /// A row was entered; in a register it was linked behind another.
    case row(UInt32, previous: UInt32)
    /// A row got a successor that hides it.
    case replacement(of: UInt32, wasReplaced: Bool)
    /// A counter got a successor that adds to it; before that its increments had a sum or none.
    case increment(of: UInt32, previous: Int64?)
  }

  let textEncoding: TextEncoding
  var actors = ActorTable()
  var strings = StringTable()
  var values = ValueArena()
  var rows: [OpRow] = []
  var index = OpIndex()
  /// The objects in order of arrival; the root is first.
  var objects = [ObjectState(id: .none, type: .Map, row: OpRow.none)]
  var objectIndices: [OpID: UInt32] = [:]
  var registers = RegisterTable()
  /// The visible rows besides the winner after concurrent edits, in the order of identities.
  var conflicts: [RegisterKey: [UInt32]] = [:]
  /// Successors beyond the first, by row.
  var successorLists: [UInt32: [OpID]] = [:]
  /// How many successors the lists contain together.
  var laterSuccessorCount = 0
  /// What the increments of a counter add up to, by its row.
  var increments: [UInt32: Int64] = [:]
  /// The names of marks, by row.
  var markNames: [UInt32: UInt32] = [:]
  var maximumCounter: UInt32 = 0
  /// The steps back to where recording began; `nil` while nothing is recorded.
  var undoSteps: [UndoStep]?
  /// Counts what may change which object is at a path.
  var structureEpoch: UInt64 = 0

  init(textEncoding: TextEncoding) {
    self.textEncoding = textEncoding
  }

  /// The bytes of memory that the content takes, but for the room that arrays have to spare.
  ///
  /// An operation counts as its row and its place in a register or sequence.
  var memory: Int {
    var memory = rows.count * (MemoryLayout<OpRow>.stride + 16)
    memory += index.memory + strings.memory + registers.memory + values.bytes.count
    memory += objects.count * 256 + conflicts.count * 96
    memory += successorLists.count * 96 + laterSuccessorCount * 8
    memory += (increments.count + markNames.count) * 32
    return memory
  }

  /// The object of an operation; the root for none.
  func objectIndex(of id: OpID) -> UInt32? {
    id.isNone ? 0 : objectIndices[id]
  }

  func isMap(_ object: UInt32) -> Bool { objects[Int(object)].type == .Map }
}

// Values.
extension OpSet {
  func value(_ row: UInt32, at clock: Clock? = nil) -> Value {
    let op = rows[Int(row)]
    if let type = op.action.objectType { return .Object(objectID(of: op.id), type) }
    if op.isCounter { return .Scalar(.Counter(counterValue(row, at: clock))) }
    return .Scalar(values.scalar(op.value))
  }

  /// The identity of an object as callers see it.
  func objectID(of id: OpID) -> ObjId {
    guard !id.isNone else { return .ROOT }
    return ObjId(counter: id.counter, actor: actors[id.actor], actorHint: id.actor)
  }

  /// The width of an element of a sequence.
  func width(ofElement element: UInt32, in object: UInt32, at clock: Clock? = nil) -> UInt32 {
    guard let row = winner(registerKey(object, element), at: clock) else { return 0 }
    return width(ofVisible: row, in: object)
  }

  /// The width of a visible row: 1 in lists, that of its text in texts.
  func width(ofVisible row: UInt32, in object: UInt32) -> UInt32 {
    guard objects[Int(object)].type == .Text else { return 1 }
    let op = rows[Int(row)]
    if op.action == .set, op.value.code == StoredValue.Code.string {
      return values.width(op.value, in: textEncoding)
    }
    return UInt32(textEncoding.width(of: "\u{FFFC}"))
  }
}
