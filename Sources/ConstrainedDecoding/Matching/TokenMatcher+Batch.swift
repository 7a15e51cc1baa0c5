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
    try unsafe MatcherRows.fill(matchers, rows, wordsPerRow, threads)
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
    try unsafe MatcherRows.fill(matchers, rows, wordsPerRow, threads)
  }
}

extension TokenMatcher: RowMatcher {
  var workspaceIdentity: ObjectIdentifier { ObjectIdentifier(workspace) }

  func fillRow<Word: MaskWord>(_ words: UnsafeMutablePointer<Word>, count: Int) {
    unsafe write(to: words, workspace)
  }
}
