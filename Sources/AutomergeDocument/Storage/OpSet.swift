/// The operations of a document and the objects, registers and sequences that they make.
///
/// A register is the state of one key of a map, or of one element of a sequence: a list of rows in
/// the order of identities. Applying operations in any order that respects their dependencies gives
/// equal sets.
struct OpSet {
  private(set) var actors = ActorTable()
  private(set) var strings = StringTable()
  private(set) var values: ValueArena
  private(set) var rows = RowTable()
  private(set) var objects = ObjectTable()
  private(set) var registers = RegisterTable()
  private(set) var counters = CounterSums()
  private var undoLog = UndoLog()

  init(textEncoding: TextEncoding) { values = ValueArena(textEncoding: textEncoding) }

  /// The units of positions in text.
  var textEncoding: TextEncoding { values.textEncoding }

  /// The memory of the content, without unused capacity of arrays, in bytes.
  var memory: Int {
    var memory = rows.memory + objects.memory + strings.memory
    memory += registers.memory + values.bytes.count + counters.memory
    return memory
  }

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

// Counters of identities, recording, and the epoch of paths.
extension OpSet {
  /// Uses the next counter and returns it; the next counter must be within the format's range.
  mutating func takeCounter() -> UInt32 { rows.takeCounter() }

  /// Makes the last counter available again.
  mutating func returnCounter() { rows.returnCounters(after: rows.maximumCounter - 1) }

  /// Marks all counters up to a given counter as used.
  mutating func useCounters(upTo counter: UInt32) { rows.useCounters(upTo: counter) }

  /// Starts to record the steps that ``restore(_:)`` reverses, and discards earlier steps.
  mutating func beginRecording() { undoLog.begin() }

  /// Discards the recorded steps, and stops recording.
  mutating func endRecording() { undoLog.end() }

  /// Marks the paths of objects as changed.
  mutating func invalidatePaths() { objects.invalidatePaths() }
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
    if previous == nil, rows[row].next == nil {
      objects.append(op.key.string, to: op.object, by: strings)
    }
    return previous
  }

  /// Removes a row from its register, where it was linked after the row `previous`.
  private mutating func unlink(_ row: RowIndex, behind previous: RowIndex?) {
    let op = rows[row]
    let key = registerKey(op.object, op.key)
    registers.unlink(row, behind: previous, from: key, in: &rows, actors)
    if registers.head(key) == nil { objects.remove(op.key.string, from: op.object) }
  }
}

/// Adding operations to the set.
extension OpSet {
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
    if type == .List, op.isInsert || op.action == .delete { objects.invalidatePaths() }
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
      undoLog.append(.row(row, previous: previous))
      return (row, nil)
    }
    undoLog.append(.row(row, previous: nil))
    let place = position ?? insertionPosition(of: op)
    let width = rows[row].isVisible ? width(ofVisible: row, in: op.object) : 0
    let entered = objects.insert(row, width: width, at: place, in: op.object, rows: rows)
    return (row, entered)
  }

  /// Adds the row of an operation to the table, but not to its register.
  private mutating func appendRow(_ op: NewOp) -> RowIndex {
    let row = rows.append(
      OpRow(
        value: op.value, action: op.action, isInsert: op.isInsert, expand: op.expand, id: op.id,
        object: op.object, key: op.key), markName: op.markName)
    if op.action == .mark { objects.noteMarks(in: op.object) }
    if let type = op.action.objectType { objects.append(op.id, type, row: row) }
    return row
  }

  /// Adds an operation to the successors of a row, which it replaces or, if the row is a counter,
  /// increments.
  private mutating func addSuccessor(_ op: NewOp, to row: RowIndex) {
    rows.addSuccessor(op.id, to: row)
    if op.action == .increment, rows[row].isCounter {
      let previous = counters.add(values.integer(op.value), to: row)
      undoLog.append(.increment(of: row, previous: previous))
      return
    }
    let wasReplaced = rows[row].isReplaced
    undoLog.append(.replacement(of: row, wasReplaced: wasReplaced))
    guard !wasReplaced else { return }
    rows.setReplaced(row, true)
    registers.hide(row, in: registerKey(of: row), rows, actors)
    if rows[row].action.makesObject { objects.invalidatePaths() }
  }

  /// Updates the width of an element from its register.
  private mutating func refreshWidth(ofElement element: RowIndex, in object: ObjectIndex) {
    let width = width(ofElement: element, in: object)
    objects.setWidth(width, of: element, in: object)
  }
}

/// Undoing operations.
extension OpSet {
  /// A state to which ``restore(_:)`` returns: the sizes of the tables, and the number of recorded
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
      steps: undoLog.checkpoint(), actors: actors.actors.count, strings: strings.count,
      values: values.bytes.count, maximumCounter: rows.maximumCounter)
  }

  /// Undoes the operations since a checkpoint, and shortens the tables to their sizes at the
  /// checkpoint.
  ///
  /// All steps since the checkpoint must be recorded.
  mutating func restore(_ checkpoint: Checkpoint) {
    undoSteps(after: checkpoint.steps)
    actors.truncate(to: checkpoint.actors)
    strings.truncate(to: checkpoint.strings)
    registers.truncate(toKeys: checkpoint.strings)
    values.truncate(to: checkpoint.values)
    rows.returnCounters(after: checkpoint.maximumCounter)
  }

  private mutating func undoSteps(after count: Int) {
    var sequences: Set<ObjectIndex> = []
    var isUndone = false
    while let step = undoLog.popLast(after: count) {
      isUndone = true
      switch step {
      case .row(let row, let previous):
        if rows[row].isInsert { sequences.insert(rows[row].object) }
        removeLastRow(row, behind: previous)
      case .replacement(let row, let wasReplaced):
        rows.removeLastSuccessor(of: row)
        if !wasReplaced { reveal(row) }
      case .increment(let row, let previous):
        rows.removeLastSuccessor(of: row)
        counters.restore(row, to: previous)
      }
    }
    for object in sequences { objects.compact(object, rows: rows) }
    if isUndone { objects.invalidatePaths() }
  }

  /// Makes a row visible again after its last hiding successor was removed.
  private mutating func reveal(_ row: RowIndex) {
    rows.setReplaced(row, false)
    guard rows[row].isVisible else { return }
    let key = registerKey(of: row)
    registers.show(row, in: key, rows, actors)
    if let element = key.element { refreshWidth(ofElement: element, in: key.object) }
  }

  private mutating func removeLastRow(_ row: RowIndex, behind previous: RowIndex?) {
    let op = rows[row]
    if op.action.makesObject { objects.removeLast() }
    if op.isInsert {
      objects.remove(row, from: op.object, rows: rows)
    } else {
      unlink(row, behind: previous)
      if !isMap(op.object), let element = op.key.element {
        refreshWidth(ofElement: element, in: op.object)
      }
    }
    rows.removeLast()
  }
}

/// Adds the operations of a file, which are in the order of their objects and of the keys or
/// elements.
extension OpSet {
  mutating func reserveRows(_ count: Int) { rows.reserve(count) }

  /// Adds an operation after all others of its object, and returns its row.
  ///
  /// A counter with successors is hidden. ``settleCounter(_:)`` makes it visible if all its
  /// successors are increments.
  mutating func load(_ op: NewOp, successors: [OpID]) -> RowIndex {
    let row = appendRow(op)
    rows.setSuccessors(successors, of: row)
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
    let width = rows[row].isVisible ? width(ofVisible: row, in: object) : 0
    _ = objects.insert(row, width: width, at: nil, in: object, rows: rows)
  }

  /// Computes the sum of a counter's increments, and makes the counter visible if all its
  /// successors are increments.
  ///
  /// The rows of all its successors must be present.
  mutating func settleCounter(_ row: RowIndex) {
    let (sum, isReplaced) = increments(of: row)
    counters.restore(row, to: sum)
    if !isReplaced { reveal(row) }
  }
}
