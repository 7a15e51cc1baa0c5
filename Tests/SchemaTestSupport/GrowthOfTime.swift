#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// The limit of ``growthOfTime(from:below:prepare:work:)`` for work in proportion to its size.
///
/// The growth of such work is 4, and that of quadratic work is 16.
package let proportionalGrowth = 9.0

/// The growth of the time of some work if its size is four times as large.
///
/// A machine with other work can make any time long, so that the tests of a change only do the work
/// once, and the result is 0. The times are measured each night, together with those of
/// `.ci/check-growth`: they are a part of the search for work that grows out of proportion.
///
/// The times are processor times of this thread, so neither other threads nor other processes
/// count. Work that is short is done several times in each measurement. Where growth is out of
/// proportion, it is measured anew, up to seven times: the smaller size as often as takes the same
/// time, and the least times count. Quadratic work stays out of proportion in all of them.
///
/// Other work hides a part that may be quadratic: choose a size at which a quadratic part would
/// take most of the time.
///
/// - Parameters:
///   - size: The smaller size.
///   - bound: The growth below which the measurement is not repeated.
///   - prepare: Makes the input of a size, which is not measured.
///   - work: Does the work, on this thread and without a trace in its input.
/// - Returns: The time for four times the size, as a multiple of that for the size; 0 if it is not
///   measured.
/// - Throws: What the functions throw.
package func growthOfTime<Input>(
  from size: Int, below bound: Double = proportionalGrowth, prepare: (Int) throws -> Input,
  work: (Input) throws -> Void
) throws -> Double {
  guard isNightly else {
    try work(prepare(size))
    return 0
  }
  let (small, large) = (try prepare(size), try prepare(4 * size))
  func time(_ input: Input, _ repetitions: Int) throws -> Double {
    let start = processorTime()
    for _ in 0..<repetitions { try work(input) }
    return processorTime() - start
  }
  // The clock of some systems has steps of a millisecond.
  var repetitions = 1
  while repetitions < 1 << 10, try time(small, repetitions) < 0.01 { repetitions *= 2 }
  let growth = try time(large, repetitions) / time(small, repetitions)
  if growth < bound { return growth }
  var (smallTime, largeTime) = (Double.infinity, Double.infinity)
  for _ in 0..<7 {
    smallTime = min(smallTime, try time(small, 4 * repetitions) / 4)
    largeTime = min(largeTime, try time(large, repetitions))
    if largeTime < smallTime * bound { break }
  }
  return largeTime / smallTime
}

/// The processor time of this thread in seconds.
private func processorTime() -> Double {
  var time = timespec()
  unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
  return Double(time.tv_sec) + Double(time.tv_nsec) / 1_000_000_000
}
