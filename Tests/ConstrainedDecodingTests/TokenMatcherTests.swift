import ConstrainedDecoding
import SchemaConformances
import SchemaContent
import SchemaEncoding
import SchemaTestSupport
import SchemaValidation
import Testing

struct TokenMatcherTests {
  private static func grammar(
    _ seed: Int, _ whitespace: TokenGrammar.Options.Whitespace = .compact
  ) throws -> TokenGrammar {
    try TokenGrammar(
      SchemaGraph(try RandomSchema(seed: UInt64(seed)).schema),
      vocabulary: TestVocabulary.mixed(seed: 3), options: .init(whitespace: whitespace))
  }

  @Test(arguments: 0..<tried(of: 40, oneIn: 20))
  func `K3: what was committed can be taken back`(seed: Int) throws {
    var walk = RandomWalk(try Self.grammar(seed), seed: UInt64(seed))
    var mask = TokenMask(walk.matcher.plan.vocabulary)
    var states: [(mask: TokenMask, bytes: [UInt8])] = []
    for _ in 0..<25 {
      try walk.matcher.fill(&mask)
      states.append((mask, walk.matcher.committedBytes))
      if try walk.step() == nil { break }
    }
    let count = walk.matcher.tokenCount + (walk.matcher.isFinished ? 1 : 0)
    for back in 1...count {
      var copy = walk.matcher
      try copy.rollback(back)
      try copy.fill(&mask)
      let state = states[count - back]
      #expect(mask == state.mask && copy.committedBytes == state.bytes)
    }
    var copy = walk.matcher
    #expect(throws: TokenMatcher.Failure.self) { try copy.rollback(count + 1) }
  }

  @Test(arguments: 0..<tried(of: 40, oneIn: 20))
  func `K3: forced text is all that can follow`(seed: Int) throws {
    var walk = RandomWalk(try Self.grammar(seed), seed: UInt64(seed))
    for _ in 0..<25 {
      let forced = walk.matcher.forcedText
      if !forced.isEmpty {
        #expect(!walk.matcher.canEnd)
        // Each byte of it is the only one.
        var matcher = walk.matcher
        for byte in forced.utf8 {
          let bytes = (0...255).filter { matcher.validatedCount(of: [$0 + 1]) == 1 }
          #expect(bytes == [Int(byte)])
          try matcher.commit(Int(byte) + 1)
        }
        var other = walk.matcher
        try other.commit(text: forced)
        #expect(other.committedBytes == matcher.committedBytes)
        var tokens = walk.matcher
        try tokens.commit(contentsOf: tokens.forcedTokens)
        #expect(matcher.committedBytes.starts(with: tokens.committedBytes))
      }
      if try walk.step() == nil { break }
    }
  }

  @Test(
    arguments: 0..<tried(of: 150, oneIn: 20),
    [.compact, .spaced, .flexible(maximum: 2)] as [TokenGrammar.Options.Whitespace])
  func `K4: with a budget the text is complete within it`(
    seed: Int, whitespace: TokenGrammar.Options.Whitespace
  ) throws {
    var walk = RandomWalk(try Self.grammar(seed, whitespace), seed: UInt64(seed))
    var budget = 0
    while (try? walk.matcher.setTokenBudget(budget)) == nil { budget += 1 }
    budget += seed % 20
    try walk.matcher.setTokenBudget(budget)
    while try walk.step() != nil {}
    #expect(walk.matcher.tokenCount <= budget)
    let text = String(decoding: walk.matcher.committedBytes, as: UTF8.self)
    var parser = GeneratedContentParser(options: .init(duplicateKeys: .keepFirst))
    try parser.append(text)
    let content = try parser.finish()
    // All else is enforced, so the content is valid for each seed.
    #expect(walk.matcher.plan.unenforced.allSatisfy { $0.problem.contains("occur twice") })
    try ContentValidator(RandomSchema(seed: UInt64(seed)).schema).validate(content)
  }

  @Test(
    .enabled(if: isOptimized, "Otherwise, copies are a small part of the time."),
    .timeLimit(.minutes(10)))
  func `H3: tokens that have to follow are committed in time in proportion to the answer`() throws {
    let grammar = try TokenGrammar(
      jsonSchema: #"{"type": "array", "items": {"const": 1}}"#,
      vocabulary: TestVocabulary.bytes())
    let cache = MaskCache(grammar)
    let one = TestVocabulary.tokens("1".utf8)
    let growth = try growthOfTime(from: 5_000) {
      $0
    } work: { count in
      var matcher = TokenMatcher(grammar, cache: cache)
      try matcher.commit(text: "[1")
      for _ in 0..<count {
        try matcher.commit(text: ",")
        let forced = matcher.commitForcedTokens(limit: 9) { TestVocabulary.tokens($0) }
        #expect(forced == one)
      }
    }
    #expect(growth < proportionalGrowth)
  }

  @Test func `K3: a forbidden token is an error and changes nothing`() throws {
    let vocabulary = try TestVocabulary.mixed(seed: 3)
    var matcher = TokenMatcher(try TokenGrammar(Bool.self, vocabulary: vocabulary))
    let before = matcher.committedBytes
    for token in [-1, 0, 1 + Int(UInt8(ascii: "x")), vocabulary.count - 1, vocabulary.count] {
      #expect(throws: TokenMatcher.Failure.self) { try matcher.commit(token) }
    }
    #expect(throws: TokenMatcher.Failure.self) {
      try matcher.commit(contentsOf: [1 + Int(UInt8(ascii: "t")), 1])
    }
    #expect(matcher.committedBytes == before)
    try matcher.commit(text: "true")
    #expect(matcher.canEnd && matcher.isComplete && !matcher.isFinished)
    try matcher.commit(TestVocabulary.end)
    #expect(matcher.isFinished)
    #expect(throws: TokenMatcher.Failure.self) { try matcher.commit(text: " ") }
    var mask = TokenMask(vocabulary)
    try matcher.fill(&mask)
    #expect(mask.tokens.isEmpty)
  }

  @Test(arguments: [
    ("trüe", "The text is not allowed from byte 2 on ('üe'). Use a text that the schema allows."),
    ("truex", "The text is not allowed from byte 4 on ('x'). Use a text that the schema allows."),
  ])
  func `K3: a forbidden text is an error that says from where on`(
    text: String, description: String
  ) throws {
    let vocabulary = try TestVocabulary.mixed(seed: 3)
    var matcher = TokenMatcher(try TokenGrammar(Bool.self, vocabulary: vocabulary))
    let error = #expect(throws: TokenMatcher.Failure.self) { try matcher.commit(text: text) }
    #expect(error?.code == .forbidden)
    #expect(error?.description == description)
    #expect(matcher.committedBytes.isEmpty)
  }

  @Test func `K3: a number that is all of the text is complete at the end`() throws {
    let grammar = try TokenGrammar(Int.self, vocabulary: TestVocabulary.mixed(seed: 3))
    var matcher = TokenMatcher(grammar)
    try matcher.commit(text: "12")
    #expect(!matcher.snapshot().isComplete)
    try matcher.commit(TestVocabulary.end)
    #expect(try matcher.snapshot().value(Int.self) == 12)
    try matcher.rollback(1)
    try matcher.commit(text: "3")
    try matcher.commit(TestVocabulary.end)
    #expect(try matcher.snapshot().value(Int.self) == 123)
  }

  @Test(arguments: 0..<tried(of: 30, oneIn: 20))
  func `K5: masks do not depend on what a cache has seen`(seed: Int) throws {
    let grammar = try Self.grammar(seed)
    let cache = MaskCache(grammar)
    for round in 0..<3 {
      var walk = RandomWalk(grammar, seed: UInt64(seed * 3 + round))
      var warm = TokenMatcher(grammar, cache: cache)
      var cold = TokenMask(grammar.vocabulary)
      var other = cold
      for _ in 0..<30 {
        try walk.matcher.fill(&cold)
        try warm.fill(&other)
        #expect(cold == other)
        let words = try warm.withMask { span in span.indices.map { span[$0] } }
        #expect(words == cold.words)
        guard let token = try walk.step() else { break }
        try warm.commit(token)
      }
    }
  }

  @Test func `K5: threads share a grammar`() async throws {
    let grammar = try Self.grammar(5)
    let texts = try await withThrowingTaskGroup(of: [UInt8].self) { group in
      for _ in 0..<8 {
        group.addTask {
          var walk = RandomWalk(grammar, seed: 9)
          try walk.matcher.setTokenBudget(2_000)
          while try walk.step() != nil {}
          return walk.matcher.committedBytes
        }
      }
      return try await group.reduce(into: Set<[UInt8]>()) { $0.insert($1) }
    }
    #expect(texts.count == 1)
  }

  @Test func `K3: masks are also written as words of 32 bits`() throws {
    let grammar = try Self.grammar(7)
    let matcher = TokenMatcher(grammar)
    var mask = TokenMask(grammar.vocabulary)
    try matcher.fill(&mask)
    let count = (grammar.vocabulary.count + 31) / 32
    let short = try unsafe withUnsafeTemporaryAllocation(of: UInt32.self, capacity: count) {
      buffer in
      try unsafe matcher.fill(buffer)
      return unsafe Array(buffer)
    }
    for (index, word) in short.enumerated() {
      #expect(word == UInt32(truncatingIfNeeded: mask.words[index / 2] >> UInt64(index % 2 * 32)))
    }
    let failure = unsafe withUnsafeTemporaryAllocation(of: UInt32.self, capacity: 1) { buffer in
      Result { try unsafe matcher.fill(buffer) }
    }
    #expect(throws: TokenMatcher.Failure.self) { try failure.get() }
  }

  @Test func `a sampler says why there is nothing to choose from`() throws {
    let vocabulary = try Vocabulary(
      tokens: [.special("</s>"), .bytes(Array("[tru".utf8))], endTokens: [0])
    let grammar = try TokenGrammar(
      jsonSchema: #"{"type":"array","items":{"const":true}}"#, vocabulary: vocabulary)
    var matcher = TokenMatcher(grammar)
    var mask = TokenMask(vocabulary)
    var sampler = TokenSampler(seed: 1)
    for (logits, problem) in [
      ([1], "No token of the mask has a logit"), ([1, 1], "The mask is empty"),
    ]
      as [([Float], String)]
    {
      try matcher.fill(&mask)
      let failure = #expect(throws: TokenMatcher.Failure.self) {
        try sampler.sample(logits, allowing: mask)
      }
      #expect(failure.map { "\($0)" }?.contains(problem) == true)
      if !mask.tokens.isEmpty { try matcher.commit(1) }
    }
  }

  @Test func `a sampler follows the mask`() throws {
    let grammar = try TokenGrammar(Bool.self, vocabulary: TestVocabulary.mixed(seed: 3))
    let logits = (0..<grammar.vocabulary.count).map { Float($0 % 7) }
    for temperature in [0, 0.5, 2] {
      var sampler = TokenSampler(temperature: temperature, topK: 5, topP: 0.9, seed: 4)
      var matcher = TokenMatcher(grammar)
      var mask = TokenMask(grammar.vocabulary)
      while !matcher.isFinished {
        try matcher.fill(&mask)
        try matcher.commit(sampler.sample(logits, allowing: mask))
      }
      #expect(["true", "false"].contains(String(decoding: matcher.committedBytes, as: UTF8.self)))
    }
  }
}
