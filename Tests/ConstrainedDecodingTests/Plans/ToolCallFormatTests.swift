import SchemaContent
import SchemaImport
import SchemaTestSupport
import SchemaValidation
import Testing

@testable import ConstrainedDecoding

/// The formats of families: outputs as the models write them, and walks at random.
struct ToolCallFormatTests {
  static let tools = Result {
    try documents.map { try PlanTool(name: $0.name, jsonSchema: $0.schema) }
  }

  static let documents = [
    (
      name: "weather",
      schema: """
      {"type": "object", "properties": {"city": {"type": "string"}, "days": {"type": "integer", \
      "minimum": 1, "maximum": 14}, "unit": {"type": "string", "enum": ["C", "F"]}, \
      "code": {"type": "string", "pattern": "^[A-Z]{2}$"}, "tags": {"type": "array", \
      "items": {"$ref": "#/$defs/tag"}, "maxItems": 3}}, "required": ["city", "tags"], \
      "additionalProperties": false, "$defs": {"tag": {"enum": ["a", "b"]}}}
      """
    ),
    (
      name: "weather_now",
      schema: #"{"type": "object", "properties": {}, "additionalProperties": false}"#
    ),
  ]

  /// Two outputs for each format: the marker tokens in brackets are special where they are.
  static let specials = [
    "<|channel|>", "<|message|>", "<|start|>", "<|end|>", "<|constrain|>", "<|call|>",
    "<|return|>", "[TOOL_CALLS]", "[CALL_ID]", "[ARGS]", "[THINK]", "[/THINK]",
    "<|tool_calls_section_begin|>", "<|tool_call_begin|>", "<|tool_call_argument_begin|>",
    "<|tool_call_end|>", "<|tool_calls_section_end|>", "<｜tool▁calls▁begin｜>",
    "<｜tool▁call▁begin｜>", "<｜tool▁sep｜>", "<｜tool▁call▁end｜>", "<｜tool▁calls▁end｜>",
    "<|python_tag|>", "<|eom_id|>", "<|tools_prefix|>", "<|tools_suffix|>",
    "<|python_start|>", "<|python_end|>", "<|eom|>", "<|function_call|>",
  ]

  /// All bytes, the markers, and tokens that straddle.
  ///
  /// Control markers are special tokens, tags are tokens with text.
  static func vocabulary() throws -> Vocabulary {
    var tokens: [Vocabulary.Token] = [.special("</s>")]
    tokens += (0...255 as ClosedRange<UInt8>).map { .bytes([$0]) }
    tokens += specials.map { .special($0) }
    tokens += [
      "<think>", "</think>", "<tool_call>", "</tool_call>", "<arg_key>", "</arg_key>", ">\n",
      "{\"", "\"}", "}\n", "\n\n", "name", "\": \"", "city", "</", "<function=", "weather", "_now",
      "function", "}}", "\",", " \"", "ing",
    ].map { .bytes(Array($0.utf8)) }
    let ends = ["</s>", "<|return|>", "<|call|>"]
    return try Vocabulary(
      tokens: tokens,
      endTokens: tokens.indices.filter { index in
        if case .special(let name) = tokens[index] { return ends.contains(name) }
        return false
      })
  }

  /// The tokens of an output: special tokens by their names, otherwise the longest or single bytes.
  static func tokens(_ text: String, _ vocabulary: Vocabulary, longest: Bool) -> [Int] {
    let markers = vocabulary.specialTokens.map { (Array($0.key.utf8), $0.value) }
    let texts = (0..<vocabulary.count).compactMap { token in
      vocabulary.bytes(of: token).map { ($0, token) }
    }
    // Tags are tokens in any spelling, since models have learned them so.
    let tags = texts.filter { ($0.0.first == 60 && $0.0.last == 62) || $0.0.count == 1 }
    var rest = Array(text.utf8)[...]
    var tokens: [Int] = []
    while !rest.isEmpty {
      let candidates = (markers + (longest ? texts : tags)).filter { rest.starts(with: $0.0) }
      guard let best = candidates.max(by: { $0.0.count < $1.0.count }) else { return tokens }
      tokens.append(best.1)
      rest = rest.dropFirst(best.0.count)
    }
    return tokens
  }

  static let call = #"{"city": "Ro\"me", "days": 3, "tags": ["a"]}"#
  static let outputs: [(format: ToolCallFormat, text: String, arguments: String)] = [
    (
      .hermes,
      "Hm.<tool_call>\n{\"name\": \"weather\", \"arguments\": \(call)}\n</tool_call>\n"
        + "<tool_call>\n{\"name\": \"weather_now\", \"arguments\": {}}\n</tool_call>", call
    ),
    (
      .qwenCoder,
      "Hm.<tool_call>\n<function=weather>\n<parameter=city>\nRo\"me\n</parameter>\n"
        + "<parameter=days>\n3\n</parameter>\n<parameter=tags>\n[\"a\"]\n</parameter>\n"
        + "</function>\n</tool_call>\n"
        + "<tool_call>\n<function=weather_now>\n</function>\n</tool_call>", call
    ),
    (
      .glm,
      "Hm.<tool_call>weather\n<arg_key>city</arg_key>\n<arg_value>Ro\"me</arg_value>\n"
        + "<arg_key>days</arg_key>\n<arg_value>3</arg_value>\n"
        + "<arg_key>tags</arg_key>\n<arg_value>[\"a\"]</arg_value>\n</tool_call>\n"
        + "<tool_call>weather_now\n</tool_call>", call
    ),
    (
      .glmCompact,
      "Hm.<tool_call>weather<arg_key>city</arg_key><arg_value>Ro\"me</arg_value>"
        + "<arg_key>days</arg_key><arg_value>3</arg_value>"
        + "<arg_key>tags</arg_key><arg_value>[\"a\"]</arg_value></tool_call>"
        + "<tool_call>weather_now</tool_call>", call
    ),
    (
      .miniMax,
      "Hm.<minimax:tool_call>\n<invoke name=\"weather\">\n"
        + "<parameter name=\"city\">Ro\"me</parameter>\n"
        + "<parameter name=\"days\">3</parameter>\n<parameter name=\"tags\">[\"a\"]</parameter>\n"
        + "</invoke>\n<invoke name=\"weather_now\">\n</invoke>\n</minimax:tool_call>", call
    ),
    (.llama, "{\"name\": \"weather\", \"parameters\": \(call)}", call),
    (
      .llama,
      "<|python_tag|>{\"name\": \"weather\", \"parameters\": \(call)}<|eom_id|>", call
    ),
    (
      .llama,
      "<|python_start|><|python_end|>{\"name\": \"weather\", \"parameters\": \(call)}<|eom|>", call
    ),
    (
      .llama,
      "<|python_start|>{\"name\": \"weather\", \"parameters\": \(call)}<|python_end|>", call
    ),
    (
      .xLAM,
      "[{\"name\": \"weather\", \"arguments\": \(call)}, "
        + "{\"name\": \"weather_now\", \"arguments\": {}}]", call
    ),
    (
      .gigaChat3,
      "Hm.<|function_call|>{\"name\": \"weather\", \"arguments\": \(call)}", call
    ),
    (.mistral, "Hm.[TOOL_CALLS]weather[ARGS]\(call)[TOOL_CALLS]weather_now[ARGS]{}", call),
    (
      .mistralIdentified,
      "Hm.[TOOL_CALLS]weather[CALL_ID]abcDEF123[ARGS]\(call)"
        + "[TOOL_CALLS]weather_now[CALL_ID]000000000[ARGS]{}", call
    ),
    (
      .mistralArray,
      "Hm.[TOOL_CALLS][{\"name\": \"weather\", \"arguments\": \(call), \"id\": \"abcDEF123\"}, "
        + "{\"name\": \"weather_now\", \"arguments\": {}, \"id\": \"000000000\"}]", call
    ),
    (
      .mistralArray,
      "Hm.[TOOL_CALLS] [{\"name\": \"weather\", \"arguments\": \(call)}, "
        + "{\"id\": \"000000000\", \"name\": \"weather_now\", \"arguments\": {}}] ", call
    ),
    (
      .exaone4,
      "Hm.<tool_call>{\"name\": \"weather\", \"arguments\": \(call)}</tool_call>\n"
        + "<tool_call>{\"name\": \"weather_now\", \"arguments\": {}}</tool_call>", call
    ),
    (
      .mimo,
      "Hm.<tool_call>\n<function=weather>\n<parameter=city>Ro\"me</parameter>\n"
        + "<parameter=days>3</parameter>\n<parameter=tags>[\"a\"]</parameter>\n"
        + "</function>\n</tool_call>\n"
        + "<tool_call>\n<function=weather_now>\n</function>\n</tool_call>", call
    ),
    (
      .hunyuan3,
      "Hm.<tool_calls:opensource>\n<tool_call:opensource>weather<tool_sep:opensource>\n"
        + [("city", "Ro\"me"), ("days", "3"), ("tags", "[\"a\"]")].map {
          "<arg_key:opensource>\($0.0)</arg_key:opensource>\n"
            + "<arg_value:opensource>\($0.1)</arg_value:opensource>\n"
        }.joined() + "</tool_call:opensource>\n"
        + "<tool_call:opensource>weather_now<tool_sep:opensource>\n</tool_call:opensource>\n"
        + "</tool_calls:opensource>", call
    ),
    (
      .seedOSS,
      "Hm.<seed:tool_call>\n<function=weather>\n<parameter=city>Ro\"me</parameter>\n"
        + "<parameter=days>3</parameter>\n<parameter=tags>[\"a\"]</parameter>\n"
        + "</function>\n</seed:tool_call>\n"
        + "<seed:tool_call>\n<function=weather_now>\n</function>\n</seed:tool_call>", call
    ),
    (
      .miniMaxM1,
      "Hm.<tool_calls>\n{\"name\": \"weather\", \"arguments\": \(call)}\n"
        + "{\"name\": \"weather_now\", \"arguments\": {}}\n</tool_calls>", call
    ),
    (
      .hunyuanA13B,
      "Hm.<tool_calls>[{\"name\": \"weather\", \"arguments\": \(call)}, "
        + "{\"name\": \"weather_now\", \"arguments\": {}}]</tool_calls>", call
    ),
    (
      .hunyuanA13B,
      "Hm.<tool_calls>[{\"name\": \"weather\", \"arguments\": \(call), \"id\": \"call_0\"}, "
        + "{\"name\": \"weather_now\", \"arguments\": {}, \"id\": \"call_1\"}]</tool_calls>", call
    ),
    (
      .nemotron,
      "Hm.<TOOLCALL>[{\"name\": \"weather\", \"arguments\": \(call)}, "
        + "{\"name\": \"weather_now\", \"arguments\": {}}]</TOOLCALL>", call
    ),
    (
      .apertus,
      "Hm.<|tools_prefix|>[{\"weather\": \(call)}, {\"weather_now\": {}}]<|tools_suffix|>", call
    ),
    (
      .deepSeekV3,
      "Hm.<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>function<｜tool▁sep｜>weather\n```json\n"
        + "\(call)\n```<｜tool▁call▁end｜>\n<｜tool▁call▁begin｜>function<｜tool▁sep｜>weather_now\n"
        + "```json\n{}\n```<｜tool▁call▁end｜><｜tool▁calls▁end｜>", call
    ),
    (
      .deepSeekV31,
      "Hm.<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>weather<｜tool▁sep｜>\(call)<｜tool▁call▁end｜>"
        + "<｜tool▁call▁begin｜>weather_now<｜tool▁sep｜>{}<｜tool▁call▁end｜><｜tool▁calls▁end｜>",
      call
    ),
    (
      .kimiK2,
      "Hm.<|tool_calls_section_begin|><|tool_call_begin|>functions.weather:0"
        + "<|tool_call_argument_begin|>\(call)<|tool_call_end|><|tool_call_begin|>"
        + "functions.weather_now:1<|tool_call_argument_begin|>{}<|tool_call_end|>"
        + "<|tool_calls_section_end|>", call
    ),
    (
      .phi4,
      "Hm.<|tool_call|>[{\"name\": \"weather\", \"arguments\": \(call)}, "
        + "{\"name\": \"weather_now\", \"arguments\": {}}]<|/tool_call|>", call
    ),
    (
      .harmony,
      "<|channel|>commentary<|message|>Hm.<|end|><|start|>assistant<|channel|>commentary "
        + "to=functions.weather <|constrain|>json<|message|>\(call)<|call|>", call
    ),
    (
      .harmony,
      "<|channel|>commentary<|message|>Hm.<|end|><|start|>assistant to=functions.weather<|channel|>"
        + "commentary json<|message|>\(call)<|call|>", call
    ),
  ]

  @Test(arguments: outputs.indices, [true, false])
  func `K9: what models of a family write is accepted and reported`(
    index: Int, longest: Bool
  ) throws {
    let (format, text, arguments) = Self.outputs[index]
    let vocabulary = try Self.vocabulary()
    let plan = try TokenPlan(try format.output(tools: Self.tools.get()), vocabulary: vocabulary)
    var matcher = PlanMatcher(plan)
    var mask = TokenMask(vocabulary)
    var events: [PlanEvent] = []
    for token in Self.tokens(text, vocabulary, longest: longest) {
      try matcher.fill(&mask)
      try #require(
        mask.contains(token),
        "\(format.name): \(String(decoding: matcher.committedBytes, as: UTF8.self)) + \(token)")
      try matcher.commit(token)
      events += matcher.takeEvents()
    }
    if !matcher.isFinished {
      try #require(matcher.canEnd)
      try matcher.commit(0)
      events += matcher.takeEvents()
    }
    let report = Report(events)
    #expect(report.text == (text.hasPrefix("Hm.") || format == .harmony ? "Hm." : ""))
    #expect(report.calls.first?.name == "weather")
    #expect(report.calls.first?.arguments == arguments)
    if format.allowsSeveral {
      #expect(report.calls.map(\.name) == ["weather", "weather_now"])
      #expect(report.calls.last?.arguments == "{}")
    }
    #expect(report.openCalls == 0)
  }

  private static let namesFirst = ToolCallFormat(
    name: "names",
    layout: .sections(
      .init(call: [
        .alternatives([[], [.literal("@")]]), .name, .literal("("), .arguments, .literal(")"),
      ])))

  /// A format, and a character with which its calls can begin.
  private static let starts: [(format: ToolCallFormat, start: String)] = [
    (.llama, "{"), (.xLAM, "["), (namesFirst, "@"), (namesFirst, "w"),
    (
      ToolCallFormat(
        name: "words",
        layout: .sections(
          .init(call: [.literal("now call "), .name, .literal(" with "), .arguments]))), "n"
    ),
  ]

  @Test(arguments: starts.indices)
  func `K9: text of a format without a marker does not begin as a call does`(index: Int) throws {
    let (format, start) = Self.starts[index]
    let vocabulary = try Self.vocabulary()
    let plan = try TokenPlan(try format.output(tools: Self.tools.get()), vocabulary: vocabulary)
    for text in ["\(start) soup", "? \(start) soup", "\n", "\\"] {
      let tokens = Self.tokens(text, vocabulary, longest: true) + [0]
      let isText = !text.hasPrefix(start)
      var matcher = PlanMatcher(plan)
      #expect((matcher.validatedCount(of: tokens) == tokens.count) == isText, "\(text)")
      guard isText else { continue }
      try matcher.commit(contentsOf: tokens)
      #expect(matcher.isFinished)
      #expect(Report(matcher.takeEvents()).text == text)
    }
  }

  @Test func `K9: a call that begins with any identifier is not told apart from text`() throws {
    let format = ToolCallFormat(
      name: "identified",
      layout: .sections(
        .init(call: [.identifier(pattern: "^[a-z]+$"), .literal(" "), .name, .arguments])))
    let error = #expect(throws: PlanError.self) { try format.output(tools: Self.tools.get()) }
    #expect(error?.code == .invalid)
    #expect(error?.path == "format 'identified'")
  }

  /// Events put together.
  struct Report {
    var text = ""
    var reasoning = ""
    var value = ""
    var calls: [(name: String, arguments: String, identifier: String)] = []
    var openCalls = 0

    init(_ events: [PlanEvent]) {
      for event in events {
        switch event {
        case .text(let more): text += more
        case .reasoning(let more): reasoning += more
        case .value(let more): value += more
        case .callBegan(let name):
          calls.append((name, "", ""))
          openCalls += 1
        case .callIdentifier(let more): calls[calls.count - 1].identifier += more
        case .arguments(let more): calls[calls.count - 1].arguments += more
        case .callEnded: openCalls -= 1
        case .ended, .restarted: break
        }
      }
    }
  }

  static let choices: [ToolCallFormat.ToolChoice] = [
    .automatic, .none, .required, .named("weather"),
  ]

  @Test(arguments: ToolCallFormat.builtIn.indices, choices.indices)
  func `K9, K4: walks of each family end complete within their limits`(
    format: Int, choice: Int
  ) throws {
    let (format, choice) = (ToolCallFormat.builtIn[format], Self.choices[choice])
    let vocabulary = try Self.vocabulary()
    let thinks = format.thinking != nil || format.layout == .harmony
    let validators = try Self.documents.map { try ContentValidator(document: $0.schema) }
    let plan = try TokenPlan(
      try format.output(
        tools: Self.tools.get(), choice: choice, thinking: thinks ? .optional(limit: 12) : .none),
      vocabulary: vocabulary)
    let cache = PlanCache(plan)
    for seed in 0..<tried(of: 12, oneIn: 12) {
      var random = SplitMix64(seed: UInt64(seed))
      var matcher = PlanMatcher(plan, cache: cache)
      let budget = plan.minimumTokenCount + random.below(160)
      try matcher.setTokenBudget(budget)
      var mask = TokenMask(vocabulary)
      var events: [PlanEvent] = []
      while !matcher.isFinished {
        try matcher.fill(&mask)
        let tokens = mask.tokens
        try #require(
          !tokens.isEmpty,
          "\(format.name), seed \(seed): a dead end after \(matcher.committedBytes)")
        // Markers and ends are few among many tokens of text.
        let rare = tokens.filter { vocabulary.bytes(of: $0)?.count != 1 }
        let token = random.oneIn(3) && !rare.isEmpty ? random.pick(rare) : random.pick(tokens)
        try matcher.commit(token)
        events += matcher.takeEvents()
      }
      #expect(matcher.tokenCount <= budget)
      let report = Report(events)
      #expect(report.openCalls == 0)
      for call in report.calls {
        let tool = try #require(Self.documents.firstIndex { $0.name == call.name })
        let content = try GeneratedContent(json: call.arguments)
        #expect(throws: Never.self, "\(format.name), seed \(seed): \(call.arguments)") {
          try validators[tool].validate(content)
        }
      }
      switch choice {
      case .none: #expect(report.calls.isEmpty)
      case .required: #expect(!report.calls.isEmpty && report.text.isEmpty)
      case .named: #expect(report.calls.map(\.name) == ["weather"] && report.text.isEmpty)
      case .automatic: break
      }
    }
  }

  /// Walks in which each mask is compared with what each token by itself does, and in which tokens
  /// are drafted and taken back, also across the borders of parts.
  @Test(arguments: ToolCallFormat.builtIn.indices, [nil, 12, 90])
  func `K1, K3: masks of each family are those of its steps, whatever was taken back`(
    format: Int, slack: Int?
  ) throws {
    let format = ToolCallFormat.builtIn[format]
    let vocabulary = try Self.vocabulary()
    let thinks = format.thinking != nil || format.layout == .harmony
    let plan = try TokenPlan(
      try format.output(tools: Self.tools.get(), thinking: thinks ? .optional(limit: 3) : .none),
      vocabulary: vocabulary)
    let cache = PlanCache(plan)
    for seed in 0..<tried(of: 4) {
      var random = SplitMix64(seed: UInt64(seed))
      var matcher = PlanMatcher(plan, cache: cache)
      if let slack { try matcher.setTokenBudget(plan.minimumTokenCount + slack) }
      var mask = TokenMask(vocabulary)
      for step in 0..<tried(of: 80, oneIn: 16) where !matcher.isFinished {
        try matcher.fill(&mask)
        for token in 0..<vocabulary.count
        where mask.contains(token) != (matcher.validatedCount(of: [token]) == 1) {
          Issue.record(
            """
            \(format.name), seed \(seed), step \(step): \
            token \(token) after \(matcher.committedBytes)
            """
          )
          return
        }
        let rare = mask.tokens.filter { vocabulary.bytes(of: $0)?.count != 1 }
        let token = random.oneIn(2) && !rare.isEmpty ? random.pick(rare) : random.pick(mask.tokens)
        try matcher.commit(token)
        matcher.checkInvariants()
        guard random.oneIn(3), !matcher.isFinished else { continue }
        let before = (matcher.committedBytes, matcher.tokenCount)
        let draft = (0..<4).map { _ in random.pick(rare.isEmpty ? [0] : rare) }
        let masks = try matcher.masks(ofDraft: draft)
        let count = matcher.validatedCount(of: draft)
        #expect(masks.count == count + 1)
        try matcher.commit(contentsOf: draft[..<count])
        try matcher.fill(&mask)
        #expect(mask == masks[count])
        try matcher.rollback(count)
        matcher.checkInvariants()
        #expect(before == (matcher.committedBytes, matcher.tokenCount))
      }
    }
  }

  @Test func `K9: thinking that the prompt has begun goes on`() throws {
    let format = ToolCallFormat.hermes
    #expect(format.isThinkingStarted(by: "<|im_start|>assistant\n<think>\n"))
    #expect(!format.isThinkingStarted(by: "<think>\n\n</think>\n\n"))
    #expect(!format.isThinkingStarted(by: ""))
    let vocabulary = try Self.vocabulary()
    let plan = try TokenPlan(
      try format.output(
        tools: [], thinking: .started(limit: nil), answer: .value(.choices(["yes", "no"]))),
      vocabulary: vocabulary)
    var matcher = PlanMatcher(plan)
    try matcher.commit(text: "Well.</think>")
    #expect(matcher.forcedText == "\n\n")
    try matcher.commit(text: "\n\nno")
    #expect(matcher.takeEvents() == [.reasoning("Well."), .value("no")])
    #expect(matcher.isComplete)
  }

  @Test func `K9: a vocabulary without the optional tokens of Llama has a plan without them`()
    throws
  {
    let vocabulary = try PlanMatcherTests.vocabulary()
    let part = try ToolCallFormat.llama.output(tools: Self.tools.get(), choice: .required)
    var matcher = PlanMatcher(try TokenPlan(part, vocabulary: vocabulary))
    #expect(matcher.forcedText.hasPrefix(#"{"name": "weather"#))
    try matcher.commit(text: #"{"name": "weather_now", "parameters": {}}"#)
    #expect(try PlanMatcherTests.mask(matcher).tokens == vocabulary.endTokens)
  }

  /// A tool with keywords that texts between tags are not held to.
  static let loose = """
    {"type": "object", "minProperties": 1, "required": ["day", "who"], "properties": {
    "day": {"type": "string", "format": "date", "description": "A day"},
    "code": {"type": "string", "pattern": "^(?=A)[A-Z]+$", "maxLength": 3},
    "note": {"type": "string", "minLength": 1, "maxLength": 9000},
    "unit": {"type": "string", "enum": ["C", "F"], "not": {"const": 1}},
    "count": {"type": "integer", "minimum": 1}}}
    """

  @Test(arguments: [ToolCallFormat.qwenCoder, .glm, .glmCompact, .miniMax])
  func `K2: what arguments between tags are not held to is listed once`(
    format: ToolCallFormat
  ) throws {
    let tool = try PlanTool(name: "book", jsonSchema: Self.loose)
    let part = try format.output(tools: [tool, Self.tools.get()[1]])
    let plan = try TokenPlan(part, vocabulary: Self.vocabulary())
    let found = plan.unenforced.map { "\($0.path): \($0.problem)" }
    #expect(
      found == [
        "/properties/unit/not: 'not' is not enforced while decoding.",
        "the root: 'minProperties' is not enforced in the arguments of 'book'.",
        "/code: 'pattern' is not enforced in the arguments of 'book'.",
        "/note: 'maxLength' is not enforced in the arguments of 'book'.",
        "/who: The name of an undeclared property may occur twice.",
      ])
    #expect(plan.unenforced.allSatisfy { $0.code == "mask.not-enforced" })
    let strict = try TokenPlan(
      try ToolCallFormat.hermes.output(tools: [tool]), vocabulary: Self.vocabulary())
    #expect(!strict.unenforced.contains { $0.problem.contains("the arguments of") })
  }

  @Test func `K9: a text does not go on with the tag that ends it, whatever its keywords allow`()
    throws
  {
    let tool = try PlanTool(
      name: "book",
      jsonSchema: """
        {"type": "object", "required": ["a", "b", "c"], "properties": {
        "a": {"type": "string", "minLength": 2, "maxLength": 300},
        "b": {"type": "string", "pattern": "^[^Z]*$"},
        "c": {"type": "string", "pattern": "<", "minLength": 3}}}
        """)
    let vocabulary = try Self.vocabulary()
    let plan = try TokenPlan(
      try ToolCallFormat.glmCompact.output(tools: [tool], choice: .required),
      vocabulary: vocabulary)
    let values = [("a", "</"), ("b", "<b>"), ("c", "</c")].map {
      "<arg_key>\($0.0)</arg_key><arg_value>\($0.1)</arg_value>"
    }
    let call = "<tool_call>book\(values.joined())</tool_call>"
    var matcher = PlanMatcher(plan)
    for token in Self.tokens(call + call, vocabulary, longest: true) { try matcher.commit(token) }
    #expect(matcher.canEnd)
    let calls = Report(matcher.takeEvents()).calls
    #expect(
      calls.map(\.arguments)
        == Array(repeating: #"{"a": "</", "b": "<b>", "c": "</c"}"#, count: 2))
  }

  /// An argument's schema, texts that a model can write for it, and texts that it cannot.
  private static let texts: [(schema: String, possible: [String], impossible: [String])] = [
    (#""format": "date""#, ["2026-02-28"], ["", "2026-02-30", "soon"]),
    (
      #""pattern": "^[a-z]*$", "minLength": 2, "maxLength": 3"#, ["ab", "abc"], ["a", "abcd", "AB"]
    ),
    (#""minLength": 1, "maxLength": 401"#, ["a", "<"], [""]),
    (#""enum": ["a", "a</arg_value>"], "format": "date""#, ["a"], ["a</arg_value>", "b"]),
    (
      #""maxLength": 400"#, ["", String(repeating: "é", count: 400)],
      [String(repeating: "é", count: 401)]
    ),
  ]

  @Test(arguments: texts)
  func `K9: texts between tags are held to their keywords`(
    schema: String, possible: [String], impossible: [String]
  ) throws {
    let tool = try PlanTool(
      name: "book",
      jsonSchema:
        #"{"type":"object","required":["a"],"properties":{"a":{"type":"string",\#(schema)}}}"#)
    let vocabulary = try Self.vocabulary()
    let plan = try TokenPlan(
      try ToolCallFormat.glmCompact.output(tools: [tool], choice: .required),
      vocabulary: vocabulary)
    func isPossible(_ text: String) throws -> Bool {
      let call =
        "<tool_call>book<arg_key>a</arg_key><arg_value>\(text)</arg_value></tool_call>"
      let matcher = PlanMatcher(plan)
      let tokens = Self.tokens(call, vocabulary, longest: true)
      return matcher.validatedCount(of: tokens) == tokens.count
    }
    for text in possible { #expect(try isPossible(text), "\(text)") }
    for text in impossible { #expect(try !isPossible(text), "\(text)") }
  }

  @Test(arguments: [
    #""pattern": "^a$", "minLength": 2"#, #""pattern": "^</arg_value>$""#,
    #""enum": ["</arg_value>"]"#,
  ])
  func `K9: a text between tags that is never possible is an error`(schema: String) throws {
    let tool = try PlanTool(
      name: "book",
      jsonSchema:
        #"{"type":"object","required":["a"],"properties":{"a":{"type":"string",\#(schema)}}}"#)
    let error = #expect(throws: PlanError.self) {
      try ToolCallFormat.glmCompact.output(tools: [tool], choice: .required)
    }
    #expect(error?.code == .invalid)
    #expect(error?.problem == "No text can be written as the argument at /a.")
  }

  @Test func `K9: arguments between tags that are one of several objects`() throws {
    let tool = try PlanTool(
      name: "find",
      jsonSchema: """
        {"anyOf": [
        {"type": "object", "properties": {"id": {"type": "integer"}, "by": {"type": "string"}},
        "required": ["id", "by"], "additionalProperties": false},
        {"type": "object", "properties": {"id": {"type": "string"}, "by": {"type": "string"}},
        "required": ["id"], "additionalProperties": false}]}
        """)
    let vocabulary = try Self.vocabulary()
    let part = try ToolCallFormat.qwenCoder.output(tools: [tool], choice: .required)
    let plan = try TokenPlan(part, vocabulary: vocabulary)
    #expect(
      plan.unenforced.map(\.problem) == ["'anyOf' is not enforced in the arguments of 'find'."])
    for (value, isText) in [("12", false), ("twelve", true)] {
      var matcher = PlanMatcher(plan)
      let text =
        "<tool_call>\n<function=find>\n<parameter=id>\n\(value)\n</parameter>\n</function>\n"
        + "</tool_call>"
      for token in Self.tokens(text, vocabulary, longest: true) { try matcher.commit(token) }
      #expect(matcher.canEnd)
      let arguments = Report(matcher.takeEvents()).calls.first?.arguments ?? ""
      let id = try GeneratedContent(json: arguments).property(named: "id")
      #expect(id?.shape == (isText ? .string : .number), "\(arguments)")
    }
  }

  static let tagged: [ToolCallFormat] = [.qwenCoder, .glm, .glmCompact, .miniMax]

  /// Returns the call of a tool `book` with an argument `a`, as templates of a format write it.
  private static func call(_ text: String, in format: ToolCallFormat) -> String {
    switch format {
    case .qwenCoder:
      "<tool_call>\n<function=book>\n<parameter=a>\n\(text)\n</parameter>\n</function>\n"
        + "</tool_call>"
    case .glm:
      "<tool_call>book\n<arg_key>a</arg_key>\n<arg_value>\(text)</arg_value>\n</tool_call>"
    case .glmCompact:
      "<tool_call>book<arg_key>a</arg_key><arg_value>\(text)</arg_value></tool_call>"
    default:
      "<minimax:tool_call>\n<invoke name=\"book\">\n<parameter name=\"a\">\(text)</parameter>\n"
        + "</invoke>\n</minimax:tool_call>"
    }
  }

  /// An argument's schema, texts between tags with the JSON that they stand for, and texts that
  /// cannot be written.
  private static let mixed: [(schema: String, texts: [(String, String)], impossible: [String])] = [
    (
      #""type": ["string", "null"]"#,
      [
        ("soup", "\"soup\""), ("null", "null"), ("nullify", "\"nullify\""), ("nul", "\"nul\""),
        ("", "\"\""), ("\"soup\"", #""\"soup\"""#), ("3", "\"3\""), ("<a>\n", #""<a>\n""#),
      ], []
    ),
    (
      #""anyOf": [{"type": "integer"}, {"type": "string"}, {"type": "boolean"}]"#,
      [("3", "3"), ("3b", "\"3b\""), ("true", "true"), ("null", "\"null\""), ("-", "\"-\"")], []
    ),
    (
      #""anyOf": [{"type": "string", "pattern": "^[a-z]+$"}, {"type": "null"}]"#,
      [("soup", "\"soup\""), ("null", "null")], ["Soup", "3", "\"soup\""]
    ),
    (
      #""enum": ["low", 1, null, "1.5"]"#,
      [("low", "\"low\""), ("1", "1"), ("null", "null"), ("1.5", "\"1.5\"")],
      ["high", "\"low\"", "2"]
    ),
    (
      ##""anyOf": [{"$ref": "#/$defs/name"}, {"type": "array", "items": {"type": "string"}}]"##,
      [("low", "\"low\""), (#"["a", "b"]"#, #"["a", "b"]"#), ("[a]", "\"[a]\"")], []
    ),
    (
      #""description": "Anything""#,
      [
        ("soup", "\"soup\""), ("{\"a\": [1]}", "{\"a\": [1]}"), ("1.5", "1.5"), ("[", "\"[\""),
        ("\"soup\"", #""\"soup\"""#),
      ], []
    ),
  ]

  @Test(arguments: [("True", "true"), ("False", "false"), ("None", "null"), ("true", "true")])
  func `K11: constants in Python's notation are read as JSON`(text: String, json: String) throws {
    let tool = try PlanTool(
      name: "book",
      jsonSchema:
        #"{"type": "object", "required": ["a"], "#
        + #""properties": {"a": {"type": ["boolean", "null"]}}}"#
    )
    let vocabulary = try Self.vocabulary()
    for (format, isAllowed) in [(ToolCallFormat.qwenCoder, true), (.glm, text == "true")] {
      let plan = try TokenPlan(
        try format.output(tools: [tool], choice: .required), vocabulary: vocabulary)
      let tokens = Self.tokens(Self.call(text, in: format), vocabulary, longest: true)
      var matcher = PlanMatcher(plan)
      #expect((matcher.validatedCount(of: tokens) == tokens.count) == isAllowed)
      guard isAllowed else { continue }
      var events: [PlanEvent] = []
      for token in tokens {
        try matcher.commit(token)
        events += matcher.takeEvents()
      }
      #expect(matcher.canEnd)
      #expect(Report(events).calls.map(\.arguments) == ["{\"a\": \(json)}"])
    }
  }

  @Test(arguments: tagged, mixed.indices)
  func `K11: strings that may be of another kind are written bare and read by their kind`(
    format: ToolCallFormat, index: Int
  ) throws {
    let (schema, texts, impossible) = Self.mixed[index]
    let tool = try PlanTool(
      name: "book",
      jsonSchema: """
        {"type": "object", "required": ["a"], "properties": {"a": {\(schema)}}, \
        "$defs": {"name": {"type": "string"}}}
        """)
    let vocabulary = try Self.vocabulary()
    let plan = try TokenPlan(
      try format.output(tools: [tool], choice: .required), vocabulary: vocabulary)
    for (text, json) in texts {
      for longest in [true, false] {
        var matcher = PlanMatcher(plan)
        var events: [PlanEvent] = []
        for token in Self.tokens(Self.call(text, in: format), vocabulary, longest: longest) {
          try matcher.commit(token)
          events += matcher.takeEvents()
        }
        #expect(matcher.canEnd)
        #expect(Report(events).calls.map(\.arguments) == ["{\"a\": \(json)}"], "\(text)")
      }
    }
    for text in impossible {
      let tokens = Self.tokens(Self.call(text, in: format), vocabulary, longest: true)
      #expect(PlanMatcher(plan).validatedCount(of: tokens) < tokens.count, "\(text)")
    }
  }

  /// A template that writes calls, with the text of a call and the text between two calls.
  private static func template(_ call: String, before: String = "", after: String = "") -> String {
    """
    {% if tools %}{{ tools | tojson }}{% endif %}
    {%- for m in messages %}<|im_start|>{{ m.role }}
    {{ m.content }}
    {%- if m.tool_calls %}\(before)
    {%- for c in m.tool_calls %}{% set a = c.function.arguments %}\(call)
    {%- endfor %}\(after)
    {%- endif %}<|im_end|>
    {% endfor %}{% if add_generation_prompt %}<|im_start|>assistant
    {% endif %}{# <tool_call> </tool_call> [TOOL_CALLS] <function= #}
    """
  }

  private static let object =
    "{\"name\": \"{{ c.function.name }}\", \"arguments\": {{ a | tojson }}"

  private static let compact =
    "<tool_call>{{ c.function.name }}{% for k, v in a.items() %}<arg_key>{{ k }}</arg_key>"
    + "<arg_value>{{ v if v is string else v | tojson }}</arg_value>{% endfor %}</tool_call>"

  /// Templates and the names of their formats; `nil` for a template of no known format.
  private static let templates: [(template: String, format: ToolCallFormat?)] = [
    (template("{{ '\\n' }}<tool_call>\n\(object)}\n</tool_call>"), .hermes),
    (template("<tool_call>\(object)}</tool_call>"), .exaone4),
    (
      template(
        "\(object)}{{ '' if loop.last else ', ' }}", before: "[TOOL_CALLS] [", after: "]"),
      .mistralArray
    ),
    (
      template(
        "{\"id\": \"{{ c.id }}\", \(object.dropFirst())}{{ '' if loop.last else ', ' }}",
        before: "[TOOL_CALLS][", after: "]"), .mistralArray
    ),
    (
      template(
        """
        <tool_call>
        <function={{ c.function.name }}>
        {% for k, v in a.items() %}<parameter={{ k }}>
        {{ v if v is string else v | tojson }}
        </parameter>
        {% endfor %}</function>
        </tool_call>
        """), .qwenCoder
    ),
    (
      template(
        """
        <tool_call>
        <function={{ c.function.name }}>
        {% for k, v in a.items() %}<parameter={{ k }}>{{ v }}</parameter>
        {% endfor %}</function>
        </tool_call>
        """), .mimo
    ),
    // The identifiers are written in place of the names.
    (
      template(
        "<|tool_call_begin|>{{ c.id }}<|tool_call_argument_begin|>{{ a | tojson }}"
          + "<|tool_call_end|>", before: "<|tool_calls_section_begin|>",
        after: "<|tool_calls_section_end|>"), .kimiK2
    ),
    // The calls are on lines, and an empty thought precedes them.
    (
      template(
        "{{ '\\n' }}\(compact)", before: "{{ '\\n<think></think>' }}"), .glmCompact
    ),
    // The prompt ends within the model's thinking.
    (
      template(compact, before: "<think></think>")
        .replacing("assistant\n", with: "assistant\n<think>")
        .replacing(
          "{{ m.content }}", with: "{{ ('' if m.tool_calls else '</think>') ~ m.content }}"),
      .glmCompact
    ),
    // Each branch of the template indents its texts in another way.
    (
      """
      {% if tools %}{{ tools | tojson }}{% endif %}
      {%- for m in messages %}
        {%- if m.role == 'assistant' and m.tool_calls %}
            {{ '<｜Assistant｜></think>' }}
            {%- for c in m.tool_calls %}
              {{ ('<｜tool▁calls▁begin｜>' if loop.first else '') ~ '<｜tool▁call▁begin｜>' }}
              {{- c.function.name ~ '<｜tool▁sep｜>' ~ (c.function.arguments | tojson) }}
              {{- '<｜tool▁call▁end｜>' }}
            {%- endfor %}
          {{ '<｜tool▁calls▁end｜><｜end▁of▁sentence｜>' }}
        {%- elif m.role == 'assistant' %}
          {{ '<｜Assistant｜>' }}
            {%- if true %}
                {{ '</think>' }}
            {%- endif %}{{ m.content ~ '<｜end▁of▁sentence｜>' }}
        {%- else %}
          {{ '<｜User｜>' ~ m.content }}
        {%- endif %}
      {%- endfor %}
      """, .deepSeekV31
    ),
    // All calls are in an array, in other tags, or in other words.
    (template("\(object)}", before: "<tool_call>\n[", after: "]\n</tool_call>"), nil),
    (
      template(
        "<tool_call>\n\(object)}\n</tool_call>", before: "<tool_calls>", after: "</tool_calls>"),
      nil
    ),
    (template("<tool_call>\n\(object), \"type\": \"function\"}\n</tool_call>"), nil),
    ("{{ messages }}", nil), ("{{ tools }}{{ messages }}<tool_call></tool_call>", nil),
    ("{% if tools %}{{ raise_exception('no tools') }}{% endif %}", nil), ("{{ tools", nil),
  ]

  @Test(arguments: templates.indices)
  func `K11: a format is found by the calls that a template writes`(index: Int) {
    let (template, format) = Self.templates[index]
    #expect(ToolCallFormat.format(ofTemplate: template)?.name == format?.name)
  }

  @Test(arguments: ["\n<think>Hm.</think>\nYes.", "\nYes.", "<think>Hm.</think>\nYes."])
  func `K9: thinking may begin with the text that the family writes in front of it`(
    output: String
  ) throws {
    let vocabulary = try Self.vocabulary()
    let part = try ToolCallFormat.glm.output(tools: [], thinking: .optional(limit: nil))
    var matcher = PlanMatcher(try TokenPlan(part, vocabulary: vocabulary))
    try matcher.commit(contentsOf: Self.tokens(output, vocabulary, longest: true) + [0])
    let report = Report(matcher.takeEvents())
    #expect(report.reasoning == (output.contains("<think>") ? "Hm." : ""))
    #expect(report.text == (output.contains("<think>") ? "Yes." : "\nYes."))
  }

  @Test func `K9: tools that cannot be written are errors`() throws {
    func tool(_ name: String, _ schema: String = "{\"type\": \"object\"}") throws -> PlanTool {
      try PlanTool(name: name, jsonSchema: schema)
    }
    let tools = try Self.tools.get()
    let faults: [(ToolCallFormat, [PlanTool], ToolCallFormat.ToolChoice, String)] = [
      (.hermes, [try tool("a b")], .automatic, "tool 'a b'"),
      (.hermes, [try tool("a"), try tool("a")], .automatic, "tool 'a'"),
      (.hermes, [], .required, "choice"),
      (.hermes, tools, .named("other"), "choice"),
      (.qwenCoder, [try tool("a", "{\"type\": \"array\"}")], .required, "tool 'a'"),
      (.glm, [try tool("a", "{\"properties\": {\"<x>\": {}}}")], .required, "tool 'a'"),
    ]
    for text in ["{", "[]"] { #expect(throws: SchemaImportError.self) { try tool("a", text) } }
    for (format, tools, choice, path) in faults {
      #expect { try format.output(tools: tools, choice: choice) } throws: {
        let error = $0 as? PlanError
        return error?.code == .invalid && error?.path == path
      }
    }
    #expect {
      try ToolCallFormat.llama.output(tools: [], thinking: .required(limit: nil))
    } throws: {
      ($0 as? PlanError)?.path == "thinking"
    }
  }
}
