/// Drafts of a smaller model.
extension TokenMatcher {
  /// Returns the number of leading tokens that may follow one after the other, for example of a
  /// smaller model's draft.
  public func validatedCount(of tokens: some Sequence<Int>) -> Int {
    var copy = self
    var count = 0
    for token in tokens {
      do throws(Failure) {
        try copy.commit(token)
      } catch {
        return count
      }
      count += 1
    }
    return count
  }

  /// Writes the masks at each place of a draft in place, one row of 32-bit words after the other:
  /// the mask before the draft, and the masks after each allowed token.
  ///
  /// An engine that verifies a draft in one step of the model needs all these masks together. The
  /// matcher does not change.
  ///
  ///     var rows = [UInt32](repeating: 0, count: (draft.count + 1) * wordsPerRow)
  ///     let count = try rows.withUnsafeMutableBufferPointer {
  ///       try matcher.draftMasks(of: draft, rows: $0, wordsPerRow: wordsPerRow)
  ///     }
  ///
  /// - Parameters:
  ///   - draft: The tokens that a smaller model proposes.
  ///   - rows: At least `wordsPerRow` words for each token, and for one more row. The rows after
  ///     the mask that rejects a token become 0. If the call throws, the content of the rows is
  ///     unspecified.
  ///   - wordsPerRow: The number of words from the start of a row to the start of the next row. It
  ///     is at least the number of tokens divided by 32, rounded up. The words after a mask become
  ///     0.
  /// - Returns: The number of allowed tokens.
  /// - Throws: ``Failure`` if a row is too short, or the output can be read in too many ways at
  ///   once.
  public func draftMasks(
    of draft: [Int], rows: UnsafeMutableBufferPointer<UInt32>, wordsPerRow: Int
  ) throws(Failure) -> Int {
    try checkCount(wordsPerRow, UInt32.self)
    let (needed, overflow) = (draft.count + 1).multipliedReportingOverflow(by: max(wordsPerRow, 0))
    guard !overflow, needed <= rows.count, let base = rows.baseAddress else {
      throw .rowsTooShort(rows.count, rows: draft.count + 1, wordsPerRow, UInt32.self)
    }
    func row(_ index: Int) -> UnsafeMutableBufferPointer<UInt32> {
      unsafe UnsafeMutableBufferPointer(start: base + index * wordsPerRow, count: wordsPerRow)
    }
    var copy = self
    try unsafe copy.fill(row(0))
    var count = 0
    for token in draft {
      guard token >= 0, token < vocabulary.count,
        unsafe row(count)[token / 32] >> UInt32(truncatingIfNeeded: token % 32) & 1 == 1
      else { break }
      try copy.commit(token)
      count += 1
      try unsafe copy.fill(row(count))
    }
    let rest = (count + 1) * wordsPerRow
    unsafe (base + rest).update(repeating: 0, count: needed - rest)
    return count
  }
}
