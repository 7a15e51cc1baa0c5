import SchemaTestSupport
import Testing

@testable import ConstrainedDecoding

/// Markers, limits, events and what is taken back.
struct PlanMatcherTests {
  /// All bytes, two special tokens, and some words; `<t>` is a token with text.
  static func vocabulary() throws -> Vocabulary {
    var tokens: [Vocabulary.Token] = [.special("</s>"), .special("[CALL]"), .special("<|call|>")]
    tokens += (0...255 as ClosedRange<UInt8>).map { .bytes([$0]) }
    tokens += ["<t>", "</t>", ">{\"", "}\n</t>", "yes", "ye", "hello ", "<", "/t"].map {
      .bytes(Array($0.utf8))
    }
    return try Vocabulary(tokens: tokens, endTokens: [0])
  }

  static func token(_ text: String, _ vocabulary: Vocabulary) throws -> Int {
    if let special = vocabulary.specialTokens[text] { return special }
    return try #require(
      (0..<vocabulary.count).first { vocabulary.bytes(of: $0) == Array(text.utf8) })
  }

  static func mask(_ matcher: PlanMatcher) throws -> TokenMask {
    var mask = TokenMask(matcher.plan.vocabulary)
    try matcher.fill(&mask)
    return mask
  }

  @Test func `K9: a marker that has to follow is its one token, and not its spelling`() throws {
    let vocabulary = try Self.vocabulary()
    let plan = try TokenPlan(
      .sequence([.marker("<t>"), .literal("yes"), .marker("[CALL]")]), vocabulary: vocabulary)
    var matcher = PlanMatcher(plan)
    #expect(try Self.mask(matcher).tokens == [Self.token("<t>", vocabulary)])
    #expect(matcher.forcedToken == (try Self.token("<t>", vocabulary)))
    let less = try Self.token("<", vocabulary)
    #expect { try matcher.commit(less) } throws: {
      ($0 as? TokenMatcher.Failure)?.code == .forbidden
    }
    #expect(matcher.committedBytes.isEmpty && matcher.tokenCount == 0)
    try matcher.commit(Self.token("<t>", vocabulary))
    #expect(matcher.committedBytes == Array("<t>".utf8))
    #expect(matcher.forcedText == "yes")
    try matcher.commit(text: "yes")
    #expect(try Self.mask(matcher).tokens == [1])
    try matcher.commit(1)
    // A special token has no text.
    #expect(matcher.committedBytes == Array("<t>yes".utf8) && matcher.isComplete)
    try matcher.commit(0)
    #expect(matcher.isFinished && matcher.endToken == 0 && matcher.tokenCount == 3)
    #expect { try matcher.commit(0) } throws: { ($0 as? TokenMatcher.Failure)?.code == .finished }
  }

  @Test func `K9: in text, a marker with text is read in any tokens`() throws {
    let vocabulary = try Self.vocabulary()
    let plan = try TokenPlan(
      .sequence([.text(until: ["</t>"], role: .reasoning), .value(.choices(["yes"]))]),
      vocabulary: vocabulary)
    for spelling in [["</t>"], ["<", "/t", ">"], ["<", "/", "t", ">"]] {
      var matcher = PlanMatcher(plan)
      try matcher.commit(Self.token("hello ", vocabulary))
      #expect(matcher.takeEvents() == [.reasoning("hello ")])
      for part in spelling {
        // What can be the beginning of the marker is held back.
        #expect(matcher.takeEvents() == [])
        try matcher.commit(Self.token(part, vocabulary))
      }
      try matcher.commit(Self.token("ye", vocabulary))
      #expect(matcher.takeEvents() == [.value("ye")])
      try matcher.commit(Self.token("s", vocabulary))
      try matcher.commit(0)
      #expect(matcher.takeEvents() == [.value("s"), .ended(token: 0)])
    }
  }

  @Test func `K9: a text that spells the name of a special marker is text`() throws {
    let vocabulary = try Self.vocabulary()
    let plan = try TokenPlan(
      .text(branches: [
        .init(
          marker: "[CALL]", part: .value(.choices(["yes"]), role: .arguments).role(.call(name: "f"))
        )
      ]), vocabulary: vocabulary)
    var matcher = PlanMatcher(plan)
    try matcher.commit(text: "see [CALL] é")
    #expect(matcher.canEnd)
    try matcher.commit(1)
    #expect(!matcher.canEnd)
    try matcher.commit(text: "yes")
    #expect(
      matcher.takeEvents() == [
        .text("see [CALL] é"), .callBegan(name: "f"), .arguments("yes"), .callEnded,
      ])
  }

  @Test(arguments: [0, 1, 2, 5])
  func `K9: thinking ends within its limit, and the answer is complete`(limit: Int) throws {
    let vocabulary = try Self.vocabulary()
    let plan = try TokenPlan(
      .sequence([.text(until: ["</t>"], role: .reasoning, limit: limit), .literal("yes")]),
      vocabulary: vocabulary)
    // Thinking that goes on as long as it may, also with the beginning of the marker at its end.
    for last in ["hello ", "<"] {
      var matcher = PlanMatcher(plan)
      for index in 0..<limit {
        try matcher.commit(
          Self.token(index == limit - 1 ? last : "hello ", vocabulary))
      }
      // The marker's token is shorter than what is left of its spelling.
      #expect(try Self.mask(matcher).tokens == [Self.token("</t>", vocabulary)])
    }
    var matcher = PlanMatcher(plan)
    guard limit > 0 else { return }
    for _ in 1..<limit { try matcher.commit(Self.token("hello ", vocabulary)) }
    try matcher.commit(0xC3 + 3)
    // The character is completed first.
    #expect(try Self.mask(matcher).tokens == (0x80...0xBF).map { $0 + 3 })
    try matcher.commit(0xA9 + 3)
    #expect(try Self.mask(matcher).tokens == [Self.token("</t>", vocabulary)])
  }

  @Test
  func `K9: the complete text of an argument is reported, even if tokens divide its characters`()
    throws
  {
    let vocabulary = try Self.vocabulary()
    let plan = try TokenPlan(
      .text(until: ["</t>"], role: .parameter(name: "a", isText: true)).role(.call(name: "f")),
      vocabulary: vocabulary)
    // A vowel sign, a mark, a skin tone and a sign that is one character with what follows.
    let text = "\u{939}\u{93F}\u{928}e\u{301}\u{1F44B}\u{1F3FD}\u{600}"
    var matcher = PlanMatcher(plan)
    var events: [PlanEvent] = []
    for scalar in text.unicodeScalars {
      try matcher.commit(text: String(scalar))
      events += matcher.takeEvents()
    }
    try matcher.commit(text: "</t>")
    events += matcher.takeEvents()
    let arguments = events.map { if case .arguments(let text) = $0 { text } else { "" } }.joined()
    #expect(Array(arguments.utf8) == Array(#"{"a": "\#(text)"}"#.utf8))
  }

  @Test func `K9: a value is complete within its limit`() throws {
    let vocabulary = try Self.vocabulary()
    let schema = #"{"type": "string", "maxLength": 40}"#
    let plan = try TokenPlan(
      .sequence([.value(.jsonSchema(schema), limit: 4), .literal("!")]), vocabulary: vocabulary)
    var matcher = PlanMatcher(plan)
    for text in ["\"", "a", "b"] { try matcher.commit(Self.token(text, vocabulary)) }
    let closing = try [Self.token("\"", vocabulary), Self.token(">{\"", vocabulary)]
    #expect(try Self.mask(matcher).tokens == closing)
    let other = try Self.token("c", vocabulary)
    #expect { try matcher.commit(other) } throws: {
      ($0 as? TokenMatcher.Failure)?.code == .forbidden
    }
    try matcher.commit(text: "\"!")
    #expect(matcher.isComplete)
    #expect {
      try TokenPlan(.value(.jsonSchema(schema), limit: 1), vocabulary: vocabulary)
    } throws: {
      ($0 as? PlanError)?.code == .invalid
    }
  }

  @Test(arguments: [
    PlanPart.literal("!"), .text(until: ["!"]), .sequence([.value(.choices(["!"])), .literal("")]),
  ])
  func `K1: a token that ends in a value with a limit is held to it from its beginning on`(
    start: PlanPart
  ) throws {
    let vocabulary = try Vocabulary(
      tokens: [.special("</s>")] + (0...255 as ClosedRange<UInt8>).map { .bytes([$0]) }
        + ["!a", "!y"].map { .bytes(Array($0.utf8)) }, endTokens: [0])
    let plan = try TokenPlan(
      .sequence([start, .value(.choices(["yes", "abcdefghij"]), limit: 5)]), vocabulary: vocabulary)
    let matcher = PlanMatcher(plan)
    let mask = try Self.mask(matcher)
    #expect(try !mask.contains(Self.token("!a", vocabulary)))
    #expect(try mask.contains(Self.token("!y", vocabulary)))
    for token in 0..<vocabulary.count {
      #expect(mask.contains(token) == (matcher.validatedCount(of: [token]) == 1), "token \(token)")
    }
  }

  @Test func `H1: a distance that no integer holds is one that no budget reaches`() throws {
    let vocabulary = try Self.vocabulary()
    // The elements together, but not the elements of one array, need more bytes than Int64 counts.
    let schema = """
      {"anyOf":[{"type":"null"},{"type":"array","minItems":4194301,"items":
       {"type":"array","minItems":1048576,"items":
        {"type":"array","minItems":1048576,"items":{"type":"integer"}}}}]}
      """
    let grammar = try TokenGrammar(jsonSchema: schema, vocabulary: vocabulary)
    var matcher = TokenMatcher(grammar)
    try matcher.setTokenBudget(100)
    var mask = TokenMask(vocabulary)
    try matcher.fill(&mask)
    #expect(try mask.tokens == [Self.token("n", vocabulary)])
    for options in [TokenGrammar.Options(), .init(whitespace: .spaced)] {
      let value = PlanPart.value(
        .grammar(
          try TokenGrammar(
            jsonSchema: schema.replacing(
              "4194301", with: options == .init() ? "4194301" : "2796201"),
            vocabulary: vocabulary, options: options)))
      var output = PlanMatcher(try TokenPlan(value, vocabulary: vocabulary))
      try output.commit(text: "[[")
      #expect(output.committedBytes == Array("[[".utf8))
    }
  }

  @Test(arguments: [
    #"{"type": "string", "pattern": "^[e-y]+$", "maxLength": 9}"#,
    #"{"type": "string", "minLength": 2, "maxLength": 7}"#,
    #"{"type": "string", "pattern": "^(yes|hell)+$"}"#,
    #"{"type": "array", "items": {"const": 1}}"#,
    #"{"type": "number", "minimum": 3, "maximum": 70}"#,
  ])
  func `K1: masks in values of each kind are those of their steps, up to what follows`(
    schema: String
  ) throws {
    let vocabulary = try Self.vocabulary()
    for limit in [nil, 12] {
      let plan = try TokenPlan(
        .sequence([
          .literal("<"), .value(.jsonSchema(schema), limit: limit), .literal("}\n"),
          .text(until: ["</t>"]), .value(.jsonSchema(schema)),
        ]), vocabulary: vocabulary)
      var matcher = PlanMatcher(plan)
      try matcher.setTokenBudget(plan.minimumTokenCount + 15)
      var random = SplitMix64(seed: 5)
      var tokens = 0
      while !matcher.isFinished {
        let mask = try Self.mask(matcher)
        for token in 0..<vocabulary.count
        where mask.contains(token) != (matcher.validatedCount(of: [token]) == 1) {
          Issue.record("token \(token) after \(matcher.committedBytes)")
          return
        }
        try matcher.commit(random.pick(mask.tokens))
        matcher.checkInvariants()
        tokens += 1
      }
      #expect(tokens > 5)
    }
  }

  @Test func `K4: a budget of the complete output applies to each part`() throws {
    let vocabulary = try Self.vocabulary()
    let plan = try TokenPlan(
      .sequence([
        .text(until: ["</t>"], role: .reasoning), .value(.jsonSchema(#"{"enum": ["hello"]}"#)),
      ]), vocabulary: vocabulary)
    #expect(plan.minimumTokenCount == 8)
    var matcher = PlanMatcher(plan)
    #expect { try matcher.setTokenBudget(7) } throws: {
      ($0 as? TokenMatcher.Failure)?.code == .budgetTooSmall
    }
    #expect(matcher.tokenBudget == nil)
    try matcher.setTokenBudget(9)
    try matcher.commit(Self.token("hello ", vocabulary))
    let closing = try [Self.token("</t>", vocabulary), Self.token("}\n</t>", vocabulary)]
    #expect(try Self.mask(matcher).tokens == closing)
    // A character of two bytes leaves too few.
    #expect { try matcher.commit(0xC3 + 3) } throws: {
      ($0 as? TokenMatcher.Failure)?.code == .forbidden
    }
  }

  @Test func `K3: what is taken back leaves no trace, and its events are reported anew`() throws {
    let vocabulary = try Self.vocabulary()
    let plan = try TokenPlan(
      .sequence([.text(until: ["</t>"], role: .reasoning, limit: 3), .literal("yes")]),
      vocabulary: vocabulary)
    var matcher = PlanMatcher(plan)
    try matcher.commit(Self.token("hello ", vocabulary))
    let before = try Self.mask(matcher)
    let fork = matcher
    try matcher.commit(contentsOf: [
      Self.token("</t>", vocabulary), Self.token("yes", vocabulary), 0,
    ])
    #expect(matcher.takeEvents() == [.reasoning("hello "), .ended(token: 0)])
    try matcher.rollback(3)
    #expect(try Self.mask(matcher) == before && matcher.endToken == nil)
    #expect(matcher.takeEvents() == [.restarted, .reasoning("hello ")])
    #expect(fork.tokenCount == 1 && fork.committedBytes == matcher.committedBytes)
    #expect(fork.validatedCount(of: [fork.plan.vocabulary.count, 0]) == 0)
    #expect { try matcher.rollback(2) } throws: {
      ($0 as? TokenMatcher.Failure)?.code == .nothingToRollBack
    }
    #expect(matcher.tokenCount == 1)
    // None of several is committed if one is forbidden.
    let tokens = try [Self.token("</t>", vocabulary), 0]
    #expect { try matcher.commit(contentsOf: tokens) } throws: {
      ($0 as? TokenMatcher.Failure)?.code == .forbidden
    }
    #expect(matcher.tokenCount == 1 && matcher.takeEvents().isEmpty)
  }

  @Test func `K9: parameters become the JSON of the arguments`() throws {
    let vocabulary = try Self.vocabulary()
    let plan = try TokenPlan(
      .sequence([
        .sequence([
          .literal("<a>"),
          .text(until: ["</a>"], role: .parameter(name: "a\"", isText: true)), .literal("<n>"),
          .value(.jsonSchema(#"{"enum": [12]}"#), role: .parameter(name: "n", isText: false)),
          .literal("</n>"),
        ]).role(.call(name: "f")), .literal(";"),
        .literal("g").role(.call(name: "g")), .end(["<|call|>"]),
      ]), vocabulary: vocabulary)
    var matcher = PlanMatcher(plan)
    try matcher.commit(text: "<a>say \"é\"\n<")
    var events = matcher.takeEvents()
    #expect(
      events == [
        .callBegan(name: "f"), .arguments(#"{"a\"": ""#), .arguments(#"say \"é\"\n"#),
      ])
    try matcher.commit(text: "/a><n>12</n>;g")
    events = matcher.takeEvents()
    #expect(
      events == [
        .arguments("\""), .arguments(", \"n\": "), .arguments("12"), .arguments("}"), .callEnded,
        .callBegan(name: "g"), .arguments("{}"), .callEnded,
      ])
    #expect(try Self.mask(matcher).tokens == [2])
    try matcher.commit(2)
    #expect(matcher.takeEvents() == [.ended(token: 2)])
  }

  @Test func `K9: an output that can be read in two ways is reported when it no longer can`() throws
  {
    let vocabulary = try Self.vocabulary()
    func call(_ name: String) -> PlanPart {
      .sequence([
        .literal("\(name)("), .value(.choices(["1", "12"]), role: .arguments), .literal(")"),
      ])
      .role(.call(name: name))
    }
    let plan = try TokenPlan(.one(of: [call("fa"), call("fab")]), vocabulary: vocabulary)
    var matcher = PlanMatcher(plan)
    try matcher.commit(text: "fa")
    #expect(matcher.takeEvents() == [])
    #expect(matcher.forcedText.isEmpty)
    try matcher.commit(text: "b(1")
    #expect(matcher.takeEvents() == [.callBegan(name: "fab"), .arguments("1")])
    try matcher.commit(text: "2)")
    #expect(matcher.takeEvents() == [.arguments("2"), .callEnded])
  }

  @Test(arguments: [
    ["fa(1)"], ["f", "a", "b(", "12", ")f", "a(", "1)"], ["fa(1)fab(", "12)fa(1)"],
  ])
  func `K9: events are the same however often they are taken`(texts: [String]) throws {
    func call(_ name: String) -> PlanPart {
      .sequence([.literal("\(name)("), .value(.choices(["1", "12"]), role: .arguments)])
        .role(.call(name: name))
    }
    let plan = try TokenPlan(
      .repeated(.sequence([.one(of: [call("fa"), call("fab")]), .literal(")")])),
      vocabulary: Self.vocabulary())
    var (often, once) = (PlanMatcher(plan), PlanMatcher(plan))
    var events: [PlanEvent] = []
    for text in texts {
      try often.commit(text: text)
      try once.commit(text: text)
      for event in often.takeEvents() {
        if case .arguments(let more) = event, case .arguments(let text)? = events.last {
          events[events.count - 1] = .arguments(text + more)
        } else {
          events.append(event)
        }
      }
    }
    #expect(once.takeEvents() == events)
    #expect(events.last == .callEnded)
  }

  @Test(.timeLimit(.minutes(10)))
  func `H3: events are taken in time in proportion to the parts, with each token`() throws {
    let plan = try TokenPlan(
      .repeated(.literal("yes").role(.value)), vocabulary: Self.vocabulary())
    let growth = try growthOfTime(from: 500) {
      $0
    } work: { count in
      var matcher = PlanMatcher(plan)
      for _ in 0..<count {
        try matcher.commit(text: "yes")
        #expect(matcher.takeEvents() == [.value("yes")])
      }
    }
    #expect(growth < proportionalGrowth)
  }

  @Test(.withOptimizer) func `K1: a plan that begins in too many ways is an error each time`()
    throws
  {
    let vocabulary = try Self.vocabulary()
    let texts = (0..<1_600).map { $0 < 1_500 ? "k\($0)" : "Z\($0)" }
    let plan = try TokenPlan(.one(of: texts.map { .literal($0) }), vocabulary: vocabulary)
    let cache = PlanCache(plan)
    for _ in 0..<2 {
      var matcher = PlanMatcher(plan, cache: cache)
      for text in ["Z1500", "k1", "k1"] {
        let filling = #expect(throws: TokenMatcher.Failure.self) { try Self.mask(matcher) }
        #expect(filling?.code == .tooManyReadings)
        #expect(!matcher.canEnd && matcher.forcedToken == nil)
        let commit = #expect(throws: TokenMatcher.Failure.self) { try matcher.commit(text: text) }
        #expect(commit?.code == .tooManyReadings && matcher.committedBytes.isEmpty)
        let budget = #expect(throws: TokenMatcher.Failure.self) { try matcher.setTokenBudget(9) }
        #expect(budget?.code == .tooManyReadings && matcher.tokenBudget == nil)
      }
    }
  }

  @Test func `K1: a search for the forced token that ends early is no error of other outputs`()
    throws
  {
    let many = (0..<1_600).map { PlanPart.literal("k\($0)") }
    let plan = try TokenPlan(
      .sequence([.literal("y"), .literal("a"), .one(of: many)]), vocabulary: Self.vocabulary())
    let first = PlanMatcher(plan)
    var second = first
    try second.commit(text: "y")
    let filling = #expect(throws: TokenMatcher.Failure.self) { try Self.mask(second) }
    #expect(filling?.code == .tooManyReadings)
    #expect(second.forcedToken == nil)
    let mask = try Self.mask(first)
    #expect(try mask.count == 1 && mask.contains(Self.token("y", plan.vocabulary)))
  }

  static let faults: [(PlanPart, PlanError.Code)] = [
    (.marker(""), .unknownMarker),
    (.text(until: ["<a", "x<ab"]), .conflictingMarkers),
    (.text(until: ["<a", "<a"]), .conflictingMarkers),
    (.text(until: ["<a>"], excluding: ["a"]), .conflictingMarkers),
    (.sequence([.text(), .literal("a")]), .endlessText),
    (.sequence([.text(), .optional(.value(.choices(["a"])))]), .endlessText),
    (.repeated(.optional(.literal("a"))), .emptyRepetition),
    (.repeated(.literal("a"), minimum: 3, maximum: 2), .invalid),
    (.repeated(.literal("a"), minimum: 1 << 20), .limitExceeded),
    (.repeated(.repeated(.literal("a"), maximum: 1000), maximum: 1000), .limitExceeded),
    (.one(of: []), .invalid),
    (.token(in: [1 << 20]), .invalid),
    (.token(in: []), .invalid),
    (.text(until: ["<a"], limit: -1), .invalid),
    (.sequence([.end(), .literal("a")]), .invalid),
    (.end(["[OTHER]"]), .unknownMarker),
  ]

  @Test(arguments: faults.indices)
  func `K9: a plan that cannot work is an error of its part`(index: Int) throws {
    let (part, code) = Self.faults[index]
    let vocabulary = try Self.vocabulary()
    #expect { try TokenPlan(.optional(part), vocabulary: vocabulary) } throws: {
      let error = $0 as? PlanError
      return error?.code == code && error?.path.hasPrefix("repeated[0]/") == true
    }
  }

  @Test func `K9: bytes that are not tokens, and grammars of other vocabularies, are errors`()
    throws
  {
    let small = try Vocabulary(tokens: [.special("</s>"), .bytes([97])], endTokens: [0])
    #expect { try TokenPlan(.marker("b"), vocabulary: small) } throws: {
      ($0 as? PlanError)?.code == .unknownMarker
    }
    #expect { try TokenPlan(.literal("b"), vocabulary: small) } throws: {
      ($0 as? PlanError)?.code == .impossible
    }
    let grammar = try TokenGrammar(choices: ["a"], vocabulary: Self.vocabulary())
    #expect { try TokenPlan(.value(.grammar(grammar)), vocabulary: small) } throws: {
      ($0 as? PlanError)?.code == .invalid
    }
    var deep = PlanPart.literal("a")
    for _ in 0..<300 { deep = .optional(deep) }
    #expect { try TokenPlan(deep, vocabulary: small) } throws: {
      ($0 as? PlanError)?.code == .limitExceeded
    }
  }
}
