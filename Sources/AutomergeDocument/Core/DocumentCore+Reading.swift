/// Values as callers see them.
extension DocumentCore {
  /// The value of a map entry that wins.
  func winner(_ object: UInt32, key: String) -> Value? {
    guard let index = set.strings.existingIndex(of: key),
      let row = set.winner(set.registerKey(object, index))
    else { return nil }
    return set.value(row)
  }

  func values(_ object: UInt32, key: String, at clock: Clock?) -> [Value] {
    guard let index = set.strings.existingIndex(of: key) else { return [] }
    return set.visibleRows(set.registerKey(object, index), at: clock).map {
      set.value($0, at: clock)
    }
  }

  func values(
    _ object: UInt32, index: UInt64, at clock: Clock?
  ) throws(AutomergeError) -> [Value] {
    let element = try element(index, of: object, at: clock)
    return set.visibleRows(set.registerKey(object, element), at: clock).map {
      set.value($0, at: clock)
    }
  }

  func values(of object: UInt32, at clock: Clock?) -> [Value] {
    if set.isMap(object) { return entries(of: object, at: clock).map(\.1) }
    var values: [Value] = []
    set.forEachElement(of: object, at: clock) { _, row, _ in
      values.append(set.value(row, at: clock))
      return true
    }
    return values
  }

  func entries(of object: UInt32, at clock: Clock?) -> [(String, Value)] {
    set.entries(of: object, at: clock).map { (set.strings[$0.key], set.value($0.row, at: clock)) }
  }
}
