import ConstrainedDecoding
import SchemaTestSupport
import Testing

/// A cache over a long life.
///
/// In the grammar of these tests, the places to return to differ by the number of elements at each
/// depth, so that texts have more of them than any table should hold.
struct MaskCacheTests {
  /// Three numbers of elements at each depth make half a million ways to the innermost array.
  private static let depth = 12
  /// The limits of a cache, and one more doubling of its largest table.
  private static let memoryLimit = 16 << 20
  /// The answers of a test, which lead to several times as many places as a cache holds.
  private static let answers = tried(of: 60_000)

  private static let grammar = Result {
    try TokenGrammar(
      jsonSchema: ##"{"type": "array", "maxItems": 3, "items": {"$ref": "#"}}"##,
      vocabulary: TestVocabulary.mixed(seed: 3))
  }

  /// A text that leads to the innermost array by the way of some number.
  private static func text(_ number: Int) -> String {
    // Neighbors are a prime apart, so that they have little in common.
    var rest = number * 104_729
    return (0..<depth).map { _ in
      defer { rest /= 3 }
      return "[" + String(repeating: "[],", count: rest % 3)
    }.joined()
  }

  /// Expects the mask of a matcher to be that of one with a cache of its own.
  private static func expectRightMask(
    _ matcher: TokenMatcher, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    var fresh = TokenMatcher(matcher.plan)
    try fresh.commit(text: String(decoding: matcher.committedBytes, as: UTF8.self))
    var mask = TokenMask(matcher.plan.vocabulary)
    var expected = mask
    try matcher.fill(&mask)
    try fresh.fill(&expected)
    #expect(mask == expected && !mask.tokens.isEmpty, sourceLocation: sourceLocation)
  }

  @Test(.withOptimizer) func `K6: the answers that share a cache do not make it grow`() throws {
    let grammar = try Self.grammar.get()
    let cache = MaskCache(grammar)
    var sizes: [Int] = []
    for number in 0..<Self.answers {
      var matcher = TokenMatcher(grammar, cache: cache)
      try matcher.commit(text: Self.text(number))
      sizes.append(cache.memoryFootprint)
      if number % 50 == 0 { try Self.expectRightMask(matcher) }
    }
    #expect(sizes.allSatisfy { $0 <= Self.memoryLimit })
    // It was dropped on the way.
    #expect(zip(sizes, sizes.dropFirst()).contains { $0 > $1 })
  }

  @Test(.withOptimizer)
  func `K6: a matcher that tries many ways and takes them back does not grow`() throws {
    let cache = MaskCache(try Self.grammar.get())
    var matcher = TokenMatcher(try Self.grammar.get(), cache: cache)
    try matcher.commit(text: "[[[],")
    let start = matcher.committedBytes
    var sizes: [Int] = []
    for number in 0..<Self.answers {
      try matcher.commit(text: Self.text(number))
      if number % 50 == 0 { try Self.expectRightMask(matcher) }
      try matcher.rollback(1)
      sizes.append(cache.memoryFootprint)
    }
    #expect(matcher.committedBytes == start && matcher.tokenCount == 1)
    try Self.expectRightMask(matcher)
    #expect(sizes.allSatisfy { $0 <= Self.memoryLimit })
    #expect(zip(sizes, sizes.dropFirst()).contains { $0 > $1 })
  }

  @Test(.withOptimizer)
  func `K3: a fork that waits while others fill the cache goes on rightly`() throws {
    let grammar = try Self.grammar.get()
    let cache = MaskCache(grammar)
    var waiting = TokenMatcher(grammar, cache: cache)
    for number in 0..<20 { try waiting.commit(text: number == 0 ? "[" : "[[],") }
    var fork = waiting
    for number in 0..<Self.answers {
      var matcher = TokenMatcher(grammar, cache: cache)
      try matcher.commit(text: Self.text(number))
    }
    // Before its next token, after it, and after it has taken back tokens from before.
    try Self.expectRightMask(waiting)
    try waiting.commit(text: "[]")
    try Self.expectRightMask(waiting)
    try waiting.rollback(7)
    try Self.expectRightMask(waiting)
    #expect(fork.forcedText == "[")
    try fork.commit(text: "[" + String(repeating: "]", count: 21))
    #expect(fork.isComplete)
  }

  @Test(.withOptimizer) func `K6: a text may be deeper than a cache has places`() throws {
    let grammar = try Self.grammar.get()
    let cache = MaskCache(grammar)
    var matcher = TokenMatcher(grammar, cache: cache)
    let depth = tried(of: 400_000, oneIn: 4)
    let piece = String(repeating: "[", count: 1_000)
    for _ in 0..<depth / 1_000 { try matcher.commit(text: piece) }
    var mask = TokenMask(grammar.vocabulary)
    try matcher.fill(&mask)
    #expect(!mask.tokens.isEmpty)
    #expect(cache.memoryFootprint <= Self.memoryLimit + depth * 256)
    try matcher.commit(text: String(repeating: "]", count: depth))
    #expect(matcher.isComplete)
  }

  @Test(.withOptimizer)
  func `K6: forks that wait do not let a cache grow with their number`() throws {
    let grammar = try Self.grammar.get()
    let cache = MaskCache(grammar)
    var waiting: [TokenMatcher] = []
    for _ in 0..<8 {
      waiting.append(TokenMatcher(grammar, cache: cache))
      try waiting[waiting.count - 1].commit(text: "[")
    }
    let deep = String(repeating: "[", count: 1_000)
    var sizes: [Int] = []
    for number in 0..<tried(of: 600, oneIn: 2) {
      var matcher = TokenMatcher(grammar, cache: cache)
      try matcher.commit(text: Self.text(number) + deep)
      sizes.append(cache.memoryFootprint)
      // By the hundredth text, the places of the forks have been left behind.
      if number >= 100, number % 20 == 0, let fork = waiting.popLast() {
        var fork = fork
        try fork.commit(text: "[]")
        try Self.expectRightMask(fork)
      }
    }
    #expect(waiting.isEmpty)
    #expect(sizes.allSatisfy { $0 <= Self.memoryLimit })
  }

  @Test func `K6: a long text that can be read in many ways takes no memory for each byte`() throws
  {
    let choices = (0..<16).map { #"{"type":"string","maxLength":\#(1_000_000 + $0)}"# }
    let grammar = try TokenGrammar(
      jsonSchema: #"{"anyOf":[\#(choices.joined(separator: ","))]}"#,
      vocabulary: TestVocabulary.bytes())
    let cache = MaskCache(grammar)
    var matcher = TokenMatcher(grammar, cache: cache)
    try matcher.commit(text: "\"" + String(repeating: "a", count: 20_000))
    #expect(cache.memoryFootprint < 1 << 20)
    try matcher.commit(text: "\"")
    #expect(matcher.isComplete)
  }
}
