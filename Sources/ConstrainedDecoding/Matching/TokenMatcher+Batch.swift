/// Writes the masks of many sequences by one call.
extension TokenMatcher {
  /// Writes the masks of several matchers, one row of 32-bit words after the other.
  ///
  ///     var rows = [UInt32](repeating: 0, count: matchers.count * wordsPerRow)
  ///     try rows.withUnsafeMutableBufferPointer {
  ///       try TokenMatcher.fill(matchers, rows: $0, wordsPerRow: wordsPerRow, threads: 2)
  ///     }
  ///
  /// The masks of matchers with different caches can be written at the same time. The masks of
  /// matchers that share a ``MaskCache``, or that are forks of each other, are written one after
  /// the other. Use one cache for each thread and grammar, so that all threads have work.
  ///
  /// - Parameters:
  ///   - matchers: The matchers, in the order of the rows. For `nil`, a sequence without a
  ///     constraint, all bits of the row become 1.
  ///   - rows: At least `wordsPerRow` words for each matcher. The words of a row after its mask
  ///     become 0.
  ///   - wordsPerRow: The number of words from the start of a row to the start of the next row. It
  ///     is at least the number of tokens divided by 32, rounded up.
  ///   - threads: The number of threads that share the work, at least 1. More threads than caches
  ///     or cores are not useful. Starting the threads takes some microseconds.
  /// - Throws: ``Failure`` if a row is too short, and nothing is written. ``Failure`` with the
  ///   ``Failure/row`` of the first matcher whose text can be read in too many ways at once; the
  ///   masks of the other matchers are written, and the rows of such matchers become 0.
  public static func fill(
    _ matchers: [TokenMatcher?], rows: UnsafeMutableBufferPointer<UInt32>, wordsPerRow: Int,
    threads: Int = 1
  ) throws(Failure) {
    try unsafe MatcherRows.fill(matchers, rows, wordsPerRow, threads)
  }

  /// Writes the masks of several matchers, one row of 64-bit words after the other.
  ///
  /// The parameters are those for rows of 32-bit words.
  ///
  /// - Throws: ``Failure`` if a row is too short, and nothing is written. ``Failure`` with the
  ///   ``Failure/row`` of the first matcher whose text can be read in too many ways at once; the
  ///   masks of the other matchers are written, and the rows of such matchers become 0.
  public static func fill(
    _ matchers: [TokenMatcher?], rows: UnsafeMutableBufferPointer<UInt64>, wordsPerRow: Int,
    threads: Int = 1
  ) throws(Failure) {
    try unsafe MatcherRows.fill(matchers, rows, wordsPerRow, threads)
  }
}
