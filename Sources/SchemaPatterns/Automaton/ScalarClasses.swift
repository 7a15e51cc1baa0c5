import IndexedTables

/// The scalars of Unicode, in groups whose members a program does not distinguish.
///
/// A state needs one transition for each class, not for each scalar: `^[a-z]+-\d+$` has four
/// classes.
struct ScalarClasses: Sendable {
  /// The starts of the intervals between which the sets differ, in order; the first is 0.
  private let starts: [UInt32]
  /// The class of every interval.
  private let intervalClasses: [Int32]
  private let asciiClasses: [Int32]
  /// One row of bits for each set, with a bit for each class in the set.
  private let memberships: [UInt64]
  private let wordsPerRow: Int
  /// The row of the word characters, if the program distinguishes them.
  private let wordRow: Int?
  let count: Int

  /// Groups scalars by the sets of a program; `nil` if the work exceeds the budget or
  /// ``PatternLimits/setIntervals``.
  init?(_ program: PatternProgram, within budget: inout PatternBudget) {
    var sets = program.sets
    wordRow = program.usesWordBoundaries ? sets.count : nil
    if program.usesWordBoundaries { sets.append(.wordCharacters) }
    var starts: [UInt32] = [0]
    for set in sets {
      for range in set.ranges {
        starts.append(range.lowerBound)
        // No set contains surrogates, so an interval may include them.
        let end = range.upperBound + 1
        if end <= 0x10FFFF { starts.append(end == 0xD800 ? 0xE000 : end) }
      }
    }
    starts.sort()
    var distinct: [UInt32] = []
    distinct.reserveCapacity(starts.count)
    for start in starts where start != distinct.last { distinct.append(start) }
    starts = distinct
    guard budget.takeSetIntervals(sets.count, starts.count) else { return nil }

    var classes = [Int32](repeating: 0, count: starts.count)
    var count = 1
    for set in sets {
      // Two intervals stay in one class if they were in one class before and the set contains both
      // or neither.
      var renumbered = [Int32?](repeating: nil, count: count * 2)
      var next: Int32 = 0
      Self.forEachInterval(of: starts, in: set) { interval, isMember in
        let key = Int(classes[interval]) * 2 + (isMember ? 1 : 0)
        if let known = renumbered[key] {
          classes[interval] = known
        } else {
          renumbered[key] = next
          classes[interval] = next
          next += 1
        }
      }
      count = Int(next)
    }
    let wordsPerRow = (count + 63) / 64
    var memberships = [UInt64](repeating: 0, count: wordsPerRow * sets.count)
    for (row, set) in sets.enumerated() {
      Self.forEachInterval(of: starts, in: set) { interval, isMember in
        guard isMember else { return }
        let index = Int(classes[interval])
        memberships[row * wordsPerRow + index / 64] |= 1 << UInt64(index % 64)
      }
    }
    self.starts = starts
    intervalClasses = classes
    self.memberships = memberships
    self.wordsPerRow = wordsPerRow
    self.count = count
    var ascii: [Int32] = []
    ascii.reserveCapacity(128)
    var interval = 0
    for value in 0..<UInt32(128) {
      if interval + 1 < starts.count, starts[interval + 1] == value { interval += 1 }
      ascii.append(classes[interval])
    }
    asciiClasses = ascii
  }

  private static func forEachInterval(
    of starts: [UInt32], in set: ScalarSet, _ body: (Int, Bool) -> Void
  ) {
    var range = 0
    for (interval, start) in starts.enumerated() {
      while range < set.ranges.count, set.ranges[range].upperBound < start { range += 1 }
      body(interval, range < set.ranges.count && set.ranges[range].lowerBound <= start)
    }
  }

  /// Returns the class of a byte below 0x80.
  private func ofASCII(_ byte: UInt8) -> Int { Int(asciiClasses[Int(byte)]) }

  /// Returns the class of a scalar.
  ///
  /// - Complexity: O(log *n*) in the number of intervals.
  private func of(_ scalar: UInt32) -> Int { Int(intervalClasses[interval(of: scalar)]) }

  /// Returns the class of the scalar at an index of a text in UTF-8, and advances the index.
  ///
  /// Malformed bytes have the class of U+FFFD.
  func next(in text: Span<UInt8>, _ index: inout Int) -> Int {
    let lead = text[index]
    index += 1
    if lead < 0x80 { return ofASCII(lead) }
    guard var scalar = PartialScalar(lead: lead) else { return of(0xFFFD) }
    while scalar.missing > 0 {
      guard index < text.count, scalar.append(text[index]) else { return of(0xFFFD) }
      index += 1
    }
    return of(scalar.candidates.lowerBound)
  }

  /// The starts of the intervals, in order, and their classes.
  var intervals: [(start: UInt32, class: Int32)] { zip(starts, intervalClasses).map { ($0, $1) } }

  private func interval(of scalar: UInt32) -> Int {
    var (low, high) = (0, starts.count)
    while high - low > 1 {
      let middle = (low + high) / 2
      if starts[middle] <= scalar { low = middle } else { high = middle }
    }
    return low
  }

  /// Returns `true` if a set contains the scalars of a class.
  func contains(_ index: Int, inSet set: EntryIndex<ScalarSet>) -> Bool {
    contains(index, inRow: set.value)
  }

  private func contains(_ index: Int, inRow row: Int) -> Bool {
    memberships[row * wordsPerRow + index / 64] >> UInt64(index % 64) & 1 == 1
  }

  /// Returns `true` if the scalars of a class are word characters, in a program that distinguishes
  /// them.
  func isWord(_ index: Int) -> Bool { wordRow.map { contains(index, inRow: $0) } ?? false }
}
