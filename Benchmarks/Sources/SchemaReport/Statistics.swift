extension Collection where Element == Double {
  /// The median of the values; 0 if there are none.
  var median: Double {
    let sorted = sorted()
    guard !sorted.isEmpty else { return 0 }
    let middle = sorted.count / 2
    return sorted.count.isMultiple(of: 2)
      ? (sorted[middle - 1] + sorted[middle]) / 2 : sorted[middle]
  }
}

/// Several measurements of several contenders that took turns.
struct Rounds {
  /// Nanoseconds, by contender, then by round.
  let nanoseconds: [[Double]]

  /// The median of a contender's rounds.
  func median(_ contender: Int) -> Double {
    nanoseconds[contender].median
  }

  /// How many times faster one contender was than another: the median of the ratios of each round,
  /// because a load on the machine slows both in the same round.
  func ratio(of slower: Int, to faster: Int) -> Double {
    zip(nanoseconds[slower], nanoseconds[faster]).map { $0 / $1 }.median
  }
}

/// Lets contenders take turns, A B C A B C, and times them.
///
/// Each is called once beforehand, and then as often in a round as fills a few milliseconds.
///
/// - Parameters:
///   - rounds: How many rounds there are.
///   - fill: The nanoseconds that a contender's calls in a round fill at least, or one call does.
///   - contenders: What to time. Each returns a count, which is summed so that no work can be left
///     out.
/// - Returns: Nanoseconds of thread time that a call took.
/// - Throws: What a contender throws.
func takeTurns(
  rounds: Int, filling fill: UInt64 = 4_000_000, _ contenders: [() throws -> Int]
) throws -> Rounds {
  var calls: [Int] = []
  for contender in contenders {
    let once = try measure(contender, calls: 1)
    // The first call is slower than those that follow, so the second decides.
    let again = try measure(contender, calls: 1)
    calls.append(max(1, Int(fill / max(1, min(once, again)))))
  }
  var nanoseconds = contenders.map { _ in [Double]() }
  for _ in 0..<rounds {
    for (index, contender) in contenders.enumerated() {
      let total = try measure(contender, calls: calls[index])
      nanoseconds[index].append(Double(total) / Double(calls[index]))
    }
  }
  return Rounds(nanoseconds: nanoseconds)
}

/// Nanoseconds of thread time that some calls took together.
func measure(_ contender: () throws -> Int, calls: Int) throws -> UInt64 {
  var sum = 0
  let start = Platform.threadTime()
  for _ in 0..<calls {
    sum &+= try contender()
  }
  let end = Platform.threadTime()
  guard sum != 0 else { throw ReportError("A contender wrote nothing.") }
  return end - start
}
