/// What keys and elements hold.
extension OpSet {
  /// The place of the register of a key or an element.
  func registerKey(_ object: UInt32, _ key: UInt32) -> RegisterKey {
    RegisterKey(object: object, key: key, isElement: !isMap(object))
  }

  /// The place of the register that a row belongs to.
  func registerKey(of row: UInt32) -> RegisterKey {
    let op = rows[Int(row)]
    let isElement = !isMap(op.object)
    return RegisterKey(
      object: op.object, key: isElement ? element(of: row) : op.key, isElement: isElement)
  }

  /// Whether there may be a register; an element that was never set again has none.
  private func hasRegister(_ key: RegisterKey) -> Bool {
    !key.isElement || rows[Int(key.key)].next != OpRow.none
  }

  /// The first row of a register; ``OpRow/none`` if a map has never had the key.
  func head(_ key: RegisterKey) -> UInt32 {
    key.isElement ? key.key : registers[key]?.head ?? OpRow.none
  }

  /// The rows of a register that readers see, in the order of identities.
  ///
  /// `clock`: What of the history counts; everything if `nil`.
  func visibleRows(_ key: RegisterKey, at clock: Clock? = nil) -> [UInt32] {
    guard let clock else {
      guard let winner = winner(key) else { return [] }
      return (conflicts.isEmpty ? [] : conflicts[key] ?? []) + [winner]
    }
    var visible: [UInt32] = []
    var row = head(key)
    while row != OpRow.none {
      if isVisible(row, at: clock) { visible.append(row) }
      row = rows[Int(row)].next
    }
    return visible
  }

  /// The row of a register that wins.
  func winner(_ key: RegisterKey, at clock: Clock? = nil) -> UInt32? {
    if clock != nil { return visibleRows(key, at: clock).last }
    guard hasRegister(key) else { return rows[Int(key.key)].isVisible ? key.key : nil }
    guard let winner = registers[key]?.winner, winner != OpRow.none else { return nil }
    return winner
  }

  /// Whether a row is a value that readers saw at a point in the history.
  private func isVisible(_ row: UInt32, at clock: Clock) -> Bool {
    let op = rows[Int(row)]
    guard op.hasValue, clock.covers(op.id) else { return false }
    if op.successor.isNone { return true }
    return successors(of: row).allSatisfy { successor in
      !clock.covers(successor) || op.isCounter && increment(successor) != nil
    }
  }

  /// All successors of a row.
  func successors(of row: UInt32) -> [OpID] {
    let first = rows[Int(row)].successor
    guard !first.isNone else { return [] }
    guard let others = successorLists[row] else { return [first] }
    return [first] + others
  }

  /// What an operation adds to a counter; `nil` if it is no increment.
  func increment(_ id: OpID) -> Int64? {
    guard let row = index[id], rows[Int(row)].action == .increment else { return nil }
    return values.integer(rows[Int(row)].value)
  }

  /// The value of a counter with its increments.
  func counterValue(_ row: UInt32, at clock: Clock?) -> Int64 {
    let start = values.integer(rows[Int(row)].value)
    guard let clock else { return start &+ (increments[row] ?? 0) }
    return successors(of: row).reduce(start) { sum, successor in
      clock.covers(successor) ? sum &+ (increment(successor) ?? 0) : sum
    }
  }
}

// Changing.
extension OpSet {
  /// Links a row that is no insertion to its register.
  ///
  /// Returns the row before it; ``OpRow/none`` if it is the first.
  @discardableResult
  mutating func link(_ row: UInt32) -> UInt32 {
    let op = rows[Int(row)]
    let key = registerKey(op.object, op.key)
    var register = registers[key] ?? Register()
    if key.isElement, !hasRegister(key) {
      register = Register(element: op.key, isVisible: rows[Int(op.key)].isVisible)
    }
    let previous = register.link(row, in: &rows, actors)
    registers[key] = register
    if op.isVisible { show(row, in: key) }
    if previous == OpRow.none, rows[Int(row)].next == OpRow.none {
      appendKey(op.key, to: op.object)
    }
    return previous
  }

  /// Takes a row out of its register that was linked behind another.
  mutating func unlink(_ row: UInt32, behind previous: UInt32) {
    let op = rows[Int(row)]
    let key = registerKey(op.object, op.key)
    hide(row)
    registers[key]?.unlink(row, behind: previous, in: &rows)
    if registers[key]?.head == OpRow.none {
      registers[key] = nil
      removeLastKey(op.key, from: op.object)
    } else if !hasRegister(key) {
      registers[key] = nil
    }
  }

  /// Adds a row to those that readers see.
  mutating func show(_ row: UInt32, in key: RegisterKey) {
    guard hasRegister(key), let winner = registers[key]?.winner else { return }
    if winner == OpRow.none {
      registers[key]?.winner = row
    } else if precedes(winner, row) {
      conflicts[key, default: []].append(winner)
      registers[key]?.winner = row
    } else {
      let place = (conflicts[key]?.lastIndex { precedes($0, row) }).map { $0 + 1 } ?? 0
      conflicts[key, default: []].insert(row, at: place)
    }
  }

  /// Removes a row from those that readers see, if it is one of them.
  mutating func hide(_ row: UInt32) {
    let key = registerKey(of: row)
    guard hasRegister(key) else { return }
    if registers[key]?.winner == row {
      let next = conflicts.isEmpty ? nil : conflicts[key]?.popLast()
      registers[key]?.winner = next ?? OpRow.none
    } else if let place = conflicts[key]?.firstIndex(of: row) {
      conflicts[key]?.remove(at: place)
    }
    if !conflicts.isEmpty, conflicts[key]?.isEmpty == true { conflicts[key] = nil }
  }

  private func precedes(_ first: UInt32, _ second: UInt32) -> Bool {
    actors.precedes(rows[Int(first)].id, rows[Int(second)].id)
  }

  private mutating func appendKey(_ key: UInt32, to object: UInt32) {
    let index = Int(object)
    if let last = objects[index].keys.last, objects[index].keysAreSorted {
      objects[index].keysAreSorted = strings.precedes(last, key)
    }
    objects[index].keys.append(key)
  }

  private mutating func removeLastKey(_ key: UInt32, from object: UInt32) {
    if objects[Int(object)].keys.last == key {
      objects[Int(object)].keys.removeLast()
    } else {
      objects[Int(object)].keys.removeAll { $0 == key }
    }
  }
}
