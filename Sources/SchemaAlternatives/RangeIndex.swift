package import SchemaText

/// An index of the alternatives of a union by ranges, for a search for those that contain a number.
///
/// The number of an alternative is the count of the alternatives before it.
///
/// The ends of all ranges divide the numbers into segments, in order. The segments are the leaves
/// of a binary tree, and each range is listed at the highest nodes whose segments it contains, at
/// most two at each level. The ranges that contain a number are those of the nodes from the
/// number's segment up to the root.
package struct RangeIndex: Sendable {
  /// A place between numbers at which a range begins or ends: before a number, or after it.
  private struct Cut: Hashable, Comparable {
    let value: SchemaNumber
    let isAfter: Bool

    static func < (first: Cut, second: Cut) -> Bool {
      first.value < second.value
        || first.value == second.value && !first.isAfter && second.isAfter
    }
  }

  /// The alternatives of the index, in order.
  package let alternatives: [Int]

  /// The ends of all ranges, in order.
  private let cuts: [Cut]

  /// The alternatives at each node, in order.
  ///
  /// The root is 1, the children of a node n are 2n and 2n + 1, and the last half are the segments.
  private let lists: [[Int]]

  /// Creates an index.
  ///
  /// - Parameter ranges: The range of each alternative, in the order of the alternatives.
  /// - Complexity: O(n log n) in the number of ranges.
  package init(_ ranges: [(alternative: Int, range: NumberRange)]) {
    alternatives = ranges.map(\.alternative)
    let ends = ranges.map { (begin: Self.begin(of: $0.range), end: Self.end(of: $0.range)) }
    let sorted = Set(ends.flatMap { [$0.begin, $0.end].compactMap(\.self) }).sorted()
    cuts = sorted
    var leaves = 1
    while leaves <= cuts.count { leaves *= 2 }
    var lists: [[Int]] = Array(repeating: [], count: 2 * leaves)
    for (alternative, ends) in zip(alternatives, ends) {
      // A segment has the number of the cuts before it.
      var low = leaves + (ends.begin.map { begin in sorted.countOfPrefix { $0 <= begin } } ?? 0)
      var high = leaves + (ends.end.map { end in sorted.countOfPrefix { $0 < end } } ?? cuts.count)
      while low <= high {
        if low % 2 == 1 {
          lists[low].append(alternative)
          low += 1
        }
        if high % 2 == 0 {
          lists[high].append(alternative)
          high -= 1
        }
        (low, high) = (low / 2, high / 2)
      }
    }
    self.lists = lists
  }

  private static func begin(of range: NumberRange) -> Cut? {
    range.lower.map { Cut(value: $0.value, isAfter: $0.isExclusive) }
  }

  private static func end(of range: NumberRange) -> Cut? {
    range.upper.map { Cut(value: $0.value, isAfter: !$0.isExclusive) }
  }

  /// The segment of a number, for ``first(from:in:)``.
  ///
  /// - Complexity: O(log n) in the number of ranges.
  package func segment(of number: SchemaNumber) -> Int {
    cuts.countOfPrefix { $0.value < number || $0.value == number && !$0.isAfter }
  }

  /// The first alternative from a number on whose range contains the numbers of a segment; `nil` if
  /// there is none.
  ///
  /// - Complexity: O(log² n) in the number of ranges.
  package func first(from alternative: Int, in segment: Int) -> Int? {
    var first: Int?
    var node = lists.count / 2 + segment
    while node > 0 {
      let position = lists[node].countOfPrefix { $0 < alternative }
      if position < lists[node].count {
        first = min(first ?? .max, lists[node][position])
      }
      node /= 2
    }
    return first
  }
}

extension Array {
  /// The number of the first elements that satisfy a condition that no later element satisfies.
  fileprivate func countOfPrefix(where isInPrefix: (Element) -> Bool) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if isInPrefix(self[middle]) { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
