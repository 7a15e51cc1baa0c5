/// The masks of many outputs by one call.
extension PlanMatcher {
  /// Writes the masks of several matchers, one row of 32-bit words after the other.
  ///
  ///     var rows = [UInt32](repeating: 0, count: matchers.count * wordsPerRow)
  ///     try rows.withUnsafeMutableBufferPointer {
  ///       try PlanMatcher.fill(matchers, rows: $0, wordsPerRow: wordsPerRow, threads: 2)
  ///     }
  ///
  /// Matchers with caches of their own can be filled side by side. Those that share a
  /// ``PlanCache``, or are forks of each other, are filled one after the other.
  ///
  /// - Parameters:
  ///   - matchers: The matchers, in the order of the rows; `nil` stands for a sequence without a
  ///     plan, whose row becomes all ones.
  ///   - rows: At least `wordsPerRow` words for each matcher.
  ///   - wordsPerRow: The words from the start of a row to that of the next, at least a 32nd as
  ///     many as there are tokens. Those behind a mask become 0.
  ///   - threads: How many threads may share the work, from 1 on; more than there are caches, or
  ///     cores, do nothing. Starting them takes some microseconds.
  /// - Throws: ``TokenMatcher/Failure`` if a row is too short, or an output can be read in too many
  ///   ways at once: the first such, and the masks of the others are written.
  public static func fill(
    _ matchers: [PlanMatcher?], rows: UnsafeMutableBufferPointer<UInt32>, wordsPerRow: Int,
    threads: Int = 1
  ) throws(TokenMatcher.Failure) {
    let (needed, overflow) = matchers.count.multipliedReportingOverflow(by: max(wordsPerRow, 0))
    guard wordsPerRow >= 0, !overflow, needed <= rows.count else {
      throw .bufferTooShort(rows.count, overflow ? .max : needed)
    }
    for case let matcher? in matchers { try matcher.checkCount(wordsPerRow) }
    guard let base = rows.baseAddress else { return }
    let work = unsafe SharedRows(matchers: matchers, base: base, wordsPerRow: wordsPerRow)
    // Rows without a plan may be filled by any thread. They count as rows of one workspace.
    let free = FreeRow()
    let shares = RowShares.shares(
      of: matchers.map { $0?.workspaceIdentity ?? ObjectIdentifier(free) }, threads)
    RowShares.run(shares) { work.fill($0) }
    var failure: TokenMatcher.Failure?
    for case let matcher? in matchers {
      do throws(TokenMatcher.Failure) {
        try matcher.checkOverflow()
      } catch {
        failure = failure ?? error
      }
    }
    if let failure { throw failure }
  }
}

/// The owner of rows without a plan.
private final class FreeRow {}

/// Rows that threads fill side by side, each of them other rows.
///
/// It is `@unchecked Sendable` because no two threads take rows of matchers with one workspace, and
/// nothing but the workspace of a matcher changes.
@safe
private struct SharedRows: @unchecked Sendable {
  let matchers: [PlanMatcher?]
  let base: UnsafeMutablePointer<UInt32>
  let wordsPerRow: Int

  func fill(_ row: Int) {
    let words = unsafe base + row * wordsPerRow
    guard let matcher = matchers[row] else {
      return unsafe words.update(repeating: .max, count: wordsPerRow)
    }
    unsafe words.update(repeating: 0, count: wordsPerRow)
    unsafe matcher.write(to: words)
  }
}
