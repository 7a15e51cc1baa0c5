/// A matcher whose last tokens can be removed.
protocol RevocableMatcher {
  mutating func commit(_ token: Int) throws(TokenMatcher.Failure)

  /// Removes the last tokens. `count` is at most the number of committed tokens.
  mutating func removeLastTokens(_ count: Int)
}

extension RevocableMatcher {
  /// Commits several tokens.
  ///
  /// If one of them may not follow, commits none and throws.
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
}
