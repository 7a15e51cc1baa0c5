extension TokenMatcher {
  /// Writes the tokens that may follow into a set.
  ///
  /// - Parameter mask: The set; what it held is lost.
  /// - Throws: ``Failure`` if the text can be read in too many ways at once, or the set is of a
  ///   smaller vocabulary.
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
  /// - Parameter buffer: At least ``Vocabulary/maskWordCount`` words; those after it are left
  ///   alone.
  /// - Throws: ``Failure`` if the text can be read in too many ways at once, or the buffer is too
  ///   short.
  public func fill(_ buffer: UnsafeMutableBufferPointer<UInt64>) throws(Failure) {
    try checkCount(buffer.count, UInt64.self)
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
    try checkCount(buffer.count, UInt32.self)
    guard let base = buffer.baseAddress else { return }
    unsafe write(to: base, workspace)
    try checkOverflow()
  }

  /// Writes the tokens that may follow into a buffer of 32-bit words.
  ///
  /// It does the same as `fill`. To call that, a matcher that is the property of an object would be
  /// copied, with a reference counted for each of its arrays.
  package mutating func fillInPlace(
    _ buffer: UnsafeMutableBufferPointer<UInt32>
  ) throws(Failure) { try unsafe fill(buffer) }

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

  /// Writes the mask, which is the union of the items' masks, to the words of one.
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
    for token in workspace.endTokens {
      unsafe words[Word.index(of: token)] |= Word.bit(of: token)
    }
  }
}
