extension TokenMatcher {
  /// The most tokens that the whole text may have, end tokens not counted; `nil` for no limit.
  public var tokenBudget: Int? { budget }

  /// Limits the tokens of the whole text, so that it is complete when they are used up.
  ///
  /// From then on, tokens are forbidden after which the rest would not fit. The rest is measured
  /// by its shortest text, in bytes, since each byte can be produced by a token of its own.
  ///
  /// - Parameter budget: The most tokens of the whole text, those committed included; `nil` for no
  ///   limit. A negative number counts as 0.
  /// - Throws: ``Failure`` if the shortest text does not fit, or needs a byte that is not a token;
  ///   the limit is then as before.
  public mutating func setTokenBudget(_ budget: Int?) throws(Failure) {
    let budget = budget.map { max($0, 0) }
    if let budget {
      let first = load()
      defer { unload(first) }
      let needed = minimumDistance(from: first)
      guard needed <= Int64(budget - tokenCount) else {
        throw Failure(needed: needed, left: budget - tokenCount, by: "text")
      }
    }
    self.budget = budget
  }

  /// The tokens that are left, if they are limited.
  var budgetLeft: Int? { budget.map { $0 - tokenCount } }

  /// The fewest bytes to a complete text, from the items of the workspace from an index on.
  func minimumDistance(from first: Int) -> Int64 {
    (first..<workspace.items.count).reduce(GrammarLayout.far) {
      min($0, workspace.distance(of: workspace.items[$1]))
    }
  }

  /// Removes from a mask the tokens after which the rest does not fit into the budget.
  func restrict<Word: MaskWord>(_ words: UnsafeMutablePointer<Word>, toBudget left: Int) {
    let limit = Int64(left - 1)
    // The rest fits after every token.
    guard workspace.tables.distances.greatest > limit else { return }
    let first = load()
    defer { unload(first) }
    let vocabulary = workspace.vocabulary
    let (reach, overflow) = Int64(vocabulary.longestToken)
      .multipliedReportingOverflow(by: workspace.tables.distances.longestStep)
    guard overflow || reach > limit - minimumDistance(from: first) else { return }
    let top = workspace.items.count
    let known =
      top == first + 1 ? workspace.stringFit(of: workspace.items[first], limit) : nil
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

  /// Indicates whether the text can be completed within a number of bytes after a token that the
  /// items from an index on read.
  private func fits(_ token: Int, from first: Int, _ limit: Int64) -> Bool {
    let top = workspace.items.count
    defer { workspace.items.truncate(to: top) }
    var start: Int? = first
    let bytes = unsafe workspace.bytes(of: token)
    for index in bytes.indices {
      guard let current = start else { break }
      start = unsafe advance(current, bytes[index])
    }
    return start.map { minimumDistance(from: $0) <= limit } ?? false
  }
}
