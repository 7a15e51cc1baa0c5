/// Moves intervals along a line so that they do not overlap, each close to its wanted position.
enum Spreading {
  /// The positions at which intervals do not overlap, they stay in order, and the sum of the
  /// squared distances to where they want to begin is the least.
  ///
  /// Things that push each other form a group, which begins at the mean of what its members want
  /// (the pool-adjacent-violators algorithm).
  ///
  /// - Parameters:
  ///   - wanted: The wanted position of each interval.
  ///   - extents: The length of each interval.
  ///   - gap: The smallest distance between two intervals.
  /// - Returns: The position of each interval.
  /// - Complexity: Linear in the number of intervals.
  static func tops(wanted: [Double], extents: [Double], gap: Double) -> [Double] {
    var groups: [(count: Int, sum: Double)] = []
    var offsets: [Double] = []
    var offset = 0.0
    for (wish, extent) in zip(wanted, extents) {
      offsets.append(offset)
      var group = (count: 1, sum: wish - offset)
      while let last = groups.last,
        last.sum / Double(last.count) > group.sum / Double(group.count)
      {
        group = (last.count + group.count, last.sum + group.sum)
        groups.removeLast()
      }
      groups.append(group)
      offset += extent + gap
    }
    var tops: [Double] = []
    for group in groups {
      for _ in 0..<group.count {
        tops.append(group.sum / Double(group.count) + offsets[tops.count])
      }
    }
    return tops
  }
}
