/// The work that may still be done for one input.
///
/// A budget counts steps, not time, so that a result is the same on every machine. Most budgets are
/// in proportion to the size of the input: parts that share other parts, each of which is examined
/// again for each of its users, could otherwise cost the square of the input. A budget of searches
/// that usually end soon is a number of steps.
///
/// A user that finds the budget spent leaves the rest of the work undone and keeps to the result
/// that is safe without it. If this result is weaker, the user says so, in a diagnostic with the
/// words ``reason``.
package struct WorkBudget: Sendable, Equatable {
  /// The remaining number of steps.
  ///
  /// Work that was done before its size was known may make the number negative.
  package private(set) var remaining: Int64

  /// The words for a budget that is spent, after a comma or "because".
  package static let reason = "the work would be out of proportion to the schema"

  /// Creates a budget in proportion to an input.
  ///
  /// - Parameters:
  ///   - size: The number of parts of the input.
  ///   - factor: The number of steps for each part. Usual inputs need fewer than two, and 16 leave
  ///     room for parts that are shared.
  ///   - least: The number of steps for the smallest input, which may share all of its few parts.
  package init(inProportionTo size: Int, factor: Int64 = 16, least: Int64 = 100_000) {
    let (steps, overflows) = Int64(size).multipliedReportingOverflow(by: factor)
    let (sum, exceeds) = steps.addingReportingOverflow(least)
    remaining = overflows || exceeds ? .max : sum
  }

  /// Creates a budget of a number of steps.
  package init(steps: Int64) { remaining = steps }

  /// A budget for the user's own input, which nothing limits.
  package static let unlimited = WorkBudget(steps: .max)

  /// `true` if no step remains.
  package var isSpent: Bool { remaining <= 0 }

  /// Takes the steps of work that is about to be done.
  ///
  /// - Returns: `false` if fewer steps remain. The budget is then unchanged, so less work may
  ///   follow.
  package mutating func take(_ count: Int = 1) -> Bool {
    guard count <= remaining else { return false }
    remaining -= Int64(count)
    return true
  }

  /// Takes the steps of work that has been done.
  package mutating func spend(_ count: Int64) { remaining = remaining.subtractingOrLowest(count) }
}

extension Int64 {
  /// The difference, or the lowest number if the difference is lower.
  fileprivate func subtractingOrLowest(_ other: Int64) -> Int64 {
    let (difference, overflows) = subtractingReportingOverflow(other)
    return overflows ? .min : difference
  }
}
