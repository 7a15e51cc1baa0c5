import ContentStorage

/// Writing masks as words, in place: a caller's words of 32 bits take no longer than those of 64.
extension MaskWorkspace {
  /// Writes a mask.
  ///
  /// - Parameters:
  ///   - mask: The mask.
  ///   - words: As many words as a mask has.
  func copy<Word: MaskWord>(_ mask: StoredMask, to words: UnsafeMutablePointer<Word>) {
    let count = Word.count(ofTokens: tokenCount)
    if let source = unsafe base(of: mask) {
      unsafe Word.copy(source, to: words, count: count)
    } else {
      unsafe words.update(repeating: 0, count: count)
    }
    unsafe patch(mask, words)
  }

  /// Adds the tokens of a mask to those that words hold.
  func formUnion<Word: MaskWord>(_ mask: StoredMask, into words: UnsafeMutablePointer<Word>) {
    let count = Word.count(ofTokens: tokenCount)
    if mask.removedCount > 0 {
      // A token that is removed here may be in the mask from elsewhere.
      let scratch = UnsafeMutablePointer<Word>.allocate(capacity: count)
      defer { unsafe scratch.deallocate() }
      unsafe copy(mask, to: scratch)
      for index in 0..<count { unsafe words[index] |= scratch[index] }
      return
    }
    if let source = unsafe base(of: mask) {
      unsafe Word.formUnion(source, into: words, count: count)
    }
    unsafe patch(mask, words)
  }

  /// The words that a mask shares; `nil` if it has none.
  ///
  /// They are valid until the next mask is found.
  private func base(of mask: StoredMask) -> UnsafePointer<UInt64>? {
    switch mask.base {
    case .none: nil
    case .string(let index): unsafe stringMasks + Int(index) * wordCount
    case .dense(let first): unsafe stored.denseWords.address(of: first.value)
    }
  }

  private func patch<Word: MaskWord>(_ mask: StoredMask, _ words: UnsafeMutablePointer<Word>) {
    var index = mask.firstToken.value
    let added = index + Int(mask.addedCount)
    while index < added {
      let token = Int(stored.tokens[index])
      unsafe words[Word.index(of: token)] |= Word.bit(of: token)
      index += 1
    }
    let removed = added + Int(mask.removedCount)
    while index < removed {
      let token = Int(stored.tokens[index])
      unsafe words[Word.index(of: token)] &= ~Word.bit(of: token)
      index += 1
    }
  }
}
