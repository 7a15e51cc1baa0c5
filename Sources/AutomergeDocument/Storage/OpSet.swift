/// The operations of a document and the objects, registers and sequences that they make.
///
/// A register is the state of one key of a map, or of one element of a sequence: a list of rows in
/// the order of identities. Applying operations in any order that respects their dependencies gives
/// equal sets.
struct OpSet {
  /// One step of undoing.
  private enum UndoStep {
    /// A row was added; in a register it was linked after another.
    case row(UInt32, previous: UInt32)
    /// A row got a successor that hides it.
    case replacement(of: UInt32, wasReplaced: Bool)
    /// A counter got a successor that adds to it; `previous` is the sum of its earlier increments,
    /// if any.
    case increment(of: UInt32, previous: Int64?)
  }

  let textEncoding: TextEncoding
  var actors = ActorTable()
  var strings = StringTable()
  var values = ValueArena()
  private(set) var rows: [OpRow] = []
  private(set) var index = OpIndex()
  /// The objects in order of arrival; the root is first.
  private(set) var objects = [ObjectState(id: .none, type: .Map, row: OpRow.none)]
  private(set) var objectIndices: [OpID: ObjectIndex] = [:]
  private(set) var registers = RegisterTable()
  private var anchors = RegisterAnchors()
  /// After concurrent edits, the visible rows other than the winner, in the order of identities.
  private(set) var conflicts: [RegisterKey: SortedIndices<UInt32>] = [:]
  private(set) var laterSuccessors = SuccessorLists()
  /// The sum of the increments of a counter, by its row.
  private(set) var increments: [UInt32: Int64] = [:]
  /// The names of marks, by row.
  private(set) var markNames: [UInt32: UInt32] = [:]
  private(set) var maximumCounter: UInt32 = 0
  /// The steps to undo since recording began; `nil` while nothing is recorded.
  private var undoSteps: [UndoStep]?
  /// A number that grows with each operation that may change which object a path leads to.
  private(set) var structureEpoch: UInt64 = 0

  init(textEncoding: TextEncoding) {
    self.textEncoding = textEncoding
  }

  /// The memory of the content, without spare room of arrays, in bytes.
  ///
  /// An operation counts as its row and its place in a register or sequence.
  var memory: Int {
    var memory = rows.count * (MemoryLayout<OpRow>.stride + 16)
    memory += index.memory + strings.memory + registers.memory + values.bytes.count
    memory += objects.count * 256 + conflicts.count * 144
    memory += laterSuccessors.memory
    memory += (increments.count + markNames.count) * 32
    return memory
  }

  /// Returns the object of an operation; the root for ``OpID/none``.
  func objectIndex(of id: OpID) -> ObjectIndex? {
    id.isNone ? .root : objectIndices[id]
  }

  func isMap(_ object: ObjectIndex) -> Bool { objects[object.value].type == .Map }
}

// Counters, and undoing the pending change.
extension OpSet {
  /// Uses the next counter, which has to be within the format's range.
  mutating func takeCounter() -> UInt32 {
    maximumCounter += 1
    return maximumCounter
  }

  /// Frees the last counter.
  mutating func returnCounter() { maximumCounter -= 1 }

  /// Marks all counters up to one as used.
  mutating func useCounters(upTo counter: UInt32) {
    maximumCounter = max(maximumCounter, counter)
  }

  /// Starts to record the steps of undoing, and drops earlier ones.
  mutating func beginRecording() { undoSteps = [] }

  /// Drops the recorded steps, and stops recording.
  mutating func endRecording() { undoSteps = nil }

  /// Marks the paths of objects as changed.
  mutating func invalidatePaths() { structureEpoch += 1 }
}

// Values.
extension OpSet {
  func value(_ row: UInt32, at clock: Clock? = nil) -> Value {
    let op = rows[Int(row)]
    if let type = op.action.objectType { return .Object(objectID(of: op.id), type) }
    if op.isCounter { return .Scalar(.Counter(counterValue(row, at: clock))) }
    return .Scalar(values.scalar(op.value))
  }

  /// Returns the identity of an object for callers.
  func objectID(of id: OpID) -> ObjId {
    guard !id.isNone else { return .ROOT }
    return ObjId(counter: id.counter, actor: actors[id.actor], actorHint: id.actor)
  }

  /// Returns the width of an element of a sequence.
  func width(ofElement element: UInt32, in object: ObjectIndex, at clock: Clock? = nil) -> UInt32 {
    guard let row = winner(registerKey(object, element), at: clock) else { return 0 }
    return width(ofVisible: row, in: object)
  }

  /// Returns the width of a visible row: 1 in lists, the width of its text in texts.
  func width(ofVisible row: UInt32, in object: ObjectIndex) -> UInt32 {
    guard objects[object.value].type == .Text else { return 1 }
    let op = rows[Int(row)]
    if op.action == .set, op.value.code == StoredValue.Code.string {
      return values.width(op.value, in: textEncoding)
    }
    return UInt32(textEncoding.width(of: "\u{FFFC}"))
  }
}

/// The values of keys and elements.
extension OpSet {
  /// Returns the place of the register of a key or an element.
  func registerKey(_ object: ObjectIndex, _ key: UInt32) -> RegisterKey {
    RegisterKey(object: object, key: key, isElement: !isMap(object))
  }

  /// Returns the place of the register that a row belongs to.
  func registerKey(of row: UInt32) -> RegisterKey {
    let op = rows[Int(row)]
    let isElement = !isMap(op.object)
    return RegisterKey(
      object: op.object, key: isElement ? element(of: row) : op.key, isElement: isElement)
  }

  /// Returns `true` if the table may have a register; it has none for an element that was never set
  /// again, whose only row is the element's own.
  private func hasRegister(_ key: RegisterKey) -> Bool {
    !key.isElement || rows[Int(key.key)].next != OpRow.none
  }

  /// Returns the first row of a register; ``OpRow/none`` if a map has never had the key.
  func head(_ key: RegisterKey) -> UInt32 {
    key.isElement ? key.key : registers[key]?.head ?? OpRow.none
  }

  /// Returns the rows of a register that readers see, in the order of identities.
  ///
  /// `clock`: The point in the history; `nil` for the current state.
  func visibleRows(_ key: RegisterKey, at clock: Clock? = nil) -> [UInt32] {
    guard let clock else {
      guard let winner = winner(key) else { return [] }
      return (conflicts.isEmpty ? [] : conflicts[key]?.all ?? []) + [winner]
    }
    var visible: [UInt32] = []
    var row = head(key)
    while row != OpRow.none {
      if isVisible(row, at: clock) { visible.append(row) }
      row = rows[Int(row)].next
    }
    return visible
  }

  /// Returns the row of a register that wins.
  func winner(_ key: RegisterKey, at clock: Clock? = nil) -> UInt32? {
    if clock != nil { return visibleRows(key, at: clock).last }
    guard hasRegister(key) else { return rows[Int(key.key)].isVisible ? key.key : nil }
    guard let winner = registers[key]?.winner, winner != OpRow.none else { return nil }
    return winner
  }

  /// Returns `true` if readers saw a row as a value at a point in the history.
  private func isVisible(_ row: UInt32, at clock: Clock) -> Bool {
    let op = rows[Int(row)]
    guard op.hasValue, clock.covers(op.id) else { return false }
    if op.successor.isNone { return true }
    return successors(of: row).allSatisfy { successor in
      !clock.covers(successor) || op.isCounter && incrementAmount(of: successor) != nil
    }
  }

  /// Returns all successors of a row.
  func successors(of row: UInt32) -> [OpID] {
    let first = rows[Int(row)].successor
    guard !first.isNone else { return [] }
    return [first] + laterSuccessors[row]
  }

  /// Returns the amount that an operation adds to a counter; `nil` if it is not an increment.
  private func incrementAmount(of id: OpID) -> Int64? {
    guard let row = index[id], rows[Int(row)].action == .increment else { return nil }
    return values.integer(rows[Int(row)].value)
  }

  /// Returns the value of a counter with its increments.
  private func counterValue(_ row: UInt32, at clock: Clock?) -> Int64 {
    let start = values.integer(rows[Int(row)].value)
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
  /// Returns the row before it; ``OpRow/none`` if it is the first.
  @discardableResult
  private mutating func link(_ row: UInt32) -> UInt32 {
    let op = rows[Int(row)]
    let key = registerKey(op.object, op.key)
    var register = registers[key] ?? Register()
    if key.isElement, !hasRegister(key) {
      register = Register(element: op.key, isVisible: rows[Int(op.key)].isVisible)
    }
    let previous = register.link(row, in: &rows, actors, &anchors, of: key)
    registers[key] = register
    if op.isVisible { show(row, in: key) }
    if previous == OpRow.none, rows[Int(row)].next == OpRow.none {
      appendKey(op.key, to: op.object)
    }
    return previous
  }

  /// Removes a row from its register, in which it was linked after another.
  private mutating func unlink(_ row: UInt32, behind previous: UInt32) {
    let op = rows[Int(row)]
    let key = registerKey(op.object, op.key)
    hide(row)
    anchors.remove(row, in: rows, actors, of: key)
    registers[key]?.unlink(row, behind: previous, in: &rows)
    if registers[key]?.head == OpRow.none {
      registers[key] = nil
      removeLastKey(op.key, from: op.object)
    } else if !hasRegister(key) {
      registers[key] = nil
    }
  }

  /// Adds a row to the visible ones.
  private mutating func show(_ row: UInt32, in key: RegisterKey) {
    guard hasRegister(key), let winner = registers[key]?.winner else { return }
    if winner == OpRow.none {
      registers[key]?.winner = row
    } else if precedes(winner, row) {
      conflicts[key, default: SortedIndices<UInt32>()].append(winner)
      registers[key]?.winner = row
    } else {
      let position = position(of: row, amongConflictsOf: key)
      conflicts[key, default: SortedIndices<UInt32>()].insert(row, at: position)
    }
  }

  /// Removes a row from the visible ones, if it is one of them.
  private mutating func hide(_ row: UInt32) {
    let key = registerKey(of: row)
    guard hasRegister(key) else { return }
    if registers[key]?.winner == row {
      let next = conflicts.isEmpty ? nil : conflicts[key]?.popLast()
      registers[key]?.winner = next ?? OpRow.none
    } else if !conflicts.isEmpty {
      let position = position(of: row, amongConflictsOf: key)
      if conflicts[key]?[position] == row { conflicts[key]?.remove(at: position) }
    }
    if !conflicts.isEmpty, conflicts[key]?.isEmpty == true { conflicts[key] = nil }
  }

  /// Returns the position of a row among the conflicts of a register, even if it is not one of
  /// them.
  private func position(
    of row: UInt32, amongConflictsOf key: RegisterKey
  ) -> SortedIndices<UInt32>.Position {
    conflicts[key, default: SortedIndices<UInt32>()].firstPosition { !precedes($0, row) }
  }

  private func precedes(_ first: UInt32, _ second: UInt32) -> Bool {
    actors.precedes(rows[Int(first)].id, rows[Int(second)].id)
  }

  private mutating func appendKey(_ key: UInt32, to object: ObjectIndex) {
    let index = object.value
    if let last = objects[index].keys.last, objects[index].keysAreSorted {
      objects[index].keysAreSorted = strings.precedes(last, key)
    }
    objects[index].keys.append(key)
  }

  private mutating func removeLastKey(_ key: UInt32, from object: ObjectIndex) {
    if objects[object.value].keys.last == key {
      objects[object.value].keys.removeLast()
    } else {
      objects[object.value].keys.removeAll { $0 == key }
    }
  }
}

/// Adding operations to the set.
extension OpSet {
  /// An operation to add.
  struct NewOp {
    let id: OpID
    let object: ObjectIndex
    /// The same as ``OpRow/key``.
    let key: UInt32
    let action: OpAction
    var value = StoredValue.null
    var isInsert = false
    var expand = false
    var markName: UInt32?
  }

  /// Performs an operation: adds it unless it is a deletion, and records the operations that it
  /// replaces.
  ///
  /// `predecessors`: The rows that the operation replaces. `position`: The position of an
  /// insertion; `nil` to find it by the rule of the format. Returns the row, and for insertions its
  /// place in the sequence.
  @discardableResult
  mutating func perform(
    _ op: NewOp, replacing predecessors: [UInt32], at position: SequenceTree.Position? = nil
  ) -> (row: UInt32, position: SequenceTree.Position?) {
    for predecessor in predecessors { addSuccessor(op, to: predecessor) }
    var entered: (row: UInt32, position: SequenceTree.Position?) = (OpRow.none, nil)
    if op.action != .delete { entered = enter(op, at: position) }
    let type = objects[op.object.value].type
    if type != .Map, !op.isInsert { refreshWidth(ofElement: op.key, in: op.object) }
    if type == .List, op.isInsert || op.action == .delete { structureEpoch += 1 }
    return entered
  }

  /// Adds an operation as a row, and links it to its register or inserts it as an element.
  ///
  /// `position`: The position of an insertion; `nil` to find it by the rule of the format. Returns
  /// the row, and for insertions its place in the sequence.
  private mutating func enter(
    _ op: NewOp, at position: SequenceTree.Position?
  ) -> (row: UInt32, position: SequenceTree.Position?) {
    let row = appendRow(op)
    if !op.isInsert {
      let previous = link(row)
      undoSteps?.append(.row(row, previous: previous))
      return (row, nil)
    }
    undoSteps?.append(.row(row, previous: OpRow.none))
    let place = position ?? insertionPosition(of: op)
    let width = rows[Int(row)].isVisible ? width(ofVisible: row, in: op.object) : 0
    let entered = objects[op.object.value].sequence?.insert(
      row, width: width, at: place, rows: &rows)
    return (row, entered)
  }

  /// Adds the row of an operation, but not yet to its register.
  private mutating func appendRow(_ op: NewOp) -> UInt32 {
    let row = UInt32(rows.count)
    rows.append(
      OpRow(
        id: op.id, object: op.object, key: op.key, value: op.value, action: op.action,
        isInsert: op.isInsert, expand: op.expand))
    index.insert(op.id, row: row)
    maximumCounter = max(maximumCounter, op.id.counter)
    if let name = op.markName { markNames[row] = name }
    if op.action == .mark { objects[op.object.value].hasMarks = true }
    if let type = op.action.objectType {
      objectIndices[op.id] = ObjectIndex(objects.count)
      var state = ObjectState(id: op.id, type: type, row: row)
      if type != .Map { state.sequence = SequenceTree() }
      objects.append(state)
    }
    return row
  }

  /// Returns the position of an insertion: after its element, and after later insertions there.
  private func insertionPosition(of op: NewOp) -> SequenceTree.Position {
    guard let sequence = objects[op.object.value].sequence else { return SequenceTree.start }
    var place = SequenceTree.start
    if op.key != OpRow.none, let found = sequence.position(of: op.key, in: rows) {
      place = SequenceTree.Position(leaf: found.leaf, offset: found.offset + 1)
    }
    while let next = sequence.normalized(place), let element = sequence.element(at: next),
      actors.precedes(op.id, rows[Int(element)].id)
    {
      place = sequence.position(behind: next, laterThan: op.id.counter)
    }
    return place
  }

  /// Records that an operation replaces a row, or adds to a counter.
  private mutating func addSuccessor(_ op: NewOp, to row: UInt32) {
    if rows[Int(row)].successor.isNone {
      rows[Int(row)].successor = op.id
    } else {
      laterSuccessors.append(op.id, to: row)
    }
    if op.action == .increment, rows[Int(row)].isCounter {
      undoSteps?.append(.increment(of: row, previous: increments[row]))
      increments[row, default: 0] &+= values.integer(op.value)
      return
    }
    let wasReplaced = rows[Int(row)].isReplaced
    undoSteps?.append(.replacement(of: row, wasReplaced: wasReplaced))
    guard !wasReplaced else { return }
    rows[Int(row)].isReplaced = true
    hide(row)
    if rows[Int(row)].action.makesObject { structureEpoch += 1 }
  }

  /// Updates the width of an element from its register.
  private mutating func refreshWidth(ofElement element: UInt32, in object: ObjectIndex) {
    let width = width(ofElement: element, in: object)
    guard let position = objects[object.value].sequence?.position(of: element, in: rows) else {
      return
    }
    objects[object.value].sequence?.setWidth(width, at: position)
  }

  /// Returns the element of a row in a sequence: for an insertion the row itself.
  func element(of row: UInt32) -> UInt32 {
    rows[Int(row)].isInsert ? row : rows[Int(row)].key
  }
}

/// Undoing operations.
extension OpSet {
  /// A state that undoing returns to: the sizes of the tables, and the number of recorded steps.
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

  /// Undoes the operations since a checkpoint, including the tables.
  ///
  /// The steps since then have to be recorded.
  mutating func undo(to checkpoint: Checkpoint) {
    takeBack(to: checkpoint.steps)
    actors.truncate(to: checkpoint.actors)
    strings.truncate(to: checkpoint.strings)
    registers.truncate(toKeys: checkpoint.strings)
    values.truncate(to: checkpoint.values)
    maximumCounter = checkpoint.maximumCounter
  }

  private mutating func takeBack(to count: Int) {
    guard var steps = undoSteps, steps.count > count else { return }
    undoSteps = nil
    var sequences: Set<ObjectIndex> = []
    while steps.count > count, let step = steps.popLast() {
      switch step {
      case .row(let row, let previous):
        if rows[Int(row)].isInsert { sequences.insert(rows[Int(row)].object) }
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
      objects[object.value].sequence?.compact(rows: &rows)
    }
    undoSteps = steps
    structureEpoch += 1
  }

  private mutating func removeLastSuccessor(of row: UInt32) {
    if !laterSuccessors.removeLast(of: row) { rows[Int(row)].successor = .none }
  }

  /// Makes a row visible again, which no successor hides any longer.
  private mutating func reveal(_ row: UInt32) {
    rows[Int(row)].isReplaced = false
    guard rows[Int(row)].isVisible else { return }
    let key = registerKey(of: row)
    show(row, in: key)
    if key.isElement { refreshWidth(ofElement: key.key, in: key.object) }
  }

  private mutating func removeLastRow(_ row: UInt32, behind previous: UInt32) {
    let op = rows[Int(row)]
    if op.action.makesObject {
      objects.removeLast()
      objectIndices[op.id] = nil
    }
    if op.isInsert {
      if let position = objects[op.object.value].sequence?.position(of: row, in: rows) {
        objects[op.object.value].sequence?.remove(at: position, rows: rows)
      }
    } else {
      unlink(row, behind: previous)
      if !isMap(op.object) { refreshWidth(ofElement: op.key, in: op.object) }
    }
    index.removeLast(op.id)
    markNames[row] = nil
    if !op.value.isInline { values.truncate(to: Int(op.value.payload)) }
    rows.removeLast()
  }
}

/// Operations of a file, in the order of their objects and, within one, of their keys or elements.
extension OpSet {
  /// Makes room for as many rows as a file is expected to have.
  mutating func reserveRows(_ count: Int) { rows.reserveCapacity(count) }

  /// Adds an operation after all others of its object, and returns its row.
  ///
  /// A counter with successors is hidden, until ``settleCounter(_:)`` finds that none replaces it.
  mutating func load(_ op: NewOp, successors: [OpID]) -> UInt32 {
    let row = appendRow(op)
    if let first = successors.first {
      rows[Int(row)].successor = first
      rows[Int(row)].isReplaced = true
      laterSuccessors.append(successors.dropFirst(), to: row)
    }
    if op.isInsert {
      appendElement(row, to: op.object)
    } else {
      link(row)
      if !isMap(op.object) { refreshWidth(ofElement: op.key, in: op.object) }
    }
    return row
  }

  private mutating func appendElement(_ row: UInt32, to object: ObjectIndex) {
    guard let end = objects[object.value].sequence?.end else { return }
    let width = rows[Int(row)].isVisible ? width(ofVisible: row, in: object) : 0
    objects[object.value].sequence?.insert(row, width: width, at: end, rows: &rows)
  }

  /// Adds up the increments of a counter, and makes it visible if its successors are only
  /// increments.
  ///
  /// The rows of all its successors have to be present.
  mutating func settleCounter(_ row: UInt32) {
    var sum: Int64 = 0
    var isReplaced = false
    for successor in successors(of: row) {
      if let amount = incrementAmount(of: successor) { sum &+= amount } else { isReplaced = true }
    }
    increments[row] = sum
    if !isReplaced { reveal(row) }
  }
}
