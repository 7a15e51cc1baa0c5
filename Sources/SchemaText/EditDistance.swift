extension [UInt8] {
  /// Returns the smallest number of bytes to add, remove, replace or exchange with their neighbor
  /// that turns this text into another.
  ///
  /// - Complexity: O(*m* × *n*).
  package func editDistance(to other: [UInt8]) -> Int {
    var beforeLast: [Int] = []
    var last = [Int](0...other.count)
    for row in indices {
      var current = [row + 1]
      for column in other.indices {
        let change = last[column] + (self[row] == other[column] ? 0 : 1)
        var best = Swift.min(change, last[column + 1] + 1, current[column] + 1)
        if row > 0, column > 0, self[row] == other[column - 1], self[row - 1] == other[column] {
          best = Swift.min(best, beforeLast[column - 1] + 1)
        }
        current.append(best)
      }
      (beforeLast, last) = (last, current)
    }
    return last[other.count]
  }
}
