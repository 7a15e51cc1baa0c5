import SchemaTestSupport
import Testing

@testable import ConstrainedDecoding

/// The memory of plans with many tools, in bytes and in entries of tables.
struct PlanSizeTests {
  /// The description of an open object; about 60 bytes.
  private static let schema = #"{"type":"object","properties":{"a":{"type":"string"}}}"#

  private static func plan(
    of count: Int, schema: (Int) -> String = { _ in schema }, severalCalls: Bool = true
  ) throws -> TokenPlan {
    let tools = try (0..<count).map { try PlanTool(name: "t\($0)", jsonSchema: schema($0)) }
    let part = try ToolCallFormat.hermes.output(
      tools: tools, choice: .required, allowsSeveralCalls: severalCalls)
    return try TokenPlan(part, vocabulary: TestVocabulary.bytes())
  }

  /// Writes a call of each of the first tools of ``plan(of:schema:severalCalls:)``, with a mask for
  /// each token.
  private static func call(_ count: Int, in plan: TokenPlan, _ cache: MaskCache) throws {
    var matcher = PlanMatcher(plan, cache: cache)
    var mask = TokenMask(plan.vocabulary)
    let calls = (0..<count).map {
      "<tool_call>\n{\"name\": \"t\($0)\", \"arguments\": {\"a\": \"x\"}}\n</tool_call>"
    }
    for byte in calls.joined(separator: "\n").utf8 {
      try matcher.fill(&mask)
      try matcher.commit(contentsOf: TestVocabulary.tokens([byte]))
    }
    try matcher.fill(&mask)
    #expect(matcher.canEnd)
    matcher.checkInvariants()
  }

  @Test func `H2: a plan has the tables of leaves once, and small tables for each tool`() throws {
    let added = try Self.plan(of: 40).memoryFootprint - Self.plan(of: 20).memoryFootprint
    #expect(added < 20 * 2_500, "20 tools take \(added) bytes")
    let (small, large) = (try Self.plan(of: 20).tables.layout, try Self.plan(of: 40).tables.layout)
    #expect(large.grammars.count - small.grammars.count == 20)
    // Each tool has its name.
    #expect(large.literals.count - small.literals.count == 20)
  }

  @Test(arguments: [true, false])
  func `H2: a call that can be repeated has its places once`(severalCalls: Bool) throws {
    let once = try Self.plan(of: 20, severalCalls: severalCalls).tables.layout
    #expect(once.values.count == 20 && once.grammars.count == 20)
    let three = try TokenPlan(
      .repeated(.value(.choices(["a", "b"])), minimum: 3, separator: .literal(",")),
      vocabulary: TestVocabulary.bytes())
    #expect(three.tables.layout.values.count == 3)
  }

  @Test func `H2: a cache has memory for the values that outputs reach`() throws {
    let (small, large) = (try Self.plan(of: 20), try Self.plan(of: 40))
    let (cache, other) = (MaskCache(small), MaskCache(large))
    let added = other.memoryFootprint - cache.memoryFootprint
    #expect(added >= 0 && added < 20 * 200, "20 tools take \(added) bytes in a new cache")
    try Self.call(2, in: small, cache)
    try Self.call(2, in: large, other)
    let after = other.memoryFootprint - cache.memoryFootprint
    #expect(after < 20 * 1_000, "20 tools that are not called take \(after) bytes")
    let empty = MaskCache(large).memoryFootprint
    try Self.call(40, in: large, other)
    let called = (other.memoryFootprint - empty) / 40
    #expect(called > 0 && called < 12_000, "each called tool takes \(called) bytes")
    other.workspace().checkInvariants()
  }

  @Test func `H2: equal grammars of one tool are compiled once, those of two tools twice`() throws {
    let graph = try PlanTool(name: "a", jsonSchema: Self.schema).parameters
    let value = PlanPart.value(.schema(graph))
    let shared = try TokenPlan(.sequence([value, value]), vocabulary: TestVocabulary.bytes())
    #expect(shared.tables.layout.grammars.count == 1 && shared.tables.layout.values.count == 2)
    let grammar = try TokenGrammar(graph, vocabulary: shared.vocabulary)
    let given = PlanPart.value(.grammar(grammar))
    let plan = try TokenPlan(.sequence([given, given]), vocabulary: shared.vocabulary)
    #expect(plan.tables.layout.grammars.count == 1)
    #expect(plan.unenforced == grammar.unenforced)
  }

  @Test func `H2: a bound of many digits takes memory in proportion to its digits`() throws {
    func footprint(_ digits: Int) throws -> Int {
      try TokenGrammar(
        jsonSchema: #"{"type":"number","minimum":1\#(String(repeating: "0", count: digits))}"#,
        vocabulary: TestVocabulary.bytes()
      ).memoryFootprint
    }
    let (small, middle, large) = (try footprint(100), try footprint(200), try footprint(300))
    #expect(middle > small && middle - small < 100 * 400, "100 digits take \(middle - small) bytes")
    // The table has no room that it does not use.
    #expect(large - middle == middle - small)
  }

  @Test func `K9: repetitions with separators are counted from their minimum on`() throws {
    for minimum in 0...4 {
      for hasSeparator in [false, true] {
        let plan = try TokenPlan(
          .repeated(
            .literal("x"), minimum: minimum, separator: hasSeparator ? .literal(",") : nil),
          vocabulary: TestVocabulary.bytes())
        var matcher = PlanMatcher(plan)
        for count in 0..<8 {
          #expect(matcher.canEnd == (count >= minimum), "\(count) of \(minimum)")
          let next = hasSeparator && count > 0 ? ",x" : "x"
          if hasSeparator, count == 0 {
            #expect(throws: TokenMatcher.Failure.self) { try matcher.commit(text: ",") }
          }
          try matcher.commit(text: next)
        }
      }
    }
  }
}
