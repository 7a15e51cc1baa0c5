extension TokenMatcher {
  /// Removes the tokens from a mask after which the rest of the text does not fit into the budget.
  func restrict<Word: MaskWord>(_ words: UnsafeMutablePointer<Word>, toBudget left: Int) {
    let limit = Distance(left - 1)
    // The rest of the text fits after every token.
    guard machine.tables.distances.greatest > limit else { return }
    let first = load()
    defer { unload(first) }
    let vocabulary = workspace.vocabulary
    let reach = machine.tables.distances.longestStep * vocabulary.longestToken
    guard machine.distance(from: first) + reach > limit else { return }
    let top = machine.items.count
    let known =
      top == first + 1 ? workspace.stringFit(of: machine.items[first], limit) : nil
    let unknown = known?.unknown ?? []
    let fitting = unknown.filter { token in
      unsafe words[Word.index(of: token)] & Word.bit(of: token) != 0
        && fits(token, from: first, limit)
    }
    let ends = Set(workspace.endTokens)
    let wordCount = workspace.wordCount
    for word in 0..<Word.count(ofTokens: workspace.tokenCount) {
      var rest = unsafe words[word]
      if let known {
        let tokens = unsafe Word.word(
          at: word, of: workspace.stringMasks + known.mask * wordCount)
        if !known.fits { unsafe words[word] &= ~tokens }
        rest &= ~tokens
      }
      while rest != 0 {
        let token = word * Word.bitWidth + rest.trailingZeroBitCount
        let bit = rest & (~rest + 1)
        rest &= ~bit
        if !ends.contains(token), !fits(token, from: first, limit) { unsafe words[word] &= ~bit }
      }
    }
    for token in unknown { unsafe words[Word.index(of: token)] &= ~Word.bit(of: token) }
    for token in fitting { unsafe words[Word.index(of: token)] |= Word.bit(of: token) }
  }

  /// Indicates whether the text can be completed within a number of bytes after the items from an
  /// index on read a token.
  private func fits(_ token: Int, from first: Int, _ limit: Distance) -> Bool {
    let machine = machine
    let top = machine.items.count
    defer { machine.items.removeAll(from: top) }
    var start: Int? = first
    let bytes = unsafe workspace.bytes(of: token)
    for index in bytes.indices {
      guard let current = start else { break }
      start = unsafe machine.advance(current, bytes[index])
    }
    return start.map { machine.distance(from: $0) <= limit } ?? false
  }
}
