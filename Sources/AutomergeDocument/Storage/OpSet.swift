#if Automerge
/// The operations of a document and what follows from them: objects, registers and sequences.
///
/// A register is what one key of a map, or one element of a sequence, holds: a list of rows in the
/// order of identities. Applying operations in any order that respects their dependencies gives
/// equal sets.
struct OpSet {
  /// One step back: a row to remove, or a successor to remove from a row.
  struct UndoStep {
    let row: UInt32
    let successor: OpID
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
  var registers: [RegisterKey: UInt32] = [:]
  /// Successors beyond the first, by row.
  var successorLists: [UInt32: [OpID]] = [:]
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

  /// The object of an operation; the root for none.
  func objectIndex(of id: OpID) -> UInt32? {
    id.isNone ? 0 : objectIndices[id]
  }

  func isMap(_ object: UInt32) -> Bool { objects[Int(object)].type == .Map }
}

// Registers.
extension OpSet {
  /// All successors of a row.
  func successors(of row: UInt32) -> [OpID] {
    let first = rows[Int(row)].successor
    guard !first.isNone else { return [] }
    guard let others = successorLists[row] else { return [first] }
    return [first] + others
  }

  /// The first row of a register; `nil` if the register is empty.
  ///
  /// `key`: An index of a key, or the row of an element.
  func head(_ object: UInt32, _ key: UInt32) -> UInt32? {
    isMap(object) ? registers[RegisterKey(object: object, key: key)] : key
  }

  /// Whether a row is a value that readers see.
  ///
  /// `clock`: What of the history counts; everything if `nil`.
  func isVisible(_ row: UInt32, at clock: Clock?) -> Bool {
    let op = rows[Int(row)]
    guard op.action == .set || op.action.makesObject else { return false }
    if let clock, !clock.covers(op.id) { return false }
    if op.successor.isNone { return true }
    for successor in successors(of: row) {
      if let clock, !clock.covers(successor) { continue }
      guard op.isCounter, let other = index[successor], rows[Int(other)].action == .increment
      else { return false }
    }
    return true
  }

  /// The rows of a register that readers see, in the order of identities.
  func visibleRows(from head: UInt32?, at clock: Clock? = nil) -> [UInt32] {
    var visible: [UInt32] = []
    var row = head ?? OpRow.none
    while row != OpRow.none {
      if isVisible(row, at: clock) { visible.append(row) }
      row = rows[Int(row)].next
    }
    return visible
  }

  /// The row of a register that wins.
  func winner(from head: UInt32?, at clock: Clock? = nil) -> UInt32? {
    var winner: UInt32?
    var row = head ?? OpRow.none
    while row != OpRow.none {
      if isVisible(row, at: clock) { winner = row }
      row = rows[Int(row)].next
    }
    return winner
  }

  /// The value of a counter with its increments.
  func counterValue(_ row: UInt32, at clock: Clock?) -> Int64 {
    var sum = values.integer(rows[Int(row)].value)
    for successor in successors(of: row) {
      if let clock, !clock.covers(successor) { continue }
      guard let other = index[successor] else { continue }
      sum &+= values.integer(rows[Int(other)].value)
    }
    return sum
  }

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
    guard let row = winner(from: element, at: clock) else { return 0 }
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
#endif
