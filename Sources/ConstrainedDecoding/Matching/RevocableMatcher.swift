/// A matcher whose last tokens can be taken back.
protocol RevocableMatcher {
  mutating func commit(_ token: Int) throws(TokenMatcher.Failure)

  /// Takes back tokens, at most those that were committed.
  mutating func takeBack(_ count: Int)
}

extension RevocableMatcher {
  /// Commits tokens one after the other, or none if one of them may not follow.
  mutating func commitAll(_ tokens: some Sequence<Int>) throws(TokenMatcher.Failure) {
    var count = 0
    for token in tokens {
      do throws(TokenMatcher.Failure) {
        try commit(token)
      } catch {
        takeBack(count)
        throw error
      }
      count += 1
    }
  }

  /// Returns the number of tokens, from the first on, that may follow one after the other.
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
