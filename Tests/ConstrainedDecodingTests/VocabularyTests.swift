import SchemaConformances
import SchemaTestSupport
import Testing

@testable import ConstrainedDecoding

/// Vocabularies as they should not be, and still are.
struct VocabularyTests {
  @Test func `a vocabulary of one token that ends has nothing to write`() throws {
    let vocabulary = try Vocabulary(tokens: [.special("</s>")], endTokens: [0])
    let grammar = try TokenGrammar(Bool.self, vocabulary: vocabulary)
    var matcher = TokenMatcher(grammar)
    var mask = TokenMask(vocabulary)
    try matcher.fill(&mask)
    #expect(mask.tokens.isEmpty)
    let failure = #expect(throws: TokenMatcher.Failure.self) { try matcher.setTokenBudget(100) }
    #expect(failure?.code == .budgetTooSmall)
    #expect(matcher.forcedTokens.isEmpty)
  }

  @Test func `a vocabulary without an end token still has masks`() throws {
    let vocabulary = try Vocabulary(tokens: [.bytes(Array("true".utf8))], endTokens: [])
    var matcher = TokenMatcher(try TokenGrammar(Bool.self, vocabulary: vocabulary))
    var mask = TokenMask(vocabulary)
    try matcher.fill(&mask)
    #expect(mask.tokens == [0])
    try matcher.commit(0)
    #expect(matcher.isComplete)
  }

  @Test func `holes, bytes that are no text and very many tokens change nothing`() throws {
    let count = tried(of: 1_000_000, oneIn: 100)
    var tokens = [Vocabulary.Token](repeating: .unused, count: 7)
    for index in 0..<count {
      if index % 5 == 0 {
        tokens.append(.unused)
      } else if index % 3 == 0 {
        tokens.append(.bytes([0xFF, UInt8(truncatingIfNeeded: index)]))
      } else {
        tokens.append(.bytes(Array("t\(index)".utf8)))
      }
    }
    tokens += [.special("</s>"), .bytes(Array("tr".utf8)), .bytes(Array("ue".utf8)), .bytes([])]
    let vocabulary = try Vocabulary(tokens: tokens, endTokens: [count + 7])
    var matcher = TokenMatcher(
      try TokenGrammar(choices: ["true", "t1"], vocabulary: vocabulary))
    var mask = TokenMask(vocabulary)
    try matcher.fill(&mask)
    #expect(mask.tokens == [8, count + 8])
    try matcher.commit(count + 8)
    try matcher.fill(&mask)
    #expect(mask.tokens == [count + 9])
    for token in [0, 7, count + 10] {
      #expect(throws: TokenMatcher.Failure.self) { try matcher.commit(token) }
    }
  }

  @Test func `a vocabulary with too many bytes is an error`() {
    let token = Vocabulary.Token.bytes(Array(repeating: 65, count: Vocabulary.maximumTokenLength))
    let count = Vocabulary.maximumByteCount / Vocabulary.maximumTokenLength + 1
    let error = #expect(throws: VocabularyError.self) {
      try Vocabulary(tokens: Array(repeating: token, count: count), endTokens: [])
    }
    #expect(error?.code == .limitExceeded)
  }

  @Test func `K6: a token with many quotes takes little memory`() throws {
    var random = SplitMix64(seed: 21)
    let token = (0..<1_024).map { $0 % 2 == 0 ? 0x22 : UInt8(0x61 + random.below(26)) }
    let vocabulary = try Vocabulary(
      tokens: [.special("</s>"), .bytes(token), .bytes(Array("\":".utf8))], endTokens: [0])
    #expect(vocabulary.memoryFootprint < 1 << 20)
  }
}
