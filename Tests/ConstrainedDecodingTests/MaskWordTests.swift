import ConstrainedDecoding
import SchemaConformances
import SchemaEncoding
import SchemaTestSupport
import Testing

/// Masks as packed words, one and many at a time.
struct MaskWordTests {
  private static let documents = [
    #"{"type":"object","properties":{"a":{"type":"string","maxLength":20},"é":{}}}"#,
    #"{"anyOf":[{"type":"string","pattern":"^a.{19}$"},{"type":"string","maxLength":19}]}"#,
    #"{"type":"array","items":{"enum":["x",12,null]}}"#,
  ]

  /// An odd number of words of 32 bits, so that the last word of 64 is half used.
  private static func vocabulary() throws -> Vocabulary {
    let mixed = try TestVocabulary.mixed(seed: 2)
    var tokens: [Vocabulary.Token] = (0..<mixed.count).map { token in
      mixed.bytes(of: token).map { .bytes($0) } ?? .unused
    }
    while (tokens.count + 31) / 32 % 2 == 0 { tokens.append(.bytes(Array("ab".utf8))) }
    return try Vocabulary(tokens: tokens, endTokens: [TestVocabulary.end])
  }

  private static func words(_ matcher: TokenMatcher, _ count: Int) throws -> [UInt32] {
    var words = [UInt32](repeating: .max, count: count)
    try unsafe words.withUnsafeMutableBufferPointer { try unsafe matcher.fill($0) }
    return words
  }

  private static func halves(_ mask: TokenMask, _ count: Int) -> [UInt32] {
    (0..<count).map {
      UInt32(truncatingIfNeeded: mask.words[$0 / 2] >> UInt64($0 % 2 * 32))
    }
  }

  @Test(arguments: documents, [nil, 40])
  func `K8: words of 32 bits hold the same mask as those of 64`(
    document: String, budget: Int?
  ) throws {
    let grammar = try TokenGrammar(jsonSchema: document, vocabulary: Self.vocabulary())
    let count = (grammar.vocabulary.count + 31) / 32
    #expect(count % 2 == 1)
    var mask = TokenMask(grammar.vocabulary)
    for seed in 0..<tried(of: 12) {
      var walk = RandomWalk(grammar, seed: UInt64(seed))
      try walk.matcher.setTokenBudget(budget)
      var steps = 0
      repeat {
        try walk.matcher.fill(&mask)
        let words = try Self.words(walk.matcher, count + 1)
        try #require(Array(words[..<count]) == Self.halves(mask, count), "seed \(seed)")
        // Logits without a token are not allowed.
        #expect(words[count] == 0)
        steps += 1
      } while try steps < 40 && walk.step() != nil
    }
  }

  /// Matchers at random places, some of them with one cache.
  private static func matchers(_ vocabulary: Vocabulary) throws -> [TokenMatcher] {
    var matchers: [TokenMatcher] = []
    for document in documents {
      let grammar = try TokenGrammar(jsonSchema: document, vocabulary: vocabulary)
      for seed in 0..<4 {
        var walk = RandomWalk(grammar, seed: UInt64(seed))
        for _ in 0..<(seed * 3) { if try walk.step() == nil { break } }
        matchers += [walk.matcher, walk.matcher]
        try matchers[matchers.count - 1].rollback(seed > 0 ? 1 : 0)
      }
    }
    return matchers
  }

  @Test(arguments: [1, 2, 3, 64, -1])
  func `K5, K8: a batch has the masks of its matchers`(threads: Int) throws {
    let vocabulary = try Self.vocabulary()
    let matchers = try Self.matchers(vocabulary)
    let count = (vocabulary.count + 31) / 32
    let stride = count + 3
    var rows = [UInt32](repeating: 7, count: stride * matchers.count)
    try unsafe rows.withUnsafeMutableBufferPointer {
      try unsafe TokenMatcher.fill(matchers, rows: $0, wordsPerRow: stride, threads: threads)
    }
    let wide = vocabulary.maskWordCount
    var wideRows = [UInt64](repeating: 7, count: wide * matchers.count)
    try unsafe wideRows.withUnsafeMutableBufferPointer {
      try unsafe TokenMatcher.fill(matchers, rows: $0, wordsPerRow: wide, threads: threads)
    }
    var mask = TokenMask(vocabulary)
    var words = [UInt64](repeating: 7, count: wide)
    for (row, matcher) in matchers.enumerated() {
      try matcher.fill(&mask)
      try unsafe words.withUnsafeMutableBufferPointer { try unsafe matcher.fill($0) }
      #expect(words == mask.words)
      #expect(Array(wideRows[(row * wide)..<(row * wide + wide)]) == mask.words)
      let start = row * stride
      #expect(Array(rows[start..<(start + count)]) == Self.halves(mask, count))
      #expect(rows[(start + count)..<(start + stride)].allSatisfy { $0 == 0 })
    }
  }

  @Test(arguments: [(0, 64), (-5, 64), (Int.max, 64), (100, 1), (3, 64)])
  func `K8: rows that are too short are an error, and nothing is written`(
    wordsPerRow: Int, capacity: Int
  ) throws {
    let matchers = try Self.matchers(Self.vocabulary())
    var rows = [UInt32](repeating: 7, count: capacity)
    let result = unsafe rows.withUnsafeMutableBufferPointer { buffer in
      Result { try unsafe TokenMatcher.fill(matchers, rows: buffer, wordsPerRow: wordsPerRow) }
    }
    let failure = #expect(throws: TokenMatcher.Failure.self) { try result.get() }
    #expect(failure?.code == .bufferTooShort)
    #expect(rows.allSatisfy { $0 == 7 })
  }

  // MARK: Exponents

  @Test(
    arguments: [
      (0, ["1e0", "1E-00", "2.5e+0"], ["1e1", "1e01", "1e-1"]),
      (9, ["1e9", "1e09", "0e-9"], ["1e10", "1e90", "1e009e"]),
      (10, ["1e10", "1e9", "1e0010"], ["1e11", "1e20", "1e100"]),
      (99, ["1e99", "1e0"], ["1e100"]),
      (120, ["1e120", "1e119", "1e99", "1e5"], ["1e121", "1e130", "1e200", "1e1200"]),
      (307, ["1e307", "1e-307", "1e299", "1e45"], ["1e308", "1e310", "7E7031", "1e400"]),
      (nil, ["7E7031", "1e308"], ["1e", "1e+"]), (-4, ["1e0"], ["1e1"]),
    ] as [(Int?, [String], [String])])
  func `K1: exponents are bounded`(maximum: Int?, allowed: [String], others: [String]) throws {
    var options = TokenGrammar.Options()
    #expect(options.maximumExponent == 307)
    options.maximumExponent = maximum
    for document in [#"{"type":"number"}"#, "{}"] {
      let grammar = try TokenGrammar(
        jsonSchema: document, vocabulary: TestVocabulary.bytes(), options: options)
      let cache = MaskCache(grammar)
      for text in allowed + ["12", "-0.5"] {
        #expect(grammar.accepts(text.utf8, cache: cache), "\(text)")
      }
      for text in others { #expect(!grammar.accepts(text.utf8, cache: cache), "\(text)") }
    }
  }
}
