import SchemaTestSupport
import Testing

@testable import SchemaPatterns

extension PatternSet {
  /// Prepares patterns with a budget of their own.
  init(_ patterns: [SchemaPattern]) {
    var budget = PatternBudget(documentSize: patterns.count)
    self.init(patterns, within: &budget)
  }
}

struct PatternSetTests {
  private static let seed: UInt64 = 23_112_026

  @Test(arguments: [false, true])
  func `V5: a set of patterns matches like each pattern alone`(lookaheads: Bool) throws {
    var generator = SplitMix64(seed: Self.seed)
    let texts = PatternTree.texts(upTo: 3)
    var matches = 0
    for _ in 0..<tried(of: 200) {
      let trees = (0..<1 + generator.below(12)).map { _ in
        PatternTree.random(depth: 2, lookaheads: lookaheads, using: &generator)
      }
      var set = PatternSet(try trees.map { try SchemaPattern(ecma: $0.source) })
      for _ in 0..<20 {
        let text = generator.pick(texts)
        let expected = trees.indices.filter { trees[$0].matches(text) }
        let found = set.matches(text)
        #expect(
          found.map(\.index) == expected, "\(trees.map(\.source)) on '\(text)', seed \(Self.seed)")
        #expect(found.allSatisfy { $0.isCertain })
        matches += expected.count
      }
    }
    #expect(matches > tried(of: 2_000))
  }

  @Test func `V5: a prepared set matches like a set that is not prepared`() throws {
    var generator = SplitMix64(seed: Self.seed + 1)
    let texts = PatternTree.texts(upTo: 3)
    for _ in 0..<tried(of: 40) {
      let patterns = try (0..<9).map { _ in
        try SchemaPattern(
          ecma: PatternTree.random(depth: 2, lookaheads: true, using: &generator).source)
      }
      var (set, prepared) = (PatternSet(patterns), PatternSet(patterns))
      var budget = PatternBudget(documentSize: 1)
      prepared.prepare(within: &budget)
      for text in texts {
        #expect(prepared.matches(text) == set.matches(text), "on '\(text)', seed \(Self.seed + 1)")
      }
    }
  }

  @Test func `patterns that cannot be run may match every text`() throws {
    var set = PatternSet(
      try ["(?<=a)b", "^b$", "(?:x{1000}){1000}", "^(?!b)"].map { try SchemaPattern(ecma: $0) })
    let found = set.matches("b")
    #expect(
      found == [
        PatternSet.Match(index: 0, isCertain: false), PatternSet.Match(index: 1, isCertain: true),
        PatternSet.Match(index: 2, isCertain: false),
      ])
    var empty = PatternSet([])
    let none = empty.matches("b")
    #expect(none.isEmpty)
  }

  @Test func `patterns that all need backtracking are matched without an automaton`() throws {
    var set = PatternSet(try ["^a(?=b)", #"(a)\1"#].map { try SchemaPattern(ecma: $0) })
    #expect(set.matches("ab").map(\.index) == [0])
    #expect(set.matches("aab").map(\.index) == [1])
    #expect(set.matches("").isEmpty)
  }

  @Test(.withOptimizer) func `patterns that are too large for one automaton become several`() throws
  {
    let large = try ["a", "b", "c"].map { try SchemaPattern(ecma: "^\($0){60000}$") }
    var set = PatternSet(large + [try SchemaPattern(ecma: "^c+$")])
    let found = set.matches(String(repeating: "c", count: 60_000))
    #expect(found.map(\.index) == [2, 3])
  }

  @Test func `H2: a table that is too small is emptied, and no match is lost`() throws {
    // A state tells which of the last scalars were an 'a', so that none comes twice.
    var generator = SplitMix64(seed: Self.seed)
    let text = String((0..<tried(of: 8_000)).map { _ in generator.oneIn(2) ? "a" : "b" })
    var set = PatternSet(try ["a[ab]{200}c", "^a|^b", "c$"].map { try SchemaPattern(ecma: $0) })
    let without = set.matches(text)
    #expect(without.map(\.index) == [1])
    let with = set.matches(text + "a" + String(repeating: "b", count: 200) + "c")
    #expect(with.map(\.index) == [0, 1, 2])
  }

  @Test func `patterns in two normal forms are two patterns`() throws {
    let composed = try SchemaPattern(ecma: "^\u{E9}$")
    let decomposed = try SchemaPattern(ecma: "^e\u{301}$")
    #expect(composed != decomposed)
    #expect(Set([composed, decomposed, composed]).count == 2)
  }
}
