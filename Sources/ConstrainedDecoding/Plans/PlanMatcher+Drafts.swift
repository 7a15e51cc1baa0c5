import ContentStorage

/// Drafts of a smaller model, and tokens that need no model.
extension PlanMatcher {
  /// Finds the masks at each place of a draft: before it, and after each token that is allowed.
  ///
  /// An engine that verifies a draft in one step of the model needs them all at once. The matcher
  /// stays where it is.
  ///
  /// - Parameters:
  ///   - draft: The tokens that a smaller model proposes.
  ///   - body: Takes the number of the row, from 0 on, and its mask.
  /// - Returns: The number of tokens that are allowed, one less than the rows.
  /// - Throws: ``TokenMatcher/Failure`` if the output can be read in too many ways at once.
  public func draftMasks(
    of draft: some Sequence<Int>, _ body: (_ row: Int, _ mask: TokenMask) -> Void
  ) throws(TokenMatcher.Failure) -> Int {
    var copy = self
    var mask = TokenMask(plan.vocabulary)
    try copy.fill(&mask)
    body(0, mask)
    var count = 0
    for token in draft {
      guard mask.contains(token) else { break }
      try copy.commit(token)
      count += 1
      try copy.fill(&mask)
      body(count, mask)
    }
    return count
  }

  /// Writes the masks at each place of a draft in place, one row of 32-bit words after the other.
  ///
  ///     var rows = [UInt32](repeating: 0, count: (draft.count + 1) * wordsPerRow)
  ///     let count = try rows.withUnsafeMutableBufferPointer {
  ///       try matcher.draftMasks(of: draft, rows: $0, wordsPerRow: wordsPerRow)
  ///     }
  ///
  /// - Parameters:
  ///   - draft: The tokens that a smaller model proposes.
  ///   - rows: At least `wordsPerRow` words for each token and one row more. The rows after the
  ///     mask that rejects a token become 0. If the call throws, what the rows hold is not
  ///     specified.
  ///   - wordsPerRow: The words from the start of a row to that of the next, at least a 32nd as
  ///     many as there are tokens. Those behind a mask become 0.
  /// - Returns: The number of tokens that are allowed.
  /// - Throws: ``TokenMatcher/Failure`` if a row is too short, or the output can be read in too
  ///   many ways at once.
  public func draftMasks(
    of draft: [Int], rows: UnsafeMutableBufferPointer<UInt32>, wordsPerRow: Int
  ) throws(TokenMatcher.Failure) -> Int {
    try checkCount(wordsPerRow, UInt32.self)
    let (needed, overflow) = (draft.count + 1).multipliedReportingOverflow(by: max(wordsPerRow, 0))
    guard !overflow, needed <= rows.count, let base = rows.baseAddress else {
      throw .bufferTooShort(rows.count, overflow ? .max : needed)
    }
    func row(_ index: Int) -> UnsafeMutableBufferPointer<UInt32> {
      unsafe UnsafeMutableBufferPointer(start: base + index * wordsPerRow, count: wordsPerRow)
    }
    var copy = self
    try unsafe copy.fill(row(0))
    var count = 0
    for token in draft {
      guard token >= 0, token < plan.vocabulary.count,
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

  /// Tokens that have to follow, as the model's own tokenizer splits their text.
  ///
  /// They end where the tokenizer could split the text differently if it knew what follows: where a
  /// token that the plan allows goes on beyond the text that is forced. If the tokens of the
  /// tokenizer do not have exactly the bytes of the text, there are none.
  ///
  /// - Parameter encode: Encodes UTF-8 by the model's tokenizer, without special tokens.
  /// - Returns: The tokens; first the one marker that has to follow, if it is a token.
  /// - Throws: What `encode` throws.
  public func forcedTokens(encodedBy encode: ([UInt8]) throws -> [Int]) rethrows -> [Int] {
    if let token = forcedToken { return [token] }
    var copy = self
    return try copy.commitForcedTokens(limit: .max, encodedBy: encode)
  }

  /// Commits ``forcedTokens(encodedBy:)`` without a copy of the output, which would take time in
  /// proportion to its length.
  ///
  /// - Parameters:
  ///   - limit: The most tokens, from 0.
  ///   - encode: Encodes UTF-8 by the model's tokenizer, without special tokens.
  /// - Returns: The tokens; none if a marker has to follow and does not fit into the budget.
  /// - Throws: What `encode` throws.
  package mutating func commitForcedTokens(
    limit: Int, encodedBy encode: ([UInt8]) throws -> [Int]
  ) rethrows -> [Int] {
    if let token = forcedToken {
      return limit > 0 && (try? commit(token)) != nil ? [token] : []
    }
    let (bytes, isComplete) = forcedBytes()
    guard !bytes.isEmpty else { return [] }
    let tokens = try encode(bytes)
    var ends: [Int] = []
    var text: [UInt8] = []
    for token in tokens {
      text += plan.vocabulary.bytes(of: token) ?? []
      ends.append(text.count)
    }
    guard text == bytes else { return [] }
    // All tokens have to be allowed, also those behind the last one that is certain.
    var certain = isComplete ? tokens.count : nil
    for (index, token) in tokens.enumerated() {
      let start = index == 0 ? 0 : ends[index - 1]
      if certain == nil, allowsToken(beginningWith: bytes[start...]) { certain = index }
      guard (try? commit(token)) != nil else {
        takeBack(index)
        return []
      }
    }
    let count = min(certain ?? tokens.count, limit)
    takeBack(tokens.count - count)
    return Array(tokens[..<count])
  }

  /// Indicates whether a token is allowed that begins with some bytes and is longer.
  private func allowsToken(beginningWith bytes: ArraySlice<UInt8>) -> Bool {
    let trie = plan.tables.vocabulary.trie
    guard let node = trie.node(of: bytes), trie.nodes[node].hasChildren else { return false }
    var mask = TokenMask(plan.vocabulary)
    // Without a mask, nothing is known: the tokens end here.
    guard (try? fill(&mask)) != nil else { return true }
    return mask.tokens.contains { token in
      let text = plan.tables.vocabulary.byteRange(of: token)
      return text.count > bytes.count
        && zip(text, bytes).allSatisfy { plan.tables.vocabulary.bytes[$0] == $1 }
    }
  }
}
