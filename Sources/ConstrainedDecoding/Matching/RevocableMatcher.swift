import IndexedTables

/// A matcher whose last tokens can be removed.
protocol RevocableMatcher {
  var vocabulary: Vocabulary { get }

  func fill(_ mask: inout TokenMask) throws(TokenMatcher.Failure)

  mutating func commit(_ token: Int) throws(TokenMatcher.Failure)

  /// Removes the last tokens. `count` is at most the number of committed tokens.
  mutating func removeLastTokens(_ count: Int)
}

extension RevocableMatcher {
  /// Commits several tokens; if one of them may not follow, commits none and throws.
  mutating func commitAll(_ tokens: some Sequence<Int>) throws(TokenMatcher.Failure) {
    var count = 0
    for token in tokens {
      do throws(TokenMatcher.Failure) {
        try commit(token)
      } catch {
        removeLastTokens(count)
        throw error
      }
      count += 1
    }
  }

  /// Returns the number of leading tokens that may follow one after the other.
  func allowedCount(of tokens: some Sequence<Int>) -> Int {
    var copy = self
    var count = 0
    for token in tokens {
      do throws(TokenMatcher.Failure) {
        try copy.commit(token)
      } catch {
        return count
      }
      count += 1
    }
    return count
  }

  /// Commits bytes that must follow, as the model's tokenizer divides them into tokens.
  ///
  /// The tokens end before the first place at which an allowed token extends beyond the bytes. If
  /// the tokens do not have exactly these bytes, commits none. `isComplete`: Indicates whether only
  /// an end token can follow the bytes. `limit`: The largest number of tokens, at least 0.
  mutating func commitForced(
    _ bytes: [UInt8], isComplete: Bool, limit: Int, encodedBy encode: ([UInt8]) throws -> [Int]
  ) rethrows -> [Int] {
    let tokens = try encode(bytes)
    let texts = tokens.map { vocabulary.bytes(of: $0) ?? [] }
    guard texts.joined().elementsEqual(bytes) else { return [] }
    // All tokens have to be allowed, including the tokens after the last certain one.
    var certain = isComplete ? tokens.count : nil
    var start = 0
    for (index, token) in tokens.enumerated() {
      if certain == nil, allowsToken(beginningWith: bytes[start...]) { certain = index }
      guard (try? commit(token)) != nil else {
        removeLastTokens(index)
        return []
      }
      start += texts[index].count
    }
    let count = min(certain ?? tokens.count, limit)
    removeLastTokens(tokens.count - count)
    return Array(tokens[..<count])
  }

  /// Indicates whether the mask allows a token that begins with some bytes and is longer.
  private func allowsToken(beginningWith bytes: ArraySlice<UInt8>) -> Bool {
    let trie = vocabulary.tables.trie
    guard let node = trie.node(of: bytes), trie.nodes[node].hasChildren else { return false }
    var mask = TokenMask(vocabulary)
    // Without a mask, such a token is assumed, so the tokens end here.
    guard (try? fill(&mask)) != nil else { return true }
    return mask.tokens.contains { token in
      let text = vocabulary.bytes(of: token) ?? []
      return text.count > bytes.count && text.starts(with: bytes)
    }
  }
}
