/// The way back from operations that were entered.
extension OpSet {
  /// Undoes what was entered since so many steps were recorded.
  mutating func undo(to count: Int) {
    guard var steps = undoSteps, steps.count > count else { return }
    undoSteps = nil
    while steps.count > count, let step = steps.popLast() {
      switch step {
      case .row(let row, let previous): removeLastRow(row, behind: previous)
      case .replacement(let row, let wasReplaced):
        removeLastSuccessor(of: row)
        if !wasReplaced { reveal(row) }
      case .increment(let row, let amount):
        removeLastSuccessor(of: row)
        increments[row, default: 0] &-= amount
      }
    }
    undoSteps = steps
    structureEpoch += 1
  }

  private mutating func removeLastSuccessor(of row: UInt32) {
    if successorLists[row]?.popLast() == nil {
      rows[Int(row)].successor = .none
    } else if successorLists[row]?.isEmpty == true {
      successorLists[row] = nil
    }
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
    index.remove(op.id)
    markNames[row] = nil
    if !op.value.isInline { values.truncate(to: Int(op.value.payload)) }
    rows.removeLast()
  }
}
