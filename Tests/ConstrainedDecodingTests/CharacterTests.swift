import ConstrainedDecoding
import SchemaConformances
import SchemaTestSupport
import Testing

/// The characters of strings: their bytes, however tokens split them, and their escapes.
struct CharacterTests {
  private static let grammar = Result {
    try TokenGrammar(String.self, vocabulary: TestVocabulary.bytes())
  }

  @Test func `K1: a character may be split between tokens at every byte`() throws {
    let text = Array("\"aé日😀x\"".utf8)
    let pieces = text.indices.flatMap { start in
      (start + 1...text.count).map { Array(text[start..<$0]) }
    }
    let vocabulary = try Vocabulary(
      tokens: [.special("</s>")] + pieces.map { .bytes($0) }, endTokens: [0])
    var tokens: [[UInt8]: Int] = [:]
    for (index, piece) in pieces.enumerated() { tokens[piece] = index + 1 }
    let grammar = try TokenGrammar(String.self, vocabulary: vocabulary)
    let cache = MaskCache(grammar)
    var mask = TokenMask(vocabulary)
    for first in 1..<text.count {
      for second in first..<text.count {
        var matcher = TokenMatcher(grammar, cache: cache)
        for range in [0..<first, first..<second, second..<text.count] where !range.isEmpty {
          let token = try #require(tokens[Array(text[range])])
          try matcher.fill(&mask)
          try #require(mask.contains(token), "\(range)")
          try matcher.commit(token)
        }
        #expect(matcher.canEnd && matcher.committedBytes == text)
        #expect(try matcher.snapshot().value(String.self) == "aé日😀x")
      }
    }
  }

  @Test(
    arguments: [
      [0x80], [0xC0], [0xC1], [0xC3, 0x28], [0xE0, 0x80], [0xE0, 0x9F], [0xED, 0xA0],
      [0xED, 0xBF], [0xF0, 0x80], [0xF0, 0x8F], [0xF4, 0x90], [0xF5], [0xFF], [0xE6, 0x97, 0x22],
      [0x00], [0x0A], [0x1F], [0x7F],
    ] as [[UInt8]])
  func `K1: bytes that are no character may not follow`(bytes: [UInt8]) throws {
    let grammar = try Self.grammar.get()
    var matcher = TokenMatcher(grammar)
    try matcher.commit(text: "\"")
    let tokens = TestVocabulary.tokens(bytes)
    #expect(matcher.validatedCount(of: tokens) == tokens.count - 1)
    var mask = TokenMask(grammar.vocabulary)
    try matcher.commit(contentsOf: tokens.dropLast())
    try matcher.fill(&mask)
    #expect(!mask.tokens.isEmpty && !mask.contains(tokens[tokens.count - 1]))
  }

  @Test func `K1: characters have the escapes that JSON needs and no other`() throws {
    let grammar = try Self.grammar.get()
    let cache = MaskCache(grammar)
    for byte in 0...255 as ClosedRange<UInt8> {
      let text = [UInt8(ascii: "\""), UInt8(ascii: "\\"), byte, UInt8(ascii: "\"")]
      let isEscape = "\"\\bfnrt".utf8.contains(byte)
      #expect(grammar.accepts(text, cache: cache) == isEscape, "\\\(byte)")
    }
  }

  @Test func `K1: only control characters without a short escape have digits, in lower case`()
    throws
  {
    let grammar = try Self.grammar.get()
    let cache = MaskCache(grammar)
    let short: Set<Int> = [0x08, 0x09, 0x0A, 0x0C, 0x0D]
    for value in 0...0x100 {
      let digits = String(value + 0x10000, radix: 16).dropFirst()
      let isControl = value < 0x20 || value == 0x7F
      for spelling in Set([String(digits), digits.uppercased()]) {
        #expect(
          grammar.accepts("\"\\u\(spelling)\"".utf8, cache: cache)
            == (isControl && !short.contains(value) && spelling == digits), "\(spelling)")
      }
    }
  }
}
