/// The sums of the increments of counters.
struct CounterSums {
  private var sums: [RowIndex: Int64] = [:]

  /// The memory of the sums, in bytes.
  var memory: Int { sums.count * 32 }

  /// Returns the sum of the increments of a counter.
  subscript(counter: RowIndex) -> Int64 { sums[counter] ?? 0 }

  /// Adds an increment.
  ///
  /// Returns the sum of the earlier increments, if any, for ``restore(_:to:)``.
  mutating func add(_ amount: Int64, to counter: RowIndex) -> Int64? {
    let previous = sums[counter]
    sums[counter] = (previous ?? 0) &+ amount
    return previous
  }

  /// Sets the sum of a counter to an earlier one, or to the sum of the increments in a file.
  mutating func restore(_ counter: RowIndex, to sum: Int64?) { sums[counter] = sum }
}

/// The values of counters.
extension OpSet {
  /// Returns the amount that an operation adds to a counter; `nil` if it is not an increment.
  func incrementAmount(of id: OpID) -> Int64? {
    guard let row = rows.index(of: id), rows[row].action == .increment else { return nil }
    return values.integer(rows[row].value)
  }

  /// Returns the initial value of a counter plus its increments.
  func counterValue(_ row: RowIndex, at clock: Clock?) -> Int64 {
    let start = values.integer(rows[row].value)
    guard let clock else { return start &+ counters[row] }
    return rows.successors(of: row).reduce(start) { sum, successor in
      clock.covers(successor) ? sum &+ (incrementAmount(of: successor) ?? 0) : sum
    }
  }

  /// Returns the sum of a counter's increments, and `true` if another successor hides the counter.
  func increments(of counter: RowIndex) -> (sum: Int64, isReplaced: Bool) {
    var sum: Int64 = 0
    var isReplaced = false
    for successor in rows.successors(of: counter) {
      if let amount = incrementAmount(of: successor) { sum &+= amount } else { isReplaced = true }
    }
    return (sum, isReplaced)
  }
}
