extension OpSet {
  /// Checks that each row is found by its identity and is in one register or sequence, that
  /// registers are in the order of identities, and that visible rows follow from successors.
  func checkInvariants() {
    #if DEBUG
    checkRows()
    objects.checkInvariants(rows: rows, strings: strings)
    var linked = 0
    for index in (0..<objects.count).map({ ObjectIndex($0) }) {
      for key in objects[index].keys { linked += checkRegister(registerKey(index, ObjectKey(key))) }
      objects[index].sequence?.forEach { element, width in
        assert(rows[element].object == index && rows[element].isInsert, "no element of \(index)")
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
    for place in 0..<rows.count {
      let row = RowIndex(place)
      let op = rows[row]
      assert(rows.index(of: op.id) == row, "row \(place) is not found by its identity")
      assert(op.id.counter <= rows.maximumCounter, "the counter of row \(place) is not used")
      assert(op.action != .mark || objects[op.object].hasMarks, "the mark \(place) is not found")
      let amounts = rows.successors(of: row).map { op.isCounter ? incrementAmount(of: $0) : nil }
      assert(op.isReplaced == amounts.contains(nil), "row \(place) is hidden without a reason")
      assert(
        amounts.compactMap(\.self).reduce(0, &+) == counters[row],
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
