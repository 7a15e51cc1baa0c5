extension Array {
  /// Returns the position of the first element that meets a condition, or the end if none does.
  ///
  /// If an element meets the condition, all elements after it have to meet it.
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
