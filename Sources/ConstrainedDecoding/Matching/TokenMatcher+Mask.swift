extension TokenMatcher {
  /// Writes the tokens that may follow into a set, and removes its previous tokens.
  ///
  /// - Throws: ``Failure`` if the text can be read in too many ways at once, or if the set was made
  ///   for a smaller vocabulary.
  public func fill(_ mask: inout TokenMask) throws(Failure) {
    let result = unsafe mask.words.withUnsafeMutableBufferPointer { buffer in
      Result { () throws(Failure) in try unsafe fillWords(buffer) }
    }
    try result.get()
  }

  /// Writes the tokens that may follow into a buffer of 64-bit words, in place.
  ///
  /// - Parameter buffer: At least ``Vocabulary/maskWordCount`` words. The words after the mask
  ///   become 0, so that logits without a token are not allowed.
  /// - Throws: ``Failure`` if the text can be read in too many ways at once, or if the buffer is
  ///   too short.
  public func fill(_ buffer: UnsafeMutableBufferPointer<UInt64>) throws(Failure) {
    try unsafe fillWords(buffer)
  }

  /// Writes the tokens that may follow into a buffer of 32-bit words, as most engines use them.
  ///
  /// - Parameter buffer: The number of words is at least the number of tokens divided by 32,
  ///   rounded up. The words after the mask become 0, so that logits without a token are not
  ///   allowed.
  /// - Throws: ``Failure`` if the text can be read in too many ways at once, or if the buffer is
  ///   too short.
  public func fill(_ buffer: UnsafeMutableBufferPointer<UInt32>) throws(Failure) {
    try unsafe fillWords(buffer)
  }

  /// Writes the tokens that may follow into a buffer of 32-bit words.
  ///
  /// This function does the same as `fill`, but is mutating. A call of `fill` copies a matcher that
  /// is a property of an object, and retains each of its arrays.
  package mutating func fillInPlace(
    _ buffer: UnsafeMutableBufferPointer<UInt32>
  ) throws(Failure) { try unsafe fillWords(buffer) }

  /// Calls a closure with the mask in place, without copying it.
  ///
  /// Matchers that share a ``MaskCache`` also share the memory of the mask.
  ///
  /// - Parameter body: A closure that gets the words of the mask. The words are valid until the
  ///   closure returns, or until it calls `withMask` of this matcher or of a matcher with the same
  ///   cache, which overwrites the words.
  /// - Returns: The result of `body`.
  /// - Throws: ``Failure`` if the text can be read in too many ways at once, or the error of
  ///   `body`.
  package func withMask<Result>(_ body: (Span<UInt64>) throws -> Result) throws -> Result {
    let buffer = workspace.maskBuffer
    let count = vocabulary.maskWordCount
    if buffer.count != count { buffer.reset(count: count, to: 0) }
    var isWhole = false
    unsafe buffer.withUnsafeElements { isWhole = unsafe maskSource.write(to: $0, count: count) }
    guard isWhole else { throw Failure.tooManyReadings() }
    return try buffer.withSpan(body)
  }

  /// The work for the last mask that this matcher, or a matcher with the same ``MaskCache``, wrote.
  ///
  /// The masks of a batch and of a draft are written one after the other.
  public var maskStatistics: MaskStatistics { workspace.work.statistics }

  private func fillWords<Word: MaskWord>(
    _ buffer: UnsafeMutableBufferPointer<Word>
  ) throws(Failure) {
    try checkCount(buffer.count, Word.self)
    guard let base = buffer.baseAddress else { return }
    guard unsafe maskSource.write(to: base, count: buffer.count) else { throw .tooManyReadings() }
  }

  /// Throws if a number of words is too small for a mask.
  func checkCount<Word: MaskWord>(_ count: Int, _: Word.Type) throws(Failure) {
    let needed = Word.count(ofTokens: workspace.vocabulary.count)
    guard count >= needed else { throw .bufferTooShort(count, needed, Word.self) }
  }

  /// The inputs of the mask.
  var maskSource: MaskSource {
    MaskSource(
      workspace: workspace, items: isFinished ? [] : history.items, budgetLeft: budgetLeft,
      hasAllItems: !hasTooManyBeginnings)
  }
}

/// The inputs of a mask: the workspace, the items and the budget.
struct MaskSource {
  let workspace: PlanWorkspace
  /// The items of the matcher; empty after an end token.
  let items: ArraySlice<PlanItem>
  /// The number of tokens that are left of the budget, if there is one.
  let budgetLeft: Int?
  /// `false` if the items lack some beginnings of the plan.
  let hasAllItems: Bool

  /// Writes the mask to words, and 0 to the words after it.
  ///
  /// The number of words must have been checked before.
  ///
  /// - Returns: `false` if the text can be read in too many ways at once; the mask is then wrong.
  func write<Word: MaskWord>(to words: UnsafeMutablePointer<Word>, count: Int) -> Bool {
    unsafe workspace.write(items, to: words, left: budgetLeft)
    let written = Word.count(ofTokens: workspace.vocabulary.count)
    if written < count {
      unsafe (words + written).update(repeating: 0, count: count - written)
    }
    return !workspace.takeOverflow() && hasAllItems
  }
}
