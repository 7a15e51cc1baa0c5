extension TokenMatcher {
  /// Writes the tokens that may follow into a set, and removes its previous tokens.
  ///
  /// - Throws: ``Failure`` if the text can be read in too many ways at once, or if the set was made
  ///   for a smaller vocabulary.
  public func fill(_ mask: inout TokenMask) throws(Failure) {
    try checkCount(mask.words.count, UInt64.self)
    let workspace = workspace
    unsafe mask.words.withUnsafeMutableBufferPointer { buffer in
      guard let base = buffer.baseAddress else { return }
      unsafe write(to: base, workspace)
      for index in workspace.wordCount..<buffer.count { unsafe buffer[index] = 0 }
    }
    try checkOverflow()
  }

  /// Writes the tokens that may follow into a buffer of 64-bit words.
  ///
  /// - Parameter buffer: At least ``Vocabulary/maskWordCount`` words. Further words do not change.
  /// - Throws: ``Failure`` if the text can be read in too many ways at once, or if the buffer is
  ///   too short.
  public func fill(_ buffer: UnsafeMutableBufferPointer<UInt64>) throws(Failure) {
    try checkCount(buffer.count, UInt64.self)
    guard let base = buffer.baseAddress else { return }
    unsafe write(to: base, workspace)
    try checkOverflow()
  }

  /// Writes the tokens that may follow into a buffer of 32-bit words, as most engines use them.
  ///
  /// - Parameter buffer: The number of words is at least the number of tokens divided by 32,
  ///   rounded up. Further words do not change.
  /// - Throws: ``Failure`` if the text can be read in too many ways at once, or if the buffer is
  ///   too short.
  public func fill(_ buffer: UnsafeMutableBufferPointer<UInt32>) throws(Failure) {
    try checkCount(buffer.count, UInt32.self)
    guard let base = buffer.baseAddress else { return }
    unsafe write(to: base, workspace)
    try checkOverflow()
  }

  /// Writes the tokens that may follow into a buffer of 32-bit words.
  ///
  /// This function does the same as `fill`, but is mutating. A call of `fill` copies a matcher that
  /// is a property of an object, and retains each of its arrays.
  package mutating func fillInPlace(
    _ buffer: UnsafeMutableBufferPointer<UInt32>
  ) throws(Failure) { try unsafe fill(buffer) }

  /// Calls a closure with the mask in place, without copying it.
  ///
  /// Matchers that share a ``MaskCache`` also share the memory of the mask.
  ///
  /// - Parameter body: A closure that gets the words of the mask. The words are valid until the
  ///   closure returns, or until it calls `fill` or `withMask` of this matcher or of a matcher with
  ///   the same cache, which overwrites the words.
  /// - Returns: The result of `body`.
  /// - Throws: ``Failure`` if the text can be read in too many ways at once, or the error of
  ///   `body`.
  package func withMask<Result>(_ body: (Span<UInt64>) throws -> Result) throws -> Result {
    writeToBuffer()
    try checkOverflow()
    return try workspace.maskBuffer.withSpan(body)
  }

  func checkCount<Word: MaskWord>(_ count: Int, _: Word.Type) throws(Failure) {
    let needed = Word.count(ofTokens: workspace.tokenCount)
    guard count >= needed else { throw .bufferTooShort(count, needed) }
  }

  func checkOverflow() throws(Failure) {
    if machine.items.takeOverflow() { throw .tooManyReadings }
  }

  private func writeToBuffer() {
    let workspace = workspace
    if workspace.maskBuffer.count != workspace.wordCount {
      workspace.maskBuffer.reset(count: workspace.wordCount, to: 0)
    }
    unsafe workspace.maskBuffer.withUnsafeElements { unsafe write(to: $0, workspace) }
  }

  /// Writes the mask, which is the union of the items' masks, to the words of a mask.
  func write<Word: MaskWord>(to words: UnsafeMutablePointer<Word>, _ workspace: MaskWorkspace) {
    let items = items
    guard !isFinished, let first = items.first else {
      unsafe words.update(repeating: 0, count: Word.count(ofTokens: workspace.tokenCount))
      return
    }
    let mask = workspace.mask(of: first)
    unsafe workspace.write(mask, to: words)
    var allowsEnd = mask.allowsEnd
    for item in items.dropFirst() {
      let mask = workspace.mask(of: item)
      unsafe workspace.formUnion(mask, into: words)
      if mask.allowsEnd { allowsEnd = true }
    }
    if allowsEnd { unsafe addEndTokens(to: words) }
    if let left = budgetLeft { unsafe restrict(words, toBudget: left) }
  }

  private func addEndTokens<Word: MaskWord>(to words: UnsafeMutablePointer<Word>) {
    for token in workspace.endTokens { unsafe words[Word.index(of: token)] |= Word.bit(of: token) }
  }
}
