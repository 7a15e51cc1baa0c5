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

/// The measurements of several contenders that took turns.
struct Rounds {
  /// The times in nanoseconds, by contender and by round.
  let nanoseconds: [[Double]]

  /// Returns the median of a contender's rounds.
  func median(_ contender: Int) -> Double {
    nanoseconds[contender].median
  }

  /// Returns the ratio of the times of two contenders: the median of the ratios of all rounds,
  /// because a load on the machine slows both contenders in the same round.
  func ratio(of slower: Int, to faster: Int) -> Double {
    zip(nanoseconds[slower], nanoseconds[faster]).map { $0 / $1 }.median
  }
}

/// Measures contenders that take turns: A, B, C, A, B, C.
///
/// Each contender is called once before. In a round, it is called so often that the round takes a
/// few milliseconds.
///
/// - Parameters:
///   - rounds: The number of rounds.
///   - fill: The smallest total time of a contender's calls in a round, in nanoseconds.
///   - contenders: The measured functions. Each returns a count. The counts are added, so that the
///     compiler cannot remove the work.
/// - Returns: The thread time of a call in each round, in nanoseconds.
/// - Throws: The error of a contender.
func takeTurns(
  rounds: Int, filling fill: UInt64 = 4_000_000, _ contenders: [() throws -> Int]
) throws -> Rounds {
  var calls: [Int] = []
  for contender in contenders {
    let once = try measure(contender, calls: 1)
    // The first call is slower than later calls, so the second call determines the number of calls.
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

/// Returns the total thread time of some calls, in nanoseconds.
func measure(_ contender: () throws -> Int, calls: Int) throws -> UInt64 {
  var sum = 0
  let start = Platform.threadTime()
  for _ in 0..<calls {
    sum &+= try contender()
  }
  let end = Platform.threadTime()
  guard sum != 0 else { throw ReportError("A contender returned the count 0.") }
  return end - start
}
