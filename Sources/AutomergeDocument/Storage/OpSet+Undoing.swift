/// The way back from operations that were entered.
extension OpSet {
  /// A state to which undoing returns: the sizes of the tables, and the steps recorded so far.
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

  /// Undoes what was entered since a checkpoint, in the tables as well.
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
    var sequences: Set<UInt32> = []
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
    for object in sequences where Int(object) < objects.count {
      objects[Int(object)].sequence?.compact(rows: &rows)
    }
    undoSteps = steps
    structureEpoch += 1
  }

  private mutating func removeLastSuccessor(of row: UInt32) {
    guard successorLists[row]?.popLast() != nil else {
      rows[Int(row)].successor = .none
      return
    }
    laterSuccessorCount -= 1
    if successorLists[row]?.isEmpty == true { successorLists[row] = nil }
  }

  /// Makes a row visible again that no successor hides any more.
  mutating func reveal(_ row: UInt32) {
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
      if let position = objects[Int(op.object)].sequence?.position(of: row, in: rows) {
        objects[Int(op.object)].sequence?.remove(at: position)
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
