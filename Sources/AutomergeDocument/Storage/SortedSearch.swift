extension Array {
  /// The position of the first element that meets a condition, or the end if none does.
  ///
  /// The condition has to hold for all elements after one for which it holds.
  ///
  /// Complexity: O(log *n*) calls of the condition.
  func firstPosition(where condition: (Element) -> Bool) -> Int {
    var (start, end) = (0, count)
    while start < end {
      let middle = start + (end - start) / 2
      if condition(self[middle]) { end = middle } else { start = middle + 1 }
    }
    return start
  }
}
