import ConstrainedDecoding
import SchemaTestSupport
import Testing

/// Structural tags as servers take them.
struct StructuralTagTests {
  static let tool = """
    {"type": "structural_tag", "format": {"type": "sequence", "elements": [
      {"type": "tag", "begin": "<think>", "content": {"type": "any_text", "max_tokens": 20},
       "end": "</think>"},
      {"type": "triggered_tags", "triggers": ["<tool_call>"], "tags": [
        {"begin": "<tool_call>\\n{\\"name\\": \\"f\\", \\"arguments\\": ", "content":
          {"type": "json_schema", "json_schema": {"enum": [{"a": 1}]}}, "end": "}\\n</tool_call>"},
        {"begin": "<tool_call>\\n{\\"name\\": \\"g\\", \\"arguments\\": ", "content":
          {"type": "json_schema", "style": "json", "json_schema": {"const": {}}},
          "end": ["}\\n</tool_call>", "}</tool_call>"]}],
       "at_least_one": AT_LEAST, "stop_after_first": STOP}]}}
    """

  /// What a tag accepts and refuses, as whole outputs.
  static let cases: [(tag: String, accepted: [String], refused: [String])] = [
    (
      tool.replacing("AT_LEAST", with: "false").replacing("STOP", with: "false"),
      [
        "<think>ab</think>", "<think></think>Hi",
        "<think>x</think>a<tool_call>\n{\"name\": \"f\", \"arguments\": {\"a\": 1}}\n</tool_call>b"
          + "<tool_call>\n{\"name\": \"g\", \"arguments\": {}}</tool_call>",
      ], ["Hi", "<think>x</think><tool_call>\n{\"name\": \"h", "<think>x"]
    ),
    (
      tool.replacing("AT_LEAST", with: "true").replacing("STOP", with: "true"),
      ["<think></think><tool_call>\n{\"name\": \"g\", \"arguments\": {}}\n</tool_call>"],
      [
        "<think></think>Hi", "<think></think>",
        "<think></think>Hi<tool_call>\n{\"name\": \"g\", \"arguments\": {}}\n</tool_call>",
        "<think></think><tool_call>\n{\"name\": \"g\", \"arguments\": {}}\n</tool_call>.",
      ]
    ),
    (
      tool.replacing("AT_LEAST", with: "true").replacing("STOP", with: "false"),
      [
        "<think></think><tool_call>\n{\"name\": \"g\", \"arguments\": {}}\n</tool_call>.",
        "<think></think><tool_call>\n{\"name\": \"g\", \"arguments\": {}}</tool_call>a<tool_call>\n"
          + "{\"name\": \"f\", \"arguments\": {\"a\": 1}}\n</tool_call>",
      ],
      [
        "<think></think>Hi", "<think></think>",
        "<think></think>\n<tool_call>\n{\"name\": \"g\", \"arguments\": {}}\n</tool_call>",
      ]
    ),
    (
      #"""
      {"type": "or", "elements": [{"type": "const_string", "value": "yes"}, \#
      {"type": "regex", "pattern": "n|no+"}]}
      """#,
      ["yes", "n", "nooo"], ["y", "on", "yesn"]
    ),
    (
      """
      {"format": {"type": "sequence", "elements": [{"type": "optional", "content":
      {"type": "const_string", "value": "a"}}, {"type": "star", "content": {"type": "const_string",
      "value": "b"}}, {"type": "plus", "content": {"type": "const_string", "value": "c"}},
      {"type": "repeat", "min": 2, "max": 3, "content": {"type": "const_string", "value": "d"}}]}}
      """, ["cdd", "abbccddd"], ["abb", "cd", "cdddd", "aacdd"]
    ),
    (
      """
      {"type": "tags_with_separator", "separator": ", ", "at_least_one": true, "tags": [
      {"type": "tag", "begin": "[", "content": {"type": "json_schema", "json_schema":
      {"type": "integer"}}, "end": "]"}, {"begin": "(", "content": {"type": "sequence",
      "elements": [{"type": "const_string", "value": "!"}, {"type": "any_text"}]}, "end": ")"}]}
      """, ["[12]", "[1], (!x), [2]"], ["", "[1],(", "(x)", "[1], "]
    ),
    (
      """
      {"structures": [{"begin": "<f>", "schema": {"const": 1}, "end": "</f>"},
      {"begin": "<f2>", "schema": {"const": 2}, "end": "</f2>"}], "triggers": ["<f"]}
      """, ["", "text", "a<f>1</f>b<f2>2</f2>"], ["<f>2", "<f2>1", "a<f"]
    ),
    (
      #"{"type": "any_text", "excludes": ["bad"]}"#, ["", "ba d"], ["bad", "xbad"]
    ),
    (
      #"{"type": "sequence", "elements": [{"type": "token", "token": "[CALL]"}]}"#, [], ["[CALL]"]
    ),
  ]

  @Test(arguments: cases.indices)
  func `K9: a structural tag accepts its outputs`(index: Int) throws {
    let (tag, accepted, refused) = Self.cases[index]
    let vocabulary = try PlanMatcherTests.vocabulary()
    let plan = try TokenPlan(StructuralTag(json: tag).part, vocabulary: vocabulary)
    for (text, isAccepted) in accepted.map({ ($0, true) }) + refused.map({ ($0, false) }) {
      var matcher = PlanMatcher(plan)
      let isRead = (try? matcher.commit(text: text)) != nil
      #expect((isRead && matcher.canEnd) == isAccepted, "'\(text)' of \(tag)")
    }
  }

  @Test func `K9: a token of a tag is a special token`() throws {
    let vocabulary = try PlanMatcherTests.vocabulary()
    let tag = """
      {"type": "tag", "begin": {"type": "token", "token": "[CALL]"}, "content": {"type": "any_text",
      "max_tokens": 2}, "end": {"type": "token", "token": "<|call|>"}}
      """
    var matcher = PlanMatcher(try TokenPlan(StructuralTag(json: tag).part, vocabulary: vocabulary))
    try matcher.commit(contentsOf: [1, 3 + 65, 3 + 66])
    #expect(try PlanMatcherTests.mask(matcher).tokens == [2])
    try matcher.commit(contentsOf: [2, 0])
    #expect(matcher.takeEvents() == [.text("AB"), .ended(token: 0)])
  }

  static let faults: [(tag: String, path: String)] = [
    ("{", "structural tag"), ("[]", "structural tag"), ("{}", "structural tag"),
    (#"{"format": {"type": "lark"}}"#, "/format"),
    (
      #"{"format": {"type": "sequence", "elements": [{"type": "const_string"}]}}"#,
      "/format/elements/0"
    ),
    (#"{"type": "json_schema", "json_schema": {}, "style": "qwen_xml"}"#, "structural tag"),
    (#"{"type": "regex", "pattern": "("}"#, "structural tag"),
    (
      #"{"type": "tag", "begin": "a", "end": [], "content": {"type": "any_text"}}"#,
      "structural tag"
    ),
    (
      #"""
      {"type": "triggered_tags", "triggers": ["b"], \#
      "tags": [{"begin": "a", "end": "c", "content": {"type": "any_text"}}]}
      """#,
      "structural tag"
    ),
    (
      #"""
      {"type": "triggered_tags", "triggers": ["a", "a"], \#
      "tags": [{"begin": "a", "end": "c", "content": {"type": "any_text"}}, {"begin": "z"}]}
      """#,
      "structural tag"
    ),
    (#"{"type": "triggered_tags", "triggers": ["a"], "tags": []}"#, "structural tag"),
    (
      #"""
      {"structures": [{"begin": "a", "schema": {}, "end": "c"}, \#
      {"begin": "z", "schema": {}, "end": "c"}], "triggers": ["a", "a"]}
      """#,
      "structural tag"
    ),
    (
      #"{"type": "repeat", "min": 1.5, "content": {"type": "any_text"}}"#, "structural tag"
    ),
  ]

  /// Tags with a member that the format does not have: its name, and the path of the format.
  static let unknownMembers: [(tag: String, member: String, path: String)] = [
    (#"{"format": {"type": "any_text", "max_chars": 5}}"#, "max_chars", "/format"),
    (
      #"{"type": "tag", "begin": "a", "end": "b", "content": {"type": "any_text", "stop": "x"}}"#,
      "stop", "/content"
    ),
    (
      #"""
      {"type": "tag", "begin": "a", "end": "b", \#
      "content": {"type": "sequence", "elements": [{"type": "any_text"}], "any_order": true}}
      """#,
      "any_order", "/content"
    ),
    (
      #"{"type": "json_schema", "json_schema": {}, "strict": true, "schema": null}"#, "strict",
      "structural tag"
    ),
    (
      #"""
      {"type": "triggered_tags", "triggers": ["a"], \#
      "tags": [{"begin": "a", "end": "c", "until": "d", "content": {"type": "any_text"}}]}
      """#,
      "until", "/tags/0"
    ),
    (
      #"""
      {"type": "tag", "begin": {"type": "token", "token": "[CALL]", "id": 1}, \#
      "content": {"type": "any_text"}, "end": "b"}
      """#,
      "id", "/begin"
    ),
    (
      #"""
      {"structures": [{"begin": "<f>", "schema": {}, "end": "</f>", "x": 1}], "triggers": ["<f"]}
      """#,
      "x", "/structures/0"
    ),
    (#"{"format": {"type": "any_text"}, "triggers": ["<f"]}"#, "triggers", "structural tag"),
  ]

  @Test(arguments: unknownMembers.indices)
  func `K9: an unknown member of a tag is an error that names it`(index: Int) {
    let (tag, member, path) = Self.unknownMembers[index]
    #expect { try StructuralTag(json: tag) } throws: {
      let error = $0 as? PlanError
      return error?.code == .unsupportedTag && error?.path == path
        && error?.problem == "The member '\(member)' is not supported."
    }
  }

  @Test func `K9: a member that is null is a missing one`() throws {
    let vocabulary = try PlanMatcherTests.vocabulary()
    let tag = #"{"type": "structural_tag", "format": {"type": "any_text", "max_chars": null}}"#
    var matcher = PlanMatcher(try TokenPlan(StructuralTag(json: tag).part, vocabulary: vocabulary))
    try matcher.commit(text: "Hi")
    #expect(matcher.canEnd)
  }

  @Test(arguments: faults.indices)
  func `K9: a tag that cannot be read is an error of its format`(index: Int) {
    let (tag, path) = Self.faults[index]
    #expect { try StructuralTag(json: tag) } throws: {
      let error = $0 as? PlanError
      return error?.code == .unsupportedTag && error?.path == path
    }
  }

  /// Members that are missing or have another type: the problem.
  static let wrongMembers: [(tag: String, problem: String)] = [
    (#"{"type": "sequence"}"#, "'elements' is missing; it has to be an array."),
    (
      #"{"type": "any_text", "excludes": [1]}"#, "'excludes' has to be an array of strings."
    ),
    (
      #"{"type": "any_text", "max_tokens": -2}"#,
      "'max_tokens' has to be a whole number of at least 0, or -1 for no limit."
    ),
    (
      #"{"type": "tag", "begin": "a", "end": [], "content": {"type": "any_text"}}"#,
      "'end' has to be an array of at least one string."
    ),
  ]

  @Test(arguments: wrongMembers.indices)
  func `K9: the error for a wrong member states the type`(index: Int) {
    let (tag, problem) = Self.wrongMembers[index]
    #expect { try StructuralTag(json: tag) } throws: { ($0 as? PlanError)?.problem == problem }
  }

  /// A marker that begins within itself, and many texts with a long one.
  static let longMarkers: [(marker: String, count: Int)] = [
    (String(repeating: "a", count: 2_000), 1),
    ((1_000..<1_300).map(String.init).joined(), 600),
  ]

  @Test(.withOptimizer, arguments: longMarkers)
  func `H3: markers whose ways out take too long to find are an error`(
    marker: String, count: Int
  ) throws {
    let vocabulary = try PlanMatcherTests.vocabulary()
    let tag = """
      {"type": "repeat", "min": \(count), "max": \(count), "content":
      {"type": "tag", "begin": "<", "content": {"type": "any_text"}, "end": "\(marker)"}}
      """
    let part = try StructuralTag(json: tag).part
    #expect { try TokenPlan(part, vocabulary: vocabulary) } throws: {
      ($0 as? PlanError)?.code == .limitExceeded
    }
  }

  @Test func `H3: what writes nothing takes no time, however often it is repeated`() throws {
    let vocabulary = try PlanMatcherTests.vocabulary()
    var tag = #"{"type": "const_string", "value": ""}"#
    for _ in 0..<4 { tag = #"{"type": "repeat", "min": 65536, "max": 65536, "content": \#(tag)}"# }
    var matcher = PlanMatcher(try TokenPlan(StructuralTag(json: tag).part, vocabulary: vocabulary))
    #expect(matcher.canEnd)
    try matcher.commit(0)
    #expect(matcher.isFinished)
  }

  @Test func `H1: deep nesting is an error`() {
    let deep =
      String(repeating: #"{"type": "star", "content": "#, count: 400)
      + #"{"type": "any_text"}"# + String(repeating: "}", count: 400)
    #expect { try StructuralTag(json: deep) } throws: {
      ($0 as? PlanError)?.code == .unsupportedTag
    }
  }
}
