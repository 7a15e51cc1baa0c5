import SchemaConformances
import SchemaContent
import SchemaEncoding
import SchemaFormats
import SchemaTestSupport
import Testing

@testable import ConstrainedDecoding

/// A grammar, and the plans that have its texts as their outputs.
struct OneMatcherTests {
  /// The forms of one grammar: itself, a plan with one value, and a plan whose value has a limit
  /// that it never reaches, so that it is not read by the machine of the grammar alone.
  private static func matchers(_ grammar: TokenGrammar) throws -> [TokenMatcher] {
    try [
      TokenMatcher(grammar),
      TokenMatcher(TokenPlan(.value(.grammar(grammar)), vocabulary: grammar.vocabulary)),
      TokenMatcher(
        TokenPlan(.value(.grammar(grammar), limit: 1 << 30), vocabulary: grammar.vocabulary)),
    ]
  }

  private static func grammar(_ seed: Int) throws -> TokenGrammar {
    try TokenGrammar(
      SchemaGraph(try RandomSchema(seed: UInt64(seed)).schema),
      vocabulary: TestVocabulary.mixed(seed: 3))
  }

  private static func mask(_ matcher: TokenMatcher) throws -> TokenMask {
    var mask = TokenMask(matcher.plan.vocabulary)
    try matcher.fill(&mask)
    return mask
  }

  @Test(arguments: 0..<tried(of: 60, oneIn: 20), [nil, 12])
  func `K10: a grammar and its plans are followed alike`(seed: Int, slack: Int?) throws {
    let grammar = try Self.grammar(seed)
    var matchers = try Self.matchers(grammar)
    #expect(matchers.map { $0.plan.tables.onlyValue != nil } == [true, true, false])
    if let slack {
      let budget = matchers[1].plan.minimumTokenCount + slack
      for index in matchers.indices { try matchers[index].setTokenBudget(budget) }
    }
    var random = SplitMix64(seed: UInt64(seed))
    for _ in 0..<40 where !matchers[0].isFinished {
      let masks = try matchers.map { try Self.mask($0) }
      try #require(masks[1] == masks[0] && masks[2] == masks[0], "after \(matchers[0].text)")
      let token = random.pick(masks[0].tokens)
      for index in matchers.indices {
        var wrong = matchers[index]
        for other in [-1, grammar.vocabulary.count, masks[0].contains(1) ? 0 : 1]
        where !masks[0].contains(other) {
          #expect(throws: TokenMatcher.Failure.self) { try wrong.commit(other) }
        }
        #expect(wrong.committedBytes == matchers[index].committedBytes)
        try matchers[index].commit(token)
        matchers[index].checkInvariants()
      }
      let states = matchers.map { State($0) }
      #expect(states[1] == states[0] && states[2] == states[0], "after \(matchers[0].text)")
    }
    let back = matchers[0].tokenCount / 2 + (matchers[0].isFinished ? 1 : 0)
    let events = matchers.indices.map { index in
      var events = matchers[index].takeEvents()
      try? matchers[index].rollback(back)
      events += matchers[index].takeEvents()
      return events
    }
    #expect(events[1] == events[0] && events[2] == events[0])
    let states = matchers.map { State($0) }
    #expect(states[1] == states[0] && states[2] == states[0])
  }

  /// What a matcher says about its text.
  private struct State: Equatable {
    var bytes: [UInt8]
    var counts: [Int]
    var flags: [Bool]
    var forced: String
    var forcedTokens: [Int]
    var content: String

    init(_ matcher: TokenMatcher) {
      var copy = matcher
      bytes = matcher.committedBytes
      counts = [matcher.tokenCount]
      flags = [matcher.canEnd, matcher.isComplete, matcher.isFinished]
      forced = matcher.forcedText
      forcedTokens = matcher.forcedTokens
      content = copy.snapshot().jsonString
    }
  }

  @Test func `K10: a grammar without an end is one whose mask can be empty`() throws {
    let vocabulary = try Vocabulary(
      tokens: [.special("</s>"), .bytes(Array("[tru".utf8))], endTokens: [0])
    let grammar = try TokenGrammar(
      jsonSchema: #"{"type":"array","items":{"const":true}}"#, vocabulary: vocabulary)
    var matcher = TokenMatcher(grammar)
    #expect(try Self.mask(matcher).tokens == [1])
    let error = #expect(throws: TokenMatcher.Failure.self) { try matcher.setTokenBudget(100) }
    #expect(error?.code == .budgetTooSmall && error?.neededTokenCount == nil)
    try matcher.commit(1)
    #expect(try Self.mask(matcher).tokens.isEmpty)
    // A plan in which it is a part would never end.
    let fault = #expect(throws: PlanError.self) {
      try TokenPlan(.value(.grammar(grammar)), vocabulary: vocabulary)
    }
    #expect(fault?.code == .impossible)
  }

  @Test func `K10: only a matcher of one value has a grammar`() throws {
    let vocabulary = try TestVocabulary.bytes()
    let value = PlanPart.value(.choices(["b", "c"]))
    let others: [PlanPart] = [
      .sequence([.literal("a"), value]), .value(.choices(["b"]), limit: 9),
    ]
    for part in others {
      #expect(TokenMatcher(try TokenPlan(part, vocabulary: vocabulary)).grammar == nil)
    }
    let matcher = TokenMatcher(try TokenPlan(value, vocabulary: vocabulary))
    let grammar = try #require(matcher.grammar)
    #expect(try Self.mask(TokenMatcher(grammar)) == Self.mask(matcher))
    // The grammar is a value of other plans.
    let plan = try TokenPlan(
      .sequence([.literal("a"), .value(.grammar(grammar))]), vocabulary: vocabulary)
    var longer = TokenMatcher(plan)
    try longer.commit(text: "a")
    #expect(try Self.mask(longer) == Self.mask(matcher))
  }

  @Test func `the work for a mask is counted`() throws {
    let grammar = try TokenGrammar(
      jsonSchema: #"{"anyOf":[{"type":"string"},{"enum":["ab",1]}]}"#,
      vocabulary: TestVocabulary.mixed(seed: 3))
    for form in 0..<3 {
      var matcher = try Self.matchers(grammar)[form]
      _ = try Self.mask(matcher)
      let first = matcher.maskStatistics
      #expect(first.readings == 1 && first.newMasks == 1 && first.foundMasks == 0)
      #expect(first.walkedBytes > 0)
      try matcher.commit(text: "\"a")
      _ = try Self.mask(matcher)
      let second = matcher.maskStatistics
      #expect(second.readings == 2 && second.newMasks == 2 && second.foundMasks == 0)
      #expect(second.preparedSets >= 1)
      _ = try Self.mask(matcher)
      #expect(matcher.maskStatistics == MaskStatistics(readings: 2, foundMasks: 2))
    }
  }

  @Test func `K5: a value that grammars share is made once, and without a lock`() throws {
    let shared = SharedValues()
    var made: [String] = []
    func value(_ text: String) -> String {
      made.append(text)
      return text
    }
    for _ in 0..<2 {
      let outer = shared.value(of: "a") {
        // A lock that is held here would be waited for forever.
        let inner = shared.value(of: "b") { value("inner") }
        return value(inner + " and outer")
      }
      #expect(outer == "inner and outer")
    }
    #expect(made == ["inner", "inner and outer"])
  }

  @Test func `K5: vocabularies do not share what they keep`() throws {
    let vocabulary = try TestVocabulary.bytes()
    let key = LeafKey.format(.date)
    struct Unexpected: Error {}
    func isKnown(_ vocabulary: Vocabulary) -> Bool {
      let leaf = Result<CompiledLeaf, Unexpected> { () throws(Unexpected) in
        try vocabulary.tables.sharedValues.value(of: key) { () throws(Unexpected) in
          throw Unexpected()
        }
      }
      return (try? leaf.get()) != nil
    }
    #expect(!isKnown(vocabulary))
    _ = try TokenGrammar(
      jsonSchema: #"{"type":"string","format":"date"}"#, vocabulary: vocabulary)
    #expect(isKnown(vocabulary))
    #expect(try !isKnown(TestVocabulary.bytes()))
  }
}

extension TokenMatcher {
  fileprivate var text: String { String(decoding: committedBytes, as: UTF8.self) }
}
