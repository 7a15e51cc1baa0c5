/// Writing masks as words.
extension MaskWorkspace {
  /// Writes a mask.
  ///
  /// - Parameters:
  ///   - mask: The mask.
  ///   - words: As many words as the vocabulary has.
  func copy(_ mask: StoredMask, to words: UnsafeMutablePointer<UInt64>) {
    let count = wordCount
    switch mask.base {
    case .none: unsafe words.update(repeating: 0, count: count)
    case .string(let index):
      unsafe words.update(from: stringMasks + Int(index) * count, count: count)
    case .dense(let first): unsafe denseWords.copy(from: Int(first), count: count, to: words)
    }
    unsafe patch(mask, words)
  }

  /// Adds the tokens of a mask to those that words hold.
  func formUnion(_ mask: StoredMask, into words: UnsafeMutablePointer<UInt64>) {
    let count = wordCount
    let hasRemoved = mask.removedCount > 0
    if hasRemoved {
      // What is removed here may be there from elsewhere.
      let scratch = UnsafeMutablePointer<UInt64>.allocate(capacity: count)
      defer { unsafe scratch.deallocate() }
      unsafe copy(mask, to: scratch)
      for index in 0..<count { unsafe words[index] |= scratch[index] }
      return
    }
    switch mask.base {
    case .none: break
    case .string(let index):
      for word in 0..<count {
        unsafe words[word] |= stringMasks[Int(index) * count + word]
      }
    case .dense(let first):
      for word in 0..<count { unsafe words[word] |= denseWords[Int(first) + word] }
    }
    unsafe patch(mask, words)
  }

  private func patch(_ mask: StoredMask, _ words: UnsafeMutablePointer<UInt64>) {
    var index = Int(mask.firstToken)
    let added = index + Int(mask.addedCount)
    while index < added {
      let token = Int(tokens[index])
      unsafe words[token >> 6] |= 1 << UInt64(token & 63)
      index += 1
    }
    let removed = added + Int(mask.removedCount)
    while index < removed {
      let token = Int(tokens[index])
      unsafe words[token >> 6] &= ~(1 << UInt64(token & 63))
      index += 1
    }
  }
}
