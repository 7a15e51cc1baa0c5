/// A set of Unicode scalars, as sorted ranges with gaps between them.
struct ScalarSet: Sendable, Hashable {
  private(set) var ranges: [ClosedRange<UInt32>]

  /// All scalars: two ranges, since surrogates are not scalars.
  static let all = ScalarSet([0...0xD7FF, 0xE000...0x10FFFF])

  /// The characters that end a line in Swift.
  static let newlines = ScalarSet([0x0A...0x0D, 0x85...0x85, 0x2028...0x2029])

  /// The characters that end a line in ECMA-262.
  static let lineTerminators = ScalarSet([0x0A...0x0A, 0x0D...0x0D, 0x2028...0x2029])

  /// The scalars that Swift's `\h` matches: the tab and the space separators.
  static let horizontalSpace = ScalarSet([
    0x09...0x09, 0x20...0x20, 0xA0...0xA0, 0x1680...0x1680, 0x2000...0x200A, 0x202F...0x202F,
    0x205F...0x205F, 0x3000...0x3000,
  ])

  static let asciiSpace = ScalarSet([0x09...0x0D, 0x20...0x20])

  static let digits = ScalarSet([0x30...0x39])

  static let wordCharacters = ScalarSet([0x30...0x39, 0x41...0x5A, 0x5F...0x5F, 0x61...0x7A])

  /// The scalars that `\s` matches in ECMA-262.
  static let space = ScalarSet([
    0x09...0x0D, 0x20...0x20, 0xA0...0xA0, 0x1680...0x1680, 0x2000...0x200A, 0x2028...0x2029,
    0x202F...0x202F, 0x205F...0x205F, 0x3000...0x3000, 0xFEFF...0xFEFF,
  ])

  /// Creates a set from ranges in any order.
  init(_ ranges: [ClosedRange<UInt32>]) {
    var merged: [ClosedRange<UInt32>] = []
    for range in ranges.sorted(by: { $0.lowerBound < $1.lowerBound }) {
      if let last = merged.last, range.lowerBound <= last.upperBound &+ 1 {
        merged[merged.count - 1] =
          last.lowerBound...max(last.upperBound, range.upperBound)
      } else {
        merged.append(range)
      }
    }
    self.ranges = merged
  }

  init(_ scalar: Unicode.Scalar) { ranges = [scalar.value...scalar.value] }

  /// - Complexity: O(log *n*) in the number of ranges.
  func contains(_ scalar: UInt32) -> Bool {
    var (low, high) = (0, ranges.count)
    while low < high {
      let middle = (low + high) / 2
      if ranges[middle].upperBound < scalar { low = middle + 1 } else { high = middle }
    }
    return low < ranges.count && ranges[low].lowerBound <= scalar
  }

  var inverted: ScalarSet { ScalarSet.all.subtracting(self) }

  func union(_ other: ScalarSet) -> ScalarSet { ScalarSet(ranges + other.ranges) }

  func subtracting(_ other: ScalarSet) -> ScalarSet {
    var result: [ClosedRange<UInt32>] = []
    var index = other.ranges.startIndex
    for range in ranges {
      var start = range.lowerBound
      while index < other.ranges.endIndex, other.ranges[index].upperBound < start { index += 1 }
      var cut = index
      while cut < other.ranges.endIndex, other.ranges[cut].lowerBound <= range.upperBound {
        let hole = other.ranges[cut]
        if hole.lowerBound > start { result.append(start...(hole.lowerBound - 1)) }
        start = hole.upperBound + 1
        cut += 1
      }
      if start <= range.upperBound { result.append(start...range.upperBound) }
    }
    return ScalarSet(result)
  }

  func intersection(_ other: ScalarSet) -> ScalarSet { subtracting(subtracting(other)) }
}
