#if Automerge
/// Operations that are entered into the set, and the way back.
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
    var entered: (row: UInt32, position: SequenceTree.Position?) = (OpRow.none, nil)
    if op.action != .delete { entered = enter(op, at: position) }
    for predecessor in predecessors { addSuccessor(op.id, to: predecessor) }
    let type = objects[Int(op.object)].type
    if type != .Map, !op.isInsert { refreshWidth(ofElement: op.key, in: op.object) }
    if type == .List, op.isInsert || op.action == .delete { structureEpoch += 1 }
    return entered
  }

  /// Enters an operation as a row and links it to its register.
  ///
  /// `position`: Where an insertion goes; found by the rule of the format if `nil`.
  /// Returns the row, and for insertions its place in the sequence.
  private mutating func enter(
    _ op: NewOp, at position: SequenceTree.Position?
  ) -> (row: UInt32, position: SequenceTree.Position?) {
    let row = appendRow(op)
    undoSteps?.append(UndoStep(row: row, successor: .none))
    if !op.isInsert {
      link(row, op)
      return (row, nil)
    }
    let place = position ?? insertionPosition(of: op)
    let isVisible = op.action != .mark
    let width = isVisible ? width(ofVisible: row, in: op.object) : 0
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

  /// Links a row that is no insertion to its register.
  mutating func link(_ row: UInt32, _ op: NewOp) {
    guard isMap(op.object) else {
      return insert(row, after: op.key)
    }
    let key = RegisterKey(object: op.object, key: op.key)
    guard let head = registers[key] else {
      registers[key] = row
      return appendKey(op.key, to: op.object)
    }
    if actors.precedes(op.id, rows[Int(head)].id) {
      rows[Int(row)].next = head
      registers[key] = row
    } else {
      insert(row, after: head)
    }
  }

  private mutating func appendKey(_ key: UInt32, to object: UInt32) {
    let index = Int(object)
    if let last = objects[index].keys.last, objects[index].keysAreSorted {
      objects[index].keysAreSorted = strings.precedes(last, key)
    }
    objects[index].keys.append(key)
  }

  /// Links a row into a register whose first row comes before it.
  mutating func insert(_ row: UInt32, after head: UInt32) {
    var previous = head
    while true {
      let next = rows[Int(previous)].next
      if next == OpRow.none || actors.precedes(rows[Int(row)].id, rows[Int(next)].id) {
        rows[Int(row)].next = next
        rows[Int(previous)].next = row
        return
      }
      previous = next
    }
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

  /// Notes that an operation replaces a row.
  private mutating func addSuccessor(_ id: OpID, to row: UInt32) {
    undoSteps?.append(UndoStep(row: row, successor: id))
    if rows[Int(row)].successor.isNone {
      rows[Int(row)].successor = id
    } else {
      successorLists[row, default: []].append(id)
    }
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

// The way back.
extension OpSet {
  /// Undoes what was entered since so many steps were recorded.
  mutating func undo(to count: Int) {
    guard var steps = undoSteps, steps.count > count else { return }
    undoSteps = nil
    while steps.count > count, let step = steps.popLast() {
      if step.successor.isNone {
        removeLastRow()
      } else {
        removeSuccessor(step.successor, from: step.row)
      }
    }
    undoSteps = steps
    structureEpoch += 1
  }

  private mutating func removeSuccessor(_ id: OpID, from row: UInt32) {
    if var others = successorLists[row], let place = others.lastIndex(of: id) {
      others.remove(at: place)
      successorLists[row] = others.isEmpty ? nil : others
    } else {
      rows[Int(row)].successor = .none
    }
    let object = rows[Int(row)].object
    if !isMap(object) { refreshWidth(ofElement: element(of: row), in: object) }
  }

  private mutating func removeLastRow() {
    guard let op = rows.last else { return }
    let row = UInt32(rows.count - 1)
    if op.action.makesObject {
      objects.removeLast()
      objectIndices[op.id] = nil
    }
    if isMap(op.object) {
      unlink(row, from: RegisterKey(object: op.object, key: op.key))
    } else if op.isInsert {
      if let position = objects[Int(op.object)].sequence?.position(of: row, in: rows) {
        objects[Int(op.object)].sequence?.remove(at: position)
      }
    } else {
      unlink(row, after: op.key)
      refreshWidth(ofElement: op.key, in: op.object)
    }
    index.remove(op.id)
    markNames[row] = nil
    if !op.value.isInline { values.truncate(to: Int(op.value.payload)) }
    rows.removeLast()
  }

  private mutating func unlink(_ row: UInt32, from key: RegisterKey) {
    guard let head = registers[key] else { return }
    if head != row { return unlink(row, after: head) }
    let next = rows[Int(row)].next
    guard next == OpRow.none else {
      registers[key] = next
      return
    }
    registers[key] = nil
    if objects[Int(key.object)].keys.last == key.key {
      objects[Int(key.object)].keys.removeLast()
    } else {
      objects[Int(key.object)].keys.removeAll { $0 == key.key }
    }
  }

  private mutating func unlink(_ row: UInt32, after head: UInt32) {
    var previous = head
    while previous != OpRow.none, rows[Int(previous)].next != row {
      previous = rows[Int(previous)].next
    }
    if previous != OpRow.none { rows[Int(previous)].next = rows[Int(row)].next }
  }
}
#endif
