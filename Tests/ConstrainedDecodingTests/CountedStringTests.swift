import ConstrainedDecoding
import SchemaConformances
import SchemaContent
import SchemaEncoding
import SchemaTestSupport
import Testing

/// Strings whose characters are counted beside the automaton of their pattern or format.
struct CountedStringTests {
  /// A string's document.
  private static func document(
    pattern: String, minimum: Int, maximum: Int
  ) -> String {
    GeneratedContent(properties: [
      "type": "string", "pattern": pattern, "minLength": minimum, "maxLength": maximum,
    ]).jsonString
  }

  /// All texts of up to five of some scalars.
  private static let texts: [[Unicode.Scalar]] = {
    var all: [[Unicode.Scalar]] = [[]]
    var last = all
    for _ in 0..<5 {
      last = last.flatMap { text in "ab".unicodeScalars.map { text + [$0] } }
      all += last
    }
    return all
  }()

  @Test(arguments: 0..<tried(of: 300, oneIn: 20))
  func `K1, K7: a text is possible if and only if it matches within the bounds`(
    seed: Int
  ) throws {
    var random = SplitMix64(seed: UInt64(seed))
    let pattern = RandomPattern.make(&random)
    let minimum = random.below(4)
    let maximum = minimum + random.below(6 - minimum)
    // What matches one of these does not match 'a' or 'b', which are all that is tokens.
    let others = ["\"", "é", "😀", "[^ab]", "\\W", "\\d"]
    guard !others.contains(where: { pattern.source.contains($0) }) else { return }
    let vocabulary = try TestVocabulary.exhaustive("ab\"")
    let texts = Self.texts.filter { (minimum...maximum).contains($0.count) && pattern.matches($0) }
    let document = Self.document(pattern: pattern.source, minimum: minimum, maximum: maximum)
    let grammar: TokenGrammar
    do {
      grammar = try TokenGrammar(jsonSchema: document, vocabulary: vocabulary)
    } catch let error as SchemaError {
      #expect(texts.isEmpty, "\(pattern.source), seed \(seed): \(error)")
      return
    }
    try EnumerableLanguageTests.check(
      grammar, texts.map { "\"\(String(String.UnicodeScalarView($0)))\"" })
  }

  static let documents = [
    #"{"type":"string","pattern":"^.{1,70}$"}"#,
    #"{"type":"string","pattern":"^[^/]+$","maxLength":40}"#,
    #"{"type":"string","pattern":"^[a-z0-9é]{24}$"}"#,
    #"{"type":"string","pattern":"^a[a-z0-9\"]{20,30}b?$","minLength":9,"maxLength":25}"#,
    #"{"type":"string","format":"email","maxLength":17}"#,
    #"{"type":"string","format":"uri-reference","minLength":14,"maxLength":19}"#,
    #"{"type":"string","pattern":"^(?:aa|bbb)*$","minLength":7,"maxLength":13}"#,
    #"{"type":"string","pattern":"^(?:[a-z]{3}é)*$","minLength":26}"#,
    #"{"type":"string","pattern":"^a*b{3}c*$","minLength":9,"maxLength":9}"#,
    #"{"type":"array","items":{"pattern":"^\\S+$","type":"string","maxLength":5}}"#,
    #"{"anyOf":[{"type":"string","pattern":"^a.{19}$"},{"type":"string","maxLength":3}]}"#,
  ]

  @Test(arguments: documents)
  func `K1, K7: a mask holds a token if and only if its bytes can be read`(
    document: String
  ) throws {
    let grammar = try TokenGrammar(
      jsonSchema: document, vocabulary: TestVocabulary.mixed(seed: 8))
    for seed in 0..<tried(of: 12, oneIn: 12) {
      var walk = RandomWalk(grammar, seed: UInt64(seed))
      var steps = 0
      repeat {
        try walk.compareWithSteps()
        steps += 1
      } while try steps < 60 && walk.step() != nil
    }
  }

  @Test(arguments: documents)
  func `K4, K7: a budget ends a counted string within it`(document: String) throws {
    let grammar = try TokenGrammar(
      jsonSchema: document, vocabulary: TestVocabulary.mixed(seed: 9))
    for seed in 0..<tried(of: 12, oneIn: 12) {
      var walk = RandomWalk(grammar, seed: UInt64(seed))
      for _ in 0..<(seed * 2) { if try walk.step() == nil { break } }
      var budget = walk.matcher.tokenCount
      guard !walk.matcher.isFinished else { continue }
      while (try? walk.matcher.setTokenBudget(budget)) == nil { budget += 1 }
      repeat {
        try walk.compareWithSteps()
      } while try walk.step() != nil
      #expect(walk.matcher.tokenCount <= budget, "seed \(seed)")
    }
  }

  @Test(
    arguments: [
      ("email", 128), ("uri", 2_083), ("hostname", 255), ("uri-reference", 100), ("uri", 65_535),
      ("date-time", 64), ("email", 12),
    ])
  func `K7: a schema with a length and a format is accepted`(
    format: String, length: Int
  ) throws {
    let grammar = try TokenGrammar(
      jsonSchema: #"{"type":"string","format":"\#(format)","maxLength":\#(length)}"#,
      vocabulary: TestVocabulary.bytes())
    #expect(grammar.unenforced.isEmpty)
    let free = try TokenGrammar(
      jsonSchema: #"{"type":"string","format":"\#(format)"}"#, vocabulary: TestVocabulary.bytes())
    #expect(grammar.memoryFootprint < 2 * free.memoryFootprint + 1 << 20)
  }

  @Test func `K7: an address within its length is allowed, and one that is longer is not`() throws {
    let grammar = try TokenGrammar(
      jsonSchema: #"{"type":"string","format":"email","maxLength":20}"#,
      vocabulary: TestVocabulary.bytes())
    let cache = MaskCache(grammar)
    #expect(grammar.accepts(#""ada.love@example.org""#.utf8, cache: cache))
    #expect(!grammar.accepts(#""ada.lovel@example.org""#.utf8, cache: cache))
    // The refusal comes where no address could be completed any more, and not at the end.
    let start = TestVocabulary.tokens(#""aaaaaaaaaaaaaaaaaaa"#.utf8)
    var matcher = TokenMatcher(grammar, cache: cache)
    let failure = #expect(throws: TokenMatcher.Failure.self) {
      try matcher.commit(contentsOf: start)
    }
    #expect(failure?.code == .forbidden)
    #expect(TokenMatcher(grammar, cache: cache).validatedCount(of: start) == 19)
  }

  @Test func `K7: bounds within which no text is are an error with their place`() throws {
    let document =
      #"{"type":"object","properties":{"a":{"type":"string","pattern":"^x{30}$","#
      + #""maxLength":29}},"required":["a"]}"#
    let error = #expect(throws: SchemaError.self) {
      try TokenGrammar(jsonSchema: document, vocabulary: TestVocabulary.bytes())
    }
    guard case .contradictoryGuides(_, let context) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(context.path.description.contains("a"))
  }

  @Test func `K7: all counts far from both ends have one mask`() throws {
    let grammar = try TokenGrammar(
      jsonSchema: #"{"type":"string","pattern":"^[a-z ]{1,100000}$"}"#,
      vocabulary: TestVocabulary.mixed(seed: 1))
    let cache = MaskCache(grammar)
    var matcher = TokenMatcher(grammar, cache: cache)
    var mask = TokenMask(grammar.vocabulary)
    try matcher.commit(text: "\"abc")
    try matcher.fill(&mask)
    let first = mask
    let memory = cache.memoryFootprint
    for _ in 0..<2_000 {
      try matcher.commit(text: "x")
      try matcher.fill(&mask)
      try #require(mask == first)
    }
    #expect(cache.memoryFootprint == memory)
  }
}
