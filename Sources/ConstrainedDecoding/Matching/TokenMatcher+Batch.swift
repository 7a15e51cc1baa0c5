/// The masks of many sequences by one call.
extension TokenMatcher {
  /// Writes the masks of several matchers, one row of 32-bit words after the other.
  ///
  ///     var rows = [UInt32](repeating: 0, count: matchers.count * wordsPerRow)
  ///     try rows.withUnsafeMutableBufferPointer {
  ///       try TokenMatcher.fill(matchers, rows: $0, wordsPerRow: wordsPerRow, threads: 2)
  ///     }
  ///
  /// Matchers with caches of their own can be filled side by side. Those that share a
  /// ``MaskCache``, or are forks of each other, are filled one after the other: with one cache for
  /// each thread and grammar, all threads have work.
  ///
  /// - Parameters:
  ///   - matchers: The matchers, in the order of the rows.
  ///   - rows: At least `wordsPerRow` words for each matcher; what a mask leaves of its row is left
  ///     alone.
  ///   - wordsPerRow: The words from the start of a row to that of the next, at least a 32nd as
  ///     many as there are tokens.
  ///   - threads: How many threads may share the work, from 1 on; more than there are caches, or
  ///     cores, do nothing. Starting them takes some microseconds.
  /// - Throws: ``Failure`` if a row is too short, or the text of a matcher can be read in too many
  ///   ways at once: the first such, and the masks of the others are written.
  public static func fill(
    _ matchers: [TokenMatcher], rows: UnsafeMutableBufferPointer<UInt32>, wordsPerRow: Int,
    threads: Int = 1
  ) throws(Failure) {
    try unsafe fillRows(matchers, rows, wordsPerRow, threads)
  }

  /// Writes the masks of several matchers, one row of 64-bit words after the other.
  ///
  /// - Parameters:
  ///   - matchers: The matchers, in the order of the rows.
  ///   - rows: At least `wordsPerRow` words for each matcher; what a mask leaves of its row is left
  ///     alone.
  ///   - wordsPerRow: The words from the start of a row to that of the next, at least
  ///     ``Vocabulary/maskWordCount``.
  ///   - threads: How many threads may share the work, as for rows of 32-bit words.
  /// - Throws: ``Failure`` if a row is too short, or the text of a matcher can be read in too many
  ///   ways at once: the first such, and the masks of the others are written.
  public static func fill(
    _ matchers: [TokenMatcher], rows: UnsafeMutableBufferPointer<UInt64>, wordsPerRow: Int,
    threads: Int = 1
  ) throws(Failure) {
    try unsafe fillRows(matchers, rows, wordsPerRow, threads)
  }

  private static func fillRows<Word: MaskWord>(
    _ matchers: [TokenMatcher], _ rows: UnsafeMutableBufferPointer<Word>, _ wordsPerRow: Int,
    _ threads: Int
  ) throws(Failure) {
    let (needed, overflow) = matchers.count.multipliedReportingOverflow(by: max(wordsPerRow, 0))
    guard !overflow, needed <= rows.count else {
      throw .bufferTooShort(rows.count, overflow ? .max : needed)
    }
    for matcher in matchers { try matcher.checkCount(wordsPerRow, Word.self) }
    guard let base = rows.baseAddress else { return }
    let shares = RowShares.shares(of: matchers.map { ObjectIdentifier($0.workspace) }, threads)
    if shares.count > 1 {
      // Each share has rows and workspaces of its own.
      let work = unsafe SharedRows(matchers: matchers, base: base, wordsPerRow: wordsPerRow)
      RowShares.run(shares) { work.fill($0) }
    } else {
      for (row, matcher) in matchers.enumerated() {
        unsafe matcher.write(to: base + row * wordsPerRow, matcher.workspace)
      }
    }
    var failure: Failure?
    for matcher in matchers {
      do throws(Failure) { try matcher.checkOverflow() } catch { failure = failure ?? error }
    }
    if let failure { throw failure }
  }
}

/// Rows that threads fill side by side, each of them other rows.
///
/// It is `@unchecked Sendable` because no two threads take rows of matchers with one workspace, and
/// nothing but the workspace of a matcher changes.
@safe
private struct SharedRows<Word: MaskWord>: @unchecked Sendable {
  let matchers: [TokenMatcher]
  let base: UnsafeMutablePointer<Word>
  let wordsPerRow: Int

  func fill(_ row: Int) {
    unsafe matchers[row].write(to: base + row * wordsPerRow, matchers[row].workspace)
  }
}
