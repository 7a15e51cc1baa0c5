/// Writes the masks of many outputs by one call.
extension PlanMatcher {
  /// Writes the masks of several matchers, one row of 32-bit words after the other.
  ///
  /// The parameters are those of ``TokenMatcher/fill(_:rows:wordsPerRow:threads:)``, with two
  /// differences. For `nil`, a sequence without a plan, all bits of the row become 1. The words
  /// after a mask become 0.
  ///
  /// - Throws: ``TokenMatcher/Failure`` if a row is too short, or for the first output that can be
  ///   read in too many ways at once. In the second case, the masks of the other matchers are
  ///   written.
  public static func fill(
    _ matchers: [PlanMatcher?], rows: UnsafeMutableBufferPointer<UInt32>, wordsPerRow: Int,
    threads: Int = 1
  ) throws(TokenMatcher.Failure) {
    try unsafe MatcherRows.fill(matchers, rows, wordsPerRow, threads)
  }
}

/// The matcher of a sequence. `nil` stands for a sequence without a plan, whose row allows all
/// tokens.
extension PlanMatcher?: RowMatcher {
  // Any thread may fill a row without a plan. All rows without a plan are treated as rows of one
  // workspace.
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
