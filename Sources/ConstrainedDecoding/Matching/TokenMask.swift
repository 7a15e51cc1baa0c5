/// A set of tokens, such as the tokens that may follow.
///
///     var mask = TokenMask(vocabulary)
///     try matcher.fill(&mask)
///     if mask.contains(token) { … }
///     for token in mask.tokens { … }
public struct TokenMask: Sendable, Hashable {
  /// The set as bits: token 0 is the lowest bit of the first word.
  public internal(set) var words: [UInt64]

  /// Creates an empty set of a vocabulary's tokens.
  public init(_ vocabulary: Vocabulary) {
    words = Array(repeating: 0, count: vocabulary.maskWordCount)
  }

  /// Indicates whether a token is in the set.
  ///
  /// - Parameter token: The token.
  /// - Returns: `true` if the token is in the set; `false` for the number of an unknown token.
  public func contains(_ token: Int) -> Bool {
    token >= 0 && token >> 6 < words.count && words[token >> 6] >> UInt64(token & 63) & 1 == 1
  }

  /// The number of tokens.
  public var count: Int { words.reduce(0) { $0 + $1.nonzeroBitCount } }

  /// The tokens in order.
  public var tokens: [Int] {
    var tokens: [Int] = []
    for (index, word) in words.enumerated() {
      var rest = word
      while rest != 0 {
        tokens.append(index * 64 + rest.trailingZeroBitCount)
        rest &= rest - 1
      }
    }
    return tokens
  }
}
