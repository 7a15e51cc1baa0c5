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
    try unsafe MatcherRows.fill(matchers, rows, wordsPerRow, threads)
  }
}

/// The matcher of a sequence, or `nil` for one without a plan, whose row allows all tokens.
extension PlanMatcher?: RowMatcher {
  // Rows without a plan may be filled by any thread. They count as rows of one workspace.
  var workspaceIdentity: ObjectIdentifier {
    self?.workspaceIdentity ?? ObjectIdentifier(PlanMatcher.self)
  }

  func checkCount<Word: MaskWord>(_ count: Int, _: Word.Type) throws(TokenMatcher.Failure) {
    try self?.checkCount(count, Word.self)
  }

  func fillRow<Word: MaskWord>(_ words: UnsafeMutablePointer<Word>, count: Int) {
    unsafe words.update(repeating: self == nil ? .max : 0, count: count)
    unsafe self?.write(to: words)
  }

  func checkOverflow() throws(TokenMatcher.Failure) { try self?.checkOverflow() }
}
