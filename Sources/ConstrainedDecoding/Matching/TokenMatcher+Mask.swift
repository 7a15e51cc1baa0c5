extension TokenMatcher {
  /// Writes the tokens that may follow into a set.
  ///
  /// - Parameter mask: The set; what it held is lost.
  /// - Throws: ``Failure`` if the text can be read in too many ways at once, or the set is of a
  ///   smaller vocabulary.
  public func fill(_ mask: inout TokenMask) throws(Failure) {
    try checkCount(mask.words.count, bitsPerWord: 64)
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
  /// - Parameter buffer: At least ``Vocabulary/maskWordCount`` words; those after it are left
  ///   alone.
  /// - Throws: ``Failure`` if the text can be read in too many ways at once, or the buffer is too
  ///   short.
  public func fill(_ buffer: UnsafeMutableBufferPointer<UInt64>) throws(Failure) {
    try checkCount(buffer.count, bitsPerWord: 64)
    guard let base = buffer.baseAddress else { return }
    unsafe write(to: base, workspace)
    try checkOverflow()
  }

  /// Writes the tokens that may follow into a buffer of 32-bit words, as most engines keep them.
  ///
  /// - Parameter buffer: At least a 32nd as many words as there are tokens; those after it are left
  ///   alone.
  /// - Throws: ``Failure`` if the text can be read in too many ways at once, or the buffer is too
  ///   short.
  public func fill(_ buffer: UnsafeMutableBufferPointer<UInt32>) throws(Failure) {
    try checkCount(buffer.count, bitsPerWord: 32)
    let words = workspace.maskBuffer
    writeToBuffer()
    let count = (workspace.vocabulary.count + 31) / 32
    for index in 0..<count {
      unsafe buffer[index] = UInt32(
        truncatingIfNeeded: words[index >> 1] >> UInt64((index & 1) * 32))
    }
    try checkOverflow()
  }

  /// Reads the tokens that may follow in place.
  ///
  /// Matchers that share a ``MaskCache`` share the memory of the mask, too.
  ///
  /// - Parameter body: What to do with the words of the mask. They are valid until it returns, or
  ///   until it calls `fill` or `withMask` of this matcher or of one with the same cache: these
  ///   overwrite the words.
  /// - Returns: What `body` returns.
  /// - Throws: ``Failure`` if the text can be read in too many ways at once, or what `body` throws.
  public func withMask<Result>(_ body: (Span<UInt64>) throws -> Result) throws -> Result {
    writeToBuffer()
    try checkOverflow()
    return try workspace.maskBuffer.withSpan(body)
  }

  private func checkCount(_ count: Int, bitsPerWord: Int) throws(Failure) {
    let needed = (workspace.vocabulary.count + bitsPerWord - 1) / bitsPerWord
    guard count >= needed else { throw .bufferTooShort(count, needed) }
  }

  private func checkOverflow() throws(Failure) {
    guard workspace.hasOverflowed else { return }
    workspace.hasOverflowed = false
    throw .tooManyReadings
  }

  private func writeToBuffer() {
    let workspace = workspace
    if workspace.maskBuffer.count != workspace.wordCount {
      workspace.maskBuffer.reset(count: workspace.wordCount, to: 0)
    }
    unsafe workspace.maskBuffer.withUnsafeElements { unsafe write(to: $0, workspace) }
  }

  /// Writes the mask, which is the union of the items' masks, to the words of one.
  private func write(to words: UnsafeMutablePointer<UInt64>, _ workspace: MaskWorkspace) {
    let items = items
    if items.count == 1, !isFinished, let item = items.first {
      let mask = workspace.mask(of: item)
      unsafe workspace.copy(mask, to: words)
      if mask.allowsEnd { unsafe addEndTokens(to: words) }
    } else {
      unsafe words.update(repeating: 0, count: workspace.wordCount)
      guard !isFinished else { return }
      var allowsEnd = false
      for item in items {
        let mask = workspace.mask(of: item)
        unsafe workspace.formUnion(mask, into: words)
        if mask.allowsEnd { allowsEnd = true }
      }
      if allowsEnd { unsafe addEndTokens(to: words) }
    }
    if let left = budgetLeft { unsafe restrict(words, toBudget: left) }
  }

  private func addEndTokens(to words: UnsafeMutablePointer<UInt64>) {
    for token in workspace.endTokens {
      unsafe words[token >> 6] |= 1 << UInt64(token & 63)
    }
  }
}
