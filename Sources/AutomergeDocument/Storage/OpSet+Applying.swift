/// Operations that are entered into the set.
extension OpSet {
  /// An operation to enter.
  struct NewOp {
    let id: OpID
    let object: UInt32
    /// As ``OpRow/key``.
    let key: UInt32
    let action: OpAction
    var value = StoredValue.null
    var isInsert = false
    var expand = false
    var markName: UInt32?
  }

  /// Performs an operation: enters it unless it is a deletion, and notes what it replaces.
  ///
  /// `predecessors`: The rows that the operation replaces.
  /// `position`: Where an insertion goes; found by the rule of the format if `nil`.
  /// Returns the row, and for insertions its place in the sequence.
  @discardableResult
  mutating func perform(
    _ op: NewOp, replacing predecessors: [UInt32], at position: SequenceTree.Position? = nil
  ) -> (row: UInt32, position: SequenceTree.Position?) {
    for predecessor in predecessors { addSuccessor(op, to: predecessor) }
    var entered: (row: UInt32, position: SequenceTree.Position?) = (OpRow.none, nil)
    if op.action != .delete { entered = enter(op, at: position) }
    let type = objects[Int(op.object)].type
    if type != .Map, !op.isInsert { refreshWidth(ofElement: op.key, in: op.object) }
    if type == .List, op.isInsert || op.action == .delete { structureEpoch += 1 }
    return entered
  }

  /// Enters an operation as a row, and links it to its register or inserts it as an element.
  ///
  /// `position`: Where an insertion goes; found by the rule of the format if `nil`.
  /// Returns the row, and for insertions its place in the sequence.
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
    let entered = objects[Int(op.object)].sequence?.insert(
      row, width: width, at: place, rows: &rows)
    return (row, entered)
  }

  /// Adds the row of an operation, but not yet to its register.
  mutating func appendRow(_ op: NewOp) -> UInt32 {
    let row = UInt32(rows.count)
    rows.append(
      OpRow(
        id: op.id, object: op.object, key: op.key, value: op.value, action: op.action,
        isInsert: op.isInsert, expand: op.expand))
    index.insert(op.id, row: row)
    maximumCounter = max(maximumCounter, op.id.counter)
    if let name = op.markName { markNames[row] = name }
    if op.action == .mark { objects[Int(op.object)].hasMarks = true }
    if let type = op.action.objectType {
      objectIndices[op.id] = UInt32(objects.count)
      var state = ObjectState(id: op.id, type: type, row: row)
      if type != .Map { state.sequence = SequenceTree() }
      objects.append(state)
    }
    return row
  }

  /// The place of an insertion: behind its element, and behind later insertions there.
  private func insertionPosition(of op: NewOp) -> SequenceTree.Position {
    guard let sequence = objects[Int(op.object)].sequence else { return SequenceTree.start }
    var place = SequenceTree.start
    if op.key != OpRow.none, let found = sequence.position(of: op.key, in: rows) {
      place = SequenceTree.Position(leaf: found.leaf, offset: found.offset + 1)
    }
    while let next = sequence.normalized(place), let element = sequence.element(at: next),
      actors.precedes(op.id, rows[Int(element)].id)
    {
      place = SequenceTree.Position(leaf: next.leaf, offset: next.offset + 1)
    }
    return place
  }

  /// Notes that an operation replaces a row, or adds to a counter.
  private mutating func addSuccessor(_ op: NewOp, to row: UInt32) {
    if rows[Int(row)].successor.isNone {
      rows[Int(row)].successor = op.id
    } else {
      successorLists[row, default: []].append(op.id)
      laterSuccessorCount += 1
    }
    if op.action == .increment, rows[Int(row)].isCounter {
      undoSteps?.append(.increment(of: row, previous: increments[row]))
      increments[row, default: 0] &+= values.integer(op.value)
      return
    }
    undoSteps?.append(.replacement(of: row, wasReplaced: rows[Int(row)].isReplaced))
    rows[Int(row)].isReplaced = true
    hide(row)
    if rows[Int(row)].action.makesObject { structureEpoch += 1 }
  }

  /// Brings the width of an element up to date with its register.
  mutating func refreshWidth(ofElement element: UInt32, in object: UInt32) {
    let width = width(ofElement: element, in: object)
    guard let position = objects[Int(object)].sequence?.position(of: element, in: rows) else {
      return
    }
    objects[Int(object)].sequence?.setWidth(width, at: position)
  }

  /// The element of a row in a sequence: its own for insertions.
  func element(of row: UInt32) -> UInt32 {
    rows[Int(row)].isInsert ? row : rows[Int(row)].key
  }
}
