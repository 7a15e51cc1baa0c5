import ConstrainedDecoding
import Testing

/// Masks of plans against all outputs, which are listed by definition.
struct PlanBruteForceTests {
  /// A plan, the same as a list of its outputs, and the fewest symbols that end any beginning.
  struct Case: Sendable {
    var name: String
    var part: PlanPart
    var reference: @Sendable () -> ReferencePlan
    var rest: Int
    var characters = "ax<é"
  }

  static let cases = [
    Case(
      name: "text until a marker, then choices",
      part: .sequence([.text(until: ["<x"]), .value(.choices(["a", "axx"]))]),
      reference: {
        .text(
          [(ReferencePlan.bytes("<x"), .texts(["a", "axx"]))], excluded: [], canEnd: false)
      }, rest: 3),
    Case(
      name: "text with calls, repeated",
      part: .text(branches: [
        .init(marker: "<a", part: .literal("xx")), .init(marker: "<<x", part: .literal("a")),
      ]),
      reference: {
        // Two calls are as many as fit.
        func text(_ depth: Int) -> ReferencePlan {
          let branches: [(marker: [Int], then: ReferencePlan)] =
            depth == 0
            ? []
            : [
              (ReferencePlan.bytes("<a"), .sequence([.literal("xx"), text(depth - 1)])),
              (ReferencePlan.bytes("<<x"), .sequence([.literal("a"), text(depth - 1)])),
            ]
          return .text(branches, excluded: [], canEnd: true)
        }
        return text(2)
      }, rest: 2),
    Case(
      name: "text until a special token, then a literal",
      part: .sequence([.text(until: ["[S]"], excluding: ["<x"]), .literal("<x")]),
      reference: {
        .text(
          [([ReferencePlan.token + 1], .literal("<x"))], excluded: ["<x"], canEnd: false)
      }, rest: 3),
    Case(
      name: "alternatives that begin alike",
      part: .one(of: [.literal("ax"), .text(until: ["x<"]), .literal("aé")]),
      reference: {
        .one([
          .literal("ax"),
          .text([(ReferencePlan.bytes("x<"), .literal(""))], excluded: [], canEnd: false),
          .literal("aé"),
        ])
      }, rest: 2),
    Case(
      name: "counted repetitions with a separator",
      part: .repeated(
        .value(.choices(["a", "ax"])), minimum: 1, maximum: 3, separator: .literal("x")),
      reference: { .many(.texts(["a", "ax"]), 1...3, separator: "x") }, rest: 1),
    Case(
      name: "unbounded repetitions, optional parts and markers",
      part: .sequence([
        .optional(.marker("[S]")), .repeated(.literal("<"), minimum: 2), .marker("éx"),
      ]),
      reference: {
        .sequence([
          .one([.special(1), .literal("")]), .many(.literal("<"), 2...8, separator: ""),
          .literal("éx"),
        ])
      }, rest: 5),
    Case(
      name: "free text without a marker",
      part: .text(excluding: ["<a", "x<"]),
      reference: { .text([], excluded: ["<a", "x<"], canEnd: true) }, rest: 0),
    Case(
      name: "JSON between texts",
      part: .sequence([
        .text(until: ["<"]), .value(.jsonSchema(#"{"enum": [1, 11]}"#)), .literal("1a"),
      ]),
      reference: {
        .text([(ReferencePlan.bytes("<"), .texts(["11a", "111a"]))], excluded: [], canEnd: false)
      }, rest: 4, characters: "a1<"),
  ]

  /// Bytes, tokens of two bytes, and tokens that straddle borders and characters.
  ///
  /// No token is a marker of the cases, which would narrow the marker to it.
  static func vocabulary(_ characters: String) throws -> Vocabulary {
    let bytes = Array(characters.utf8)
    var tokens: [Vocabulary.Token] = [.special("</s>"), .special("[S]"), .special("[T]")]
    tokens += bytes.map { .bytes([$0]) }
    for first in bytes { tokens += bytes.map { .bytes([first, $0]) } }
    let longer = ["a<x", "x<a", "xaa", "<axx", "é<a", "11a", "<11", "1aa", "a<1"]
    tokens += longer.filter { $0.allSatisfy(characters.contains) }.map { .bytes(Array($0.utf8)) }
    if characters.contains("é") {
      tokens += [.bytes([0xA9, 0x3C, 0x78]), .bytes([0x3C, 0xC3, 0xA9])]
    }
    return try Vocabulary(tokens: tokens + [.bytes([]), .unused], endTokens: [0])
  }

  @Test(arguments: cases.indices)
  func `K9: a mask holds a token if and only if an output goes on with it`(index: Int) throws {
    let testCase = Self.cases[index]
    let vocabulary = try Self.vocabulary(testCase.characters)
    let plan = try TokenPlan(testCase.part, vocabulary: vocabulary)
    let length = 8
    let outputs = testCase.reference().outputs(upTo: length, testCase.characters)
    try #require(outputs.count > 2)
    var prefixes: Set<[Int]> = []
    for output in outputs {
      for count in 0...output.count { prefixes.insert(Array(output.prefix(count))) }
    }
    let symbols = (0..<vocabulary.count).map { token in
      vocabulary.bytes(of: token).map { $0.map { Int($0) } }
        ?? (token > 0 && token < 3 ? [ReferencePlan.token + token] : [])
    }
    let cache = PlanCache(plan)
    var seen: Set<[Int]> = [[]]
    var pending: [(PlanMatcher, [Int])] = [(PlanMatcher(plan, cache: cache), [])]
    var mask = TokenMask(vocabulary)
    while let (matcher, text) = pending.popLast() {
      try matcher.fill(&mask)
      #expect(mask.contains(0) == outputs.contains(text), "\(testCase.name): end after \(text)")
      #expect(matcher.canEnd == outputs.contains(text))
      for token in 1..<vocabulary.count {
        let next = text + symbols[token]
        // A token may leave half a character open.
        guard next.count + testCase.rest + 1 <= length else { continue }
        let isExpected = !symbols[token].isEmpty && prefixes.contains(next)
        guard mask.contains(token) == isExpected else {
          Issue.record(
            """
            \(testCase.name): after \(text), \
            \(symbols[token]) is \(isExpected ? "missing" : "extra")
            """
          )
          return
        }
        var copy = matcher
        let isAccepted = (try? copy.commit(token)) != nil
        #expect(isAccepted == isExpected)
        if isAccepted, seen.insert(next).inserted { pending.append((copy, next)) }
      }
    }
    #expect(seen.count > 3)
  }
}
