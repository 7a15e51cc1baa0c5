import SchemaPatterns
import SchemaTestSupport
import Testing

@testable import ConstrainedDecoding

/// Sets of many items, and texts that can be read in many ways.
struct ItemSetTests {
  /// An item that is one of a few kinds, so that items repeat.
  private struct Number: SetItem, Hashable {
    var kind: Int
    var history: Int

    func goesOn(like other: Number) -> Bool { kind == other.kind }

    // Hashes collide, as they may.
    var continuationHash: Int { kind / 3 }
  }

  @Test(arguments: [10, 31, 32, 33, 700, 1_024])
  func `K9: a set keeps the first of the items with the same continuations`(kinds: Int) {
    var random = SplitMix64(seed: 7)
    let sets = ItemSets<Number>(capacity: 1)
    // Sets of earlier texts leave nothing behind.
    for _ in 0..<3 {
      let bottom = sets.count
      let outer = sets.beginSet()
      var expected: [Number] = []
      var met: Set<Int> = []
      for history in 0..<(4 * kinds) {
        let item = Number(kind: random.below(kinds), history: history)
        if met.insert(item.kind).inserted { expected.append(item) }
        sets.emit(item)
        if history == 2 * kinds {
          // A set within the set has items of its own.
          let inner = sets.count
          let resumed = sets.beginSet()
          for kind in 0..<40 { sets.emit(Number(kind: kind, history: 0)) }
          #expect(sets.count == inner + 40)
          sets.removeAll(from: inner)
          sets.endSet(resumed)
        }
      }
      sets.endSet(outer)
      #expect(sets.suffix(from: bottom) == expected)
      sets.removeAll(from: bottom)
    }
    #expect(!sets.hasOverflowed)
  }

  @Test func `K6: a set of more items than the limit lacks some, and says so`() {
    let sets = ItemSets<Number>(capacity: 1)
    let outer = sets.beginSet()
    for kind in 0..<2_000 { sets.emit(Number(kind: kind % 1_100, history: kind)) }
    sets.endSet(outer)
    #expect(sets.count == ItemSets<Number>.limit)
    #expect(sets.takeOverflow())
    #expect(!sets.hasOverflowed)
  }

  // MARK: Plans

  @Test func `K9: many optional parts that begin alike are each read once for a byte`() throws {
    let count = 120
    let part = PlanPart.optional(.value(.pattern(try SchemaPattern(ecma: "^[a-c]$")), role: nil))
    let vocabulary = try PlanMatcherTests.vocabulary()
    let plan = try TokenPlan(
      .sequence(Array(repeating: part, count: count)), vocabulary: vocabulary)
    var matcher = PlanMatcher(plan)
    let end = try PlanMatcherTests.token("</s>", vocabulary)
    let letters = try ["a", "b", "c"].map { try PlanMatcherTests.token($0, vocabulary) }
    for length in 0..<count {
      // One item for each part that may still come, and one for the end.
      #expect(matcher.history.items.count == count - length + 1)
      let tokens = Set(try PlanMatcherTests.mask(matcher).tokens)
      #expect(tokens == Set(letters + [end]), "after \(length) letters")
      try matcher.commit(text: "b")
    }
    #expect(try PlanMatcherTests.mask(matcher).tokens == [end])
    #expect { try matcher.commit(text: "a") } throws: {
      ($0 as? TokenMatcher.Failure)?.code == .forbidden
    }
    #expect(matcher.committedBytes.count == count && matcher.isComplete)
    matcher.checkInvariants()
  }

  @Test func `K9: parts with the same pattern or schema share a grammar`() throws {
    func grammars(_ values: [PlanPart.Value]) throws -> Int {
      let plan = try TokenPlan(
        .sequence(values.map { .value($0, role: nil) }), vocabulary: PlanMatcherTests.vocabulary())
      return plan.tables.layout.grammars.count
    }
    let pattern = try SchemaPattern(ecma: "^[a-c]$")
    #expect(try grammars([.pattern(pattern), .pattern(pattern)]) == 1)
    let open = #"{"type":"object","properties":{"a":{"type":"integer"}}}"#
    #expect(try grammars([.jsonSchema(open), .jsonSchema(open)]) == 1)
    // The two forms of a character are different bytes.
    #expect(
      try grammars([
        .pattern(SchemaPattern(ecma: "^\u{E9}$")), .pattern(SchemaPattern(ecma: "^e\u{301}$")),
      ]) == 2)
    #expect(
      try grammars([.jsonSchema("{\"const\":\"\u{E9}\"}"), .jsonSchema("{\"const\":\"e\u{301}\"}")])
        == 2)
  }

  // MARK: History

  /// Objects that begin alike, in an array.
  private static func objects(_ count: Int) throws -> TokenGrammar {
    let choices = (0..<count).map { #"{"const":{"kind":"k\#($0)","list":[\#($0)]}}"# }
    return try TokenGrammar(
      jsonSchema: #"{"type":"array","items":{"anyOf":[\#(choices.joined(separator: ","))]}}"#,
      vocabulary: TestVocabulary.mixed(seed: 5))
  }

  @Test func `K3, H2: equal sets of many items are stored once, also after rollbacks`() throws {
    let grammar = try Self.objects(60)
    var matcher = TokenMatcher(grammar)
    func commit(_ text: String) throws {
      for byte in text.utf8 { try matcher.commit(Int(byte) + 1) }
    }
    try commit(#"[{"kind":"k0","list":[0]},{"kind":""#)
    let first = matcher.history.items
    #expect(first.count == 60)
    try commit(#"k1","list":[1]},{"kind":""#)
    #expect(matcher.history.items.indices == first.indices)
    #expect(matcher.history.items.elementsEqual(first) { $0.goesOn(like: $1) })
    let second = matcher.tokenCount
    try commit(#"k59","list":[59]},{"kind":""#)
    #expect(matcher.history.items.indices == first.indices)
    matcher.checkInvariants()
    // A copy goes its own way.
    var copy = matcher
    try matcher.rollback(matcher.tokenCount - second + 3)
    matcher.checkInvariants()
    #expect(
      matcher.committedBytes
        == Array(#"[{"kind":"k0","list":[0]},{"kind":"k1","list":[1]},{"kind"#.utf8))
    try commit(#"":"k7","list":[7]},{"kind":"k"#)
    // Everything is as in a matcher that has read the text at once.
    var fresh = TokenMatcher(grammar)
    try fresh.commit(text: String(decoding: matcher.committedBytes, as: UTF8.self))
    var (mask, expected) = (TokenMask(grammar.vocabulary), TokenMask(grammar.vocabulary))
    try matcher.fill(&mask)
    try fresh.fill(&expected)
    #expect(mask == expected && !mask.tokens.isEmpty)
    // All sets may be removed, and others take their places.
    try matcher.rollback(matcher.tokenCount)
    try matcher.commit(text: #"[{"kind":"k2","list":[2]},{"kind":"k2"#)
    matcher.checkInvariants()
    // The place of a set that was removed is forgotten; the invariants check it.
    for name in ["", "k", ""] {
      let before = matcher.tokenCount
      try matcher.commit(text: #"","list":[2]},{"kind":"\#(name)"#)
      #expect(matcher.history.items.count == 60)
      matcher.checkInvariants()
      try matcher.rollback(matcher.tokenCount - before)
      matcher.checkInvariants()
    }
    try copy.commit(text: #"k3","list":[3]}]"#)
    #expect(copy.isComplete && matcher.history.items.count < 60)
    copy.checkInvariants()
  }
}
