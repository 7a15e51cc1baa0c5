/// The operations of a document and the objects, registers and sequences that they make.
///
/// A register is the state of one key of a map, or of one element of a sequence: a list of rows in
/// the order of identities. Applying operations in any order that respects their dependencies gives
/// equal sets.
struct OpSet {
  /// A recorded step, which undoing reverses.
  private enum UndoStep {
    /// A row was added; in its register, it was linked after `previous`.
    case row(RowIndex, previous: RowIndex?)
    /// A row got a successor that hides it.
    case replacement(of: RowIndex, wasReplaced: Bool)
    /// A counter got an increment as a successor. `previous` is the sum of its earlier increments,
    /// if any.
    case increment(of: RowIndex, previous: Int64?)
  }

  let textEncoding: TextEncoding
  private(set) var actors = ActorTable()
  private(set) var strings = StringTable()
  private(set) var values = ValueArena()
  private(set) var rows: [OpRow] = []
  private(set) var rowIndices = OpTable()
  /// The objects in order of arrival; the root is first.
  private(set) var objects = [ObjectState(id: .none, type: .Map, row: nil)]
  private(set) var objectIndices: [OpID: ObjectIndex] = [:]
  private(set) var registers = RegisterTable()
  private(set) var laterSuccessors = SuccessorLists()
  /// The sum of the increments of a counter, by its row.
  private(set) var increments: [RowIndex: Int64] = [:]
  private(set) var markNames: [RowIndex: StringIndex] = [:]
  private(set) var maximumCounter: UInt32 = 0
  /// The steps since recording began; `nil` if nothing is recorded.
  private var undoSteps: [UndoStep]?
  /// A number that grows with each operation after which a path may lead to another object.
  private(set) var structureEpoch: UInt64 = 0

  init(textEncoding: TextEncoding) { self.textEncoding = textEncoding }

  /// The memory of an operation: its row, and its row number and width in a leaf of a sequence.
  ///
  /// With its place in the table of identities, a character of a text takes 62 bytes. A text is
  /// therefore within the limit of 64 bytes for each received byte.
  static let operationMemory = MemoryLayout<OpRow>.stride + 10

  /// The memory of the content, without unused capacity of arrays, in bytes.
  ///
  var memory: Int {
    var memory = rows.count * Self.operationMemory
    memory += rowIndices.memory + strings.memory + registers.memory + values.bytes.count
    memory += objects.count * 256 + laterSuccessors.memory
    memory += (increments.count + markNames.count) * 32
    return memory
  }

  /// Returns the object that an operation made.
  ///
  /// ``OpID/none`` stands for the root.
  func objectIndex(of id: OpID) -> ObjectIndex? { id.isNone ? .root : objectIndices[id] }

  func isMap(_ object: ObjectIndex) -> Bool { objects[object].type == .Map }
}

// Actors, strings and values.
extension OpSet {
  mutating func index(of actor: ActorId) -> ActorIndex { actors.index(of: actor) }

  mutating func indices(of wanted: [ActorId]) -> [ActorIndex] { actors.indices(of: wanted) }

  /// Returns the index of a key or of the name of a mark, and adds it if it is new.
  mutating func index(of string: String) -> StringIndex { strings.index(of: string) }

  mutating func store(_ value: ScalarValue) throws(AutomergeError) -> StoredValue {
    try values.store(value)
  }

  /// Stores the value of an operation that is read from bytes.
  mutating func store(
    code: UInt8, _ bytes: [UInt8], _ range: Range<Int>
  ) throws(AutomergeError) -> StoredValue {
    try values.store(code: code, bytes, range)
  }

  mutating func removeLast(_ value: StoredValue) {
    if !value.isInline { values.truncate(to: Int(value.payload)) }
  }
}

// Counters, and undoing the pending change.
extension OpSet {
  /// Uses the next counter and returns it; the next counter must be within the format's range.
  mutating func takeCounter() -> UInt32 {
    maximumCounter += 1
    return maximumCounter
  }

  /// Makes the last counter available again.
  mutating func returnCounter() { maximumCounter -= 1 }

  /// Marks all counters up to a given counter as used.
  mutating func useCounters(upTo counter: UInt32) { maximumCounter = max(maximumCounter, counter) }

  /// Starts to record undo steps, and discards earlier steps.
  mutating func beginRecording() { undoSteps = [] }

  /// Discards the recorded steps, and stops recording.
  mutating func endRecording() { undoSteps = nil }

  /// Marks the paths of objects as changed.
  mutating func invalidatePaths() { structureEpoch += 1 }
}

// Values.
extension OpSet {
  func value(_ row: RowIndex, at clock: Clock? = nil) -> Value {
    let op = rows[row]
    if let type = op.action.objectType { return .Object(objectID(of: op.id), type) }
    if op.isCounter { return .Scalar(.Counter(counterValue(row, at: clock))) }
    return .Scalar(values.scalar(op.value))
  }

  /// Returns the public identity of an object.
  func objectID(of id: OpID) -> ObjId {
    guard !id.isNone else { return .ROOT }
    return ObjId(
      place: .made(counter: id.counter, actor: actors[id.actor]), actorHint: id.actor)
  }

  func width(ofElement element: RowIndex, in object: ObjectIndex, at clock: Clock? = nil) -> UInt32
  {
    guard let row = winner(registerKey(object, ObjectKey(element)), at: clock) else { return 0 }
    return width(ofVisible: row, in: object)
  }

  /// Returns the width of a visible row.
  ///
  /// In lists it is 1; in texts it is the width of the row's text.
  func width(ofVisible row: RowIndex, in object: ObjectIndex) -> UInt32 {
    guard objects[object].type == .Text else { return 1 }
    let op = rows[row]
    if op.action == .set, op.value.code == StoredValue.Code.string {
      return values.width(op.value, in: textEncoding)
    }
    return UInt32(textEncoding.width(of: "\u{FFFC}"))
  }
}

/// The values of keys and elements.
extension OpSet {
  func registerKey(_ object: ObjectIndex, _ key: ObjectKey) -> RegisterKey {
    RegisterKey(object: object, key: key, isElement: !isMap(object))
  }

  func registerKey(of row: RowIndex) -> RegisterKey {
    let object = rows[row].object
    return RegisterKey(object: object, key: key(of: row), isElement: !isMap(object))
  }

  /// Returns the key or the element whose value is a row.
  ///
  /// For an insertion, the element is the row itself.
  func key(of row: RowIndex) -> ObjectKey {
    let op = rows[row]
    return op.isInsert ? ObjectKey(row) : op.key
  }

  /// Returns the element of a row in a sequence; for an insertion, the element is the row itself.
  func element(of row: RowIndex) -> RowIndex? { key(of: row).element }

  /// Returns the visible rows of a register, in the order of identities.
  ///
  /// `clock`: The point in the history; `nil` for the current state.
  func visibleRows(_ key: RegisterKey, at clock: Clock? = nil) -> [RowIndex] {
    guard let clock else { return registers.visibleRows(key, in: rows) }
    var visible: [RowIndex] = []
    var next = registers.head(key)
    while let row = next {
      if isVisible(row, at: clock) { visible.append(row) }
      next = rows[row].next
    }
    return visible
  }

  func winner(_ key: RegisterKey, at clock: Clock? = nil) -> RowIndex? {
    if clock != nil { return visibleRows(key, at: clock).last }
    return registers.winner(key, in: rows)
  }

  /// Returns `true` if a row was visible at a point in the history.
  func isVisible(_ row: RowIndex, at clock: Clock) -> Bool {
    let op = rows[row]
    guard op.hasValue, clock.covers(op.id) else { return false }
    if op.successor.isNone { return true }
    return successors(of: row).allSatisfy { successor in
      !clock.covers(successor) || op.isCounter && incrementAmount(of: successor) != nil
    }
  }

  func successors(of row: RowIndex) -> [OpID] {
    let first = rows[row].successor
    guard !first.isNone else { return [] }
    return [first] + laterSuccessors[row]
  }

  /// Returns the amount that an operation adds to a counter; `nil` if it is not an increment.
  func incrementAmount(of id: OpID) -> Int64? {
    guard let row = rowIndices[id], rows[row].action == .increment else { return nil }
    return values.integer(rows[row].value)
  }

  /// Returns the initial value of a counter plus its increments.
  func counterValue(_ row: RowIndex, at clock: Clock?) -> Int64 {
    let start = values.integer(rows[row].value)
    guard let clock else { return start &+ (increments[row] ?? 0) }
    return successors(of: row).reduce(start) { sum, successor in
      clock.covers(successor) ? sum &+ (incrementAmount(of: successor) ?? 0) : sum
    }
  }
}

// Changing.
extension OpSet {
  /// Links a row that is not an insertion to its register.
  ///
  /// Returns the previous row; `nil` if the row is the first.
  @discardableResult
  private mutating func link(_ row: RowIndex) -> RowIndex? {
    let op = rows[row]
    let previous = registers.link(
      row, to: registerKey(op.object, op.key), in: &rows, actors)
    if previous == nil, rows[row].next == nil { appendKey(op.key.string, to: op.object) }
    return previous
  }

  /// Removes a row from its register, where it was linked after the row `previous`.
  private mutating func unlink(_ row: RowIndex, behind previous: RowIndex?) {
    let op = rows[row]
    let key = registerKey(op.object, op.key)
    registers.unlink(row, behind: previous, from: key, in: &rows, actors)
    if registers.head(key) == nil { removeLastKey(op.key.string, from: op.object) }
  }

  private mutating func appendKey(_ key: StringIndex, to object: ObjectIndex) {
    if let last = objects[object].keys.last, objects[object].keysAreSorted {
      objects[object].keysAreSorted = strings.precedes(last, key)
    }
    objects[object].keys.append(key)
  }

  private mutating func removeLastKey(_ key: StringIndex, from object: ObjectIndex) {
    if objects[object].keys.last == key {
      objects[object].keys.removeLast()
    } else {
      objects[object].keys.removeAll { $0 == key }
    }
  }
}

/// Adding operations to the set.
extension OpSet {
  /// An operation to add.
  struct NewOp {
    let id: OpID
    let object: ObjectIndex
    let key: ObjectKey
    let action: OpAction
    var value = StoredValue.null
    var isInsert = false
    var expand = false
    var markName: StringIndex?
  }

  /// Performs an operation: adds a row, unless the operation is a deletion, and marks the replaced
  /// rows.
  ///
  /// `predecessors`: The rows that the operation replaces. `position`: The position of an
  /// insertion; `nil` to find it by the rule of the format. Returns the new row, or `nil` for a
  /// deletion, and for insertions the position in the sequence.
  @discardableResult
  mutating func perform(
    _ op: NewOp, replacing predecessors: [RowIndex], at position: SequenceTree.Position? = nil
  ) -> (row: RowIndex?, position: SequenceTree.Position?) {
    for predecessor in predecessors { addSuccessor(op, to: predecessor) }
    var entered: (row: RowIndex?, position: SequenceTree.Position?) = (nil, nil)
    if op.action != .delete { entered = enter(op, at: position) }
    let type = objects[op.object].type
    if type != .Map, !op.isInsert, let element = op.key.element {
      refreshWidth(ofElement: element, in: op.object)
    }
    if type == .List, op.isInsert || op.action == .delete { structureEpoch += 1 }
    return entered
  }

  /// Adds an operation as a row, and links it to its register or inserts it as an element.
  ///
  /// `position`: The position of an insertion; `nil` to find it by the rule of the format. Returns
  /// the row, and for insertions its position in the sequence.
  private mutating func enter(
    _ op: NewOp, at position: SequenceTree.Position?
  ) -> (row: RowIndex, position: SequenceTree.Position?) {
    let row = appendRow(op)
    if !op.isInsert {
      let previous = link(row)
      undoSteps?.append(.row(row, previous: previous))
      return (row, nil)
    }
    undoSteps?.append(.row(row, previous: nil))
    let place = position ?? insertionPosition(of: op)
    let width = rows[row].isVisible ? width(ofVisible: row, in: op.object) : 0
    // The subscript gets an `Int`, as in `refreshWidth` and `appendElement`: the compiler does not
    // inline the subscript of typed indices here, so each call would allocate memory.
    let entered = objects[op.object.value].sequence?.insert(
      row, width: width, at: place, rows: &rows)
    return (row, entered)
  }

  /// Adds the row of an operation to the table, but not to its register.
  private mutating func appendRow(_ op: NewOp) -> RowIndex {
    let row = RowIndex(rows.count)
    rows.append(
      OpRow(
        value: op.value, action: op.action, isInsert: op.isInsert, expand: op.expand, id: op.id,
        object: op.object, key: op.key))
    rowIndices.insert(op.id, row: row)
    maximumCounter = max(maximumCounter, op.id.counter)
    if let name = op.markName { markNames[row] = name }
    if op.action == .mark { objects[op.object].hasMarks = true }
    if let type = op.action.objectType {
      objectIndices[op.id] = ObjectIndex(objects.count)
      var state = ObjectState(id: op.id, type: type, row: row)
      if type != .Map { state.sequence = SequenceTree() }
      objects.append(state)
    }
    return row
  }

  /// Returns the position of an insertion: after the element before it, and after the subtrees of
  /// later insertions at the same place.
  private func insertionPosition(of op: NewOp) -> SequenceTree.Position {
    guard let sequence = objects[op.object].sequence else { return SequenceTree.start }
    var place = SequenceTree.start
    if let element = op.key.element, let found = sequence.position(of: element, in: rows) {
      place = found.following
    }
    while let next = sequence.normalized(place), let element = sequence.element(at: next),
      actors.precedes(op.id, rows[element].id)
    {
      place = sequence.position(behind: next, laterThan: op.id.counter)
    }
    return place
  }

  /// Adds an operation to the successors of a row, which it replaces or, if the row is a counter,
  /// increments.
  private mutating func addSuccessor(_ op: NewOp, to row: RowIndex) {
    if rows[row].successor.isNone {
      rows[row].successor = op.id
    } else {
      laterSuccessors.append(op.id, to: row)
    }
    if op.action == .increment, rows[row].isCounter {
      undoSteps?.append(.increment(of: row, previous: increments[row]))
      increments[row, default: 0] &+= values.integer(op.value)
      return
    }
    let wasReplaced = rows[row].isReplaced
    undoSteps?.append(.replacement(of: row, wasReplaced: wasReplaced))
    guard !wasReplaced else { return }
    rows[row].isReplaced = true
    registers.hide(row, in: registerKey(of: row), rows, actors)
    if rows[row].action.makesObject { structureEpoch += 1 }
  }

  /// Updates the width of an element from its register.
  private mutating func refreshWidth(ofElement element: RowIndex, in object: ObjectIndex) {
    let width = width(ofElement: element, in: object)
    guard let position = objects[object].sequence?.position(of: element, in: rows) else { return }
    objects[object.value].sequence?.setWidth(width, at: position)
  }
}

/// Undoing operations.
extension OpSet {
  /// A state that ``undo(to:)`` restores: the sizes of the tables, and the number of recorded
  /// steps.
  struct Checkpoint {
    fileprivate let steps: Int
    fileprivate let actors: Int
    fileprivate let strings: Int
    fileprivate let values: Int
    fileprivate let maximumCounter: UInt32
  }

  func checkpoint() -> Checkpoint {
    Checkpoint(
      steps: undoSteps?.count ?? 0, actors: actors.actors.count, strings: strings.count,
      values: values.bytes.count, maximumCounter: maximumCounter)
  }

  /// Undoes the operations since a checkpoint, and shortens the tables to their sizes at the
  /// checkpoint.
  ///
  /// All steps since the checkpoint must be recorded.
  mutating func undo(to checkpoint: Checkpoint) {
    undoOperations(to: checkpoint.steps)
    actors.truncate(to: checkpoint.actors)
    strings.truncate(to: checkpoint.strings)
    registers.truncate(toKeys: checkpoint.strings)
    values.truncate(to: checkpoint.values)
    maximumCounter = checkpoint.maximumCounter
  }

  private mutating func undoOperations(to count: Int) {
    guard var steps = undoSteps, steps.count > count else { return }
    undoSteps = nil
    var sequences: Set<ObjectIndex> = []
    while steps.count > count, let step = steps.popLast() {
      switch step {
      case .row(let row, let previous):
        if rows[row].isInsert { sequences.insert(rows[row].object) }
        removeLastRow(row, behind: previous)
      case .replacement(let row, let wasReplaced):
        removeLastSuccessor(of: row)
        if !wasReplaced { reveal(row) }
      case .increment(let row, let previous):
        removeLastSuccessor(of: row)
        increments[row] = previous
      }
    }
    for object in sequences where object.value < objects.count {
      objects[object].sequence?.compact(rows: &rows)
    }
    undoSteps = steps
    structureEpoch += 1
  }

  private mutating func removeLastSuccessor(of row: RowIndex) {
    if !laterSuccessors.removeLast(of: row) { rows[row].successor = .none }
  }

  /// Makes a row visible again after its last hiding successor was removed.
  private mutating func reveal(_ row: RowIndex) {
    rows[row].isReplaced = false
    guard rows[row].isVisible else { return }
    let key = registerKey(of: row)
    registers.show(row, in: key, rows, actors)
    if let element = key.element { refreshWidth(ofElement: element, in: key.object) }
  }

  private mutating func removeLastRow(_ row: RowIndex, behind previous: RowIndex?) {
    let op = rows[row]
    if op.action.makesObject {
      objects.removeLast()
      objectIndices[op.id] = nil
    }
    if op.isInsert {
      if let position = objects[op.object].sequence?.position(of: row, in: rows) {
        objects[op.object].sequence?.remove(at: position, rows: rows)
      }
    } else {
      unlink(row, behind: previous)
      if !isMap(op.object), let element = op.key.element {
        refreshWidth(ofElement: element, in: op.object)
      }
    }
    rowIndices.removeLast(op.id)
    markNames[row] = nil
    removeLast(op.value)
    rows.removeLast()
  }
}

// Invariants.
extension OpSet {
  /// Checks that each row is found by its identity and is in one register or sequence, that
  /// registers are in the order of identities, and that visible rows follow from successors.
  func checkInvariants() {
    #if DEBUG
    checkRows()
    assert(objectIndices.count == objects.count - 1, "an object is not found by its identity")
    var linked = 0
    for place in objects.indices {
      let (index, object) = (ObjectIndex(place), objects[place])
      assert(objectIndex(of: object.id) == index, "object \(place) is not found by its identity")
      assert((object.sequence == nil) == isMap(index), "object \(place) has another type")
      assert(object.row.map { rows[$0].id } ?? .none == object.id, "object \(place) has no row")
      assert(Set(object.keys).count == object.keys.count, "object \(place) has a key twice")
      assert(
        !object.keysAreSorted
          || zip(object.keys, object.keys.dropFirst()).allSatisfy(strings.precedes),
        "the keys of object \(place) are not sorted")
      for key in object.keys { linked += checkRegister(registerKey(index, ObjectKey(key))) }
      object.sequence?.checkInvariants(rows: rows)
      object.sequence?.forEach { element, width in
        assert(rows[element].object == index && rows[element].isInsert, "no element of \(place)")
        linked += checkRegister(registerKey(index, ObjectKey(element)))
        assert(width == self.width(ofElement: element, in: index), "\(element.value) is wider")
        return true
      }
    }
    assert(linked == rows.count, "a row is in no register, or in several")
    #endif
  }

  /// Checks what each row has by itself.
  private func checkRows() {
    for place in rows.indices {
      let (row, op) = (RowIndex(place), rows[place])
      assert(rowIndices[op.id] == row, "row \(place) is not found by its identity")
      assert(op.id.counter <= maximumCounter, "the counter of row \(place) is not used")
      assert(op.action != .mark || objects[op.object].hasMarks, "the mark \(place) is not found")
      let amounts = successors(of: row).map { op.isCounter ? incrementAmount(of: $0) : nil }
      assert(op.isReplaced == amounts.contains(nil), "row \(place) is hidden without a reason")
      assert(
        amounts.compactMap(\.self).reduce(0, &+) == increments[row] ?? 0,
        "the sum of counter \(place) is another")
    }
  }

  private func checkRegister(_ key: RegisterKey) -> Int {
    var chain: [RowIndex] = []
    var next = registers.head(key)
    while let row = next, chain.count <= rows.count {
      chain.append(row)
      next = rows[row].next
    }
    assert(next == nil, "a register has no end")
    // The row of an element is first, whatever its identity is.
    for (row, following) in zip(chain, chain.dropFirst()) where row != key.element {
      assert(actors.precedes(rows[row].id, rows[following].id), "a register is not in order")
    }
    assert(!chain.isEmpty && chain.allSatisfy { registerKey(of: $0) == key }, "a row is misplaced")
    let visible = chain.filter { rows[$0].isVisible }
    assert(registers.visibleRows(key, in: rows) == visible, "readers see other rows")
    assert(winner(key) == visible.last, "another row wins")
    return chain.count
  }
}

/// Adds the operations of a file, which are in the order of their objects and of the keys or
/// elements.
extension OpSet {
  mutating func reserveRows(_ count: Int) { rows.reserveCapacity(count) }

  /// Adds an operation after all others of its object, and returns its row.
  ///
  /// A counter with successors is hidden. ``settleCounter(_:)`` makes it visible if all its
  /// successors are increments.
  mutating func load(_ op: NewOp, successors: [OpID]) -> RowIndex {
    let row = appendRow(op)
    if let first = successors.first {
      rows[row].successor = first
      rows[row].isReplaced = true
      laterSuccessors.append(successors.dropFirst(), to: row)
    }
    if op.isInsert {
      appendElement(row, to: op.object)
    } else {
      link(row)
      if !isMap(op.object), let element = op.key.element {
        refreshWidth(ofElement: element, in: op.object)
      }
    }
    return row
  }

  private mutating func appendElement(_ row: RowIndex, to object: ObjectIndex) {
    guard let end = objects[object].sequence?.end else { return }
    let width = rows[row].isVisible ? width(ofVisible: row, in: object) : 0
    objects[object.value].sequence?.insert(row, width: width, at: end, rows: &rows)
  }

  /// Computes the sum of a counter's increments, and makes the counter visible if all its
  /// successors are increments.
  ///
  /// The rows of all its successors must be present.
  mutating func settleCounter(_ row: RowIndex) {
    var sum: Int64 = 0
    var isReplaced = false
    for successor in successors(of: row) {
      if let amount = incrementAmount(of: successor) { sum &+= amount } else { isReplaced = true }
    }
    increments[row] = sum
    if !isReplaced { reveal(row) }
  }
}
