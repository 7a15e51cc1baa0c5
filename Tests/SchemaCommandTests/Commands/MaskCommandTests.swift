import SchemaContent
import SchemaTestSupport
import Testing

@testable import SchemaCommandLine

#if CommandLine
struct MaskCommandTests {
  /// A tokenizer with a token for each byte, whose number is that of the byte.
  private static let tokenizer: String = {
    let visible = (0x21...0x7E).map(UInt32.init) + (0xA1...0xAC) + (0xAE...0xFF)
    let hidden = (0...255 as ClosedRange<UInt32>).filter { !visible.contains($0) }
    let spelled = visible.map { ($0, $0) } + hidden.enumerated().map { ($1, 0x100 + UInt32($0)) }
    let vocabulary = spelled.map { byte, scalar in
      (Unicode.Scalar(scalar).map { String($0) } ?? "", GeneratedContent(Int(byte)))
    }
    return GeneratedContent(properties: [
      "model": GeneratedContent(properties: [
        "type": "BPE",
        "vocab": GeneratedContent(properties: vocabulary, uniquingKeysWith: { first, _ in first }),
      ]),
      "decoder": GeneratedContent(properties: ["type": "ByteLevel"]),
      "added_tokens": [
        GeneratedContent(properties: ["id": 256, "content": "</s>", "special": true])
      ],
    ]).jsonString
  }()

  private static let schema = #"""
    {"type": "object", "properties": {"\u001f": {"type": "integer"}},
     "additionalProperties": {"type": "string"}}
    """#

  @Test(
    arguments: [
      (#"{"\u001f":1"#, "  125  \"}\"", true), (#"{"\u001f":""#, "", false),
      (#"{"\u001F":"x""#, "", false), (#"{"a":"x""#, "  125  \"}\"", true),
    ])
  func `tokens are listed after a text that fits, and other texts are errors`(
    text: String, line: String, fits: Bool
  ) throws {
    let folder = try TemporaryFolder()
    let run = try CommandRun([
      "mask", folder.write(Self.schema, to: "s.json"), "--vocabulary",
      folder.write(Self.tokenizer, to: "tokenizer.json"), "--text", text,
    ])
    #expect((run.status == 0) == fits, "\(run.messages)")
    #expect(run.output.contains(line))
  }

  @Test func `references lead to the files that are named`() throws {
    let folder = try TemporaryFolder()
    let part = try folder.write(#"{"$defs": {"A": {"enum": [7]}}}"#, to: "part.json")
    let document = ##"{"s": {"$ref": "https://h/part.json#/$defs/A"}}"##
    let file = try folder.write(document, to: "s.json")
    let tokenizer = try folder.write(Self.tokenizer, to: "tokenizer.json")
    let options = ["--vocabulary", tokenizer, "--references", part]
    let run = CommandRun(["mask", file, "--at", "/s"] + options)
    #expect(run.output.contains(#"forced: "7""#), "\(run.output) \(run.messages)")
    let request = document.replacing(#""s":"#, with: #""tokens": [], "schema":"#)
    let answer = CommandRun(["mask", "-"] + options, on: Self.console(request))
    #expect(answer.output.contains(#""counts": [1]"#), "\(answer.output)")
    let other = CommandRun(
      ["mask", "-", "--vocabulary", tokenizer, "--references", folder.path("none.json")],
      on: Self.console(request))
    #expect(
      other.output
        == """
        {"error": "The file '\(folder.path("none.json"))' cannot be read: there is none."}

        """)
  }

  private static func console(_ input: String) -> RecordingConsole {
    RecordingConsole(input: [Array(input.utf8)])
  }

  @Test func `the example in the help runs`() throws {
    let folder = try TemporaryFolder()
    let help = CommandRun("mask", "--help").output
    let line = try #require(help.split(separator: "\n").first { $0.contains("--text '") })
    var arguments = line.split(separator: " ").dropFirst().map(String.init)
    try #require(arguments.count == 6 && arguments[3] == "tokenizer.json")
    arguments[3] = try folder.write(Self.tokenizer, to: "tokenizer.json")
    arguments[5] = arguments[5].filter { $0 != "'" }
    let run = CommandRun(arguments)
    #expect(run.status == 0, "\(run.messages)")
    #expect(run.output.contains("tokens may follow"))
  }

  @Test func `equal warnings are one, and a forced text is a string of JSON`() throws {
    let folder = try TemporaryFolder()
    let schema = #"""
      {"type": "object", "properties": {"a": {"type": "object"}, "b": {"type": "object"}},
       "required": ["a"]}
      """#
    let run = try CommandRun([
      "mask", folder.write(schema, to: "s.json"), "--vocabulary",
      folder.write(Self.tokenizer, to: "tokenizer.json"),
    ])
    #expect(run.status == 0, "\(run.messages)")
    #expect(run.output.contains(#"forced: "{\"a\":{"#), "\(run.output)")
    let warnings = run.messages.split(separator: "\n").filter {
      $0.contains("The name of an undeclared property")
    }
    #expect(warnings.count == 1, "\(run.messages)")
    #expect(warnings.first?.contains("at the root, /a and /b: ") == true, "\(run.messages)")
  }

  @Test func `a keyword that masks do not enforce has no validator in its warning`() throws {
    let folder = try TemporaryFolder()
    let schema = #"{"type": "array", "items": {"type": "boolean"}, "uniqueItems": true}"#
    let run = try CommandRun([
      "mask", folder.write(schema, to: "s.json"), "--vocabulary",
      folder.write(Self.tokenizer, to: "tokenizer.json"),
    ])
    #expect(
      run.messages.contains("'uniqueItems' is not enforced while decoding."), "\(run.messages)")
    #expect(!run.messages.contains("validator"), "\(run.messages)")
  }

  @Test func `a warning on the elements of an array says so`() throws {
    let folder = try TemporaryFolder()
    let schema = #"{"type": "array", "items": {"type": "object"}}"#
    let run = try CommandRun([
      "mask", folder.write(schema, to: "s.json"), "--vocabulary",
      folder.write(Self.tokenizer, to: "tokenizer.json"),
    ])
    #expect(run.messages.contains("warning: at the elements of the root: "), "\(run.messages)")
  }

  @Test func `warnings on one schema with one remedy are one`() throws {
    let folder = try TemporaryFolder()
    let schema = #"""
      {"type": "object", "additionalProperties": false,
       "properties": {
         "a": {"type": "array", "items": {"type": "integer"}, "uniqueItems": true,
               "contains": {"type": "integer"}},
         "b": {"type": "string", "allOf": [{"pattern": "(a)\\1"}, {"pattern": "(b)\\1"}]},
         "xyz": {"type": "boolean"}},
       "patternProperties": {
         "^x": {"type": "string"}, "^xy": {"type": "integer"}, "^xyz": {"type": "null"}}}
      """#
    let run = try CommandRun([
      "mask", folder.write(schema, to: "s.json"), "--vocabulary",
      folder.write(Self.tokenizer, to: "tokenizer.json"),
    ])
    #expect(run.status == 0, "\(run.messages)")
    // A warning on several keywords is at the position of their schema.
    #expect(run.messages.contains("s.json:3:9: warning: at /properties/a: "), "\(run.messages)")
    let warnings = run.messages.split(separator: "\n").filter { $0.contains(" warning: ") }
      .map { $0.split(separator: " warning: ").last.map(String.init) ?? "" }
    let expected = [
      "at /properties/a: 'uniqueItems' and 'contains' are not enforced while decoding.",
      #"at /b: The patterns '(a)\1', '(b)\1' are not enforced: they have lookarounds or"#,
      "at /xyz: The schemas of the patterns '^x', '^xy', '^xyz' are not enforced for this",
      "at the root: Masks allow no name that matches two of the patterns '^x', '^xy', '^xyz'.",
    ]
    for problem in expected {
      #expect(warnings.count { $0.hasPrefix(problem) } == 1, "\(run.messages)")
    }
    #expect(warnings.count { $0.contains("not enforced") || $0.contains("Masks") } == 4)
  }

  @Test func `objects and values of any kind have one warning for names that occur twice`() throws {
    let folder = try TemporaryFolder()
    let schema = #"{"type": "object", "properties": {"a": {}, "b": {"type": "object"}}}"#
    let path = try folder.write(schema, to: "s.json")
    let run = try CommandRun([
      "mask", path, "--vocabulary", folder.write(Self.tokenizer, to: "tokenizer.json"),
    ])
    #expect(run.status == 0, "\(run.messages)")
    #expect(
      run.messages.hasSuffix(
        """
        s.json: warning: at the root, /a and /b: The name of an undeclared property may occur \
        twice. [mask.not-enforced]

        """), "\(run.messages)")
    #expect(run.messages.split(separator: "\n").count == 1)
  }

  @Test(
    arguments: [
      (["-", "--spaced"], "leave out --spaced."),
      (["-", "--at", "/a"], "leave out --at."),
      (["-", "--text", "", "--list", "20"], "leave out --text and --list."),
      (
        ["-", "--text", "{", "--list", "1", "--spaced", "--any-order"],
        "leave out --text, --list, --spaced and --any-order."
      ),
      (["recipe", "--list=-1"], "--list has to be at least 0."),
    ])
  func `options without an effect are errors`(arguments: [String], problem: String) {
    let run = CommandRun(["mask", "--vocabulary", "tokenizer.json"] + arguments)
    #expect(run.status == 2)
    #expect(run.messages.contains(problem), "\(run.messages)")
  }

  @Test(arguments: ["whitespace", "order"])
  func `a long word in a request is shortened in the answer`(member: String) throws {
    let tokenizer = try TemporaryFolder()
    let word = String(repeating: "x", count: 100_000)
    let run = CommandRun(
      "mask", "-", "--vocabulary", try tokenizer.write(Self.tokenizer, to: "tokenizer.json"),
      input: #"{"schema": {}, "tokens": [], "\#(member)": "\#(word)"}"#)
    #expect((1..<400).contains(run.output.utf8.count))
  }

  @Test(arguments: [
    (#"{"tokens": []}"#, "A request needs \"schema\", a JSON Schema."),
    (#"{"schema": {}}"#, "A request needs \"tokens\", a list of the numbers of tokens."),
    (
      #"{"schema": {}, "tokens": [], "order": 1}"#,
      "The member \"order\" of a request has to be a string."
    ),
    (
      #"{"schema": {}, "tokens": [], "list": 1}"#,
      "The member \"list\" of a request has to be true or false."
    ),
    (
      #"{"schema": }"#,
      "At line 1, column 12 (byte 11): The text is not valid JSON: expected a value, found \"}\". "
        + "Write one JSON value, without comments or text around it."
    ),
    (
      ##"{"schema": {"$ref": "http://h/a"}, "tokens": []}"##,
      "At /$ref: 'http://h/a' refers to another document, which is not fetched. Copy the target "
        + "into '$defs', or name its file, or a folder with it, with --references."
    ),
  ])
  func `the answer to an unusable request states the problem`(
    request: String, message: String
  ) throws {
    let folder = try TemporaryFolder()
    let run = try CommandRun(
      "mask", "-", "--vocabulary", folder.write(Self.tokenizer, to: "tokenizer.json"),
      input: request)
    let answer = try GeneratedContent(json: run.output)
    #expect(try answer.value(String.self, forProperty: "error") == message)
  }

  @Test(arguments: [
    Array(#"{"schema": {}, "tokens": [1"#.utf8),
    Array(#"{"schema": {}, "tokens": [], "x": ""#.utf8) + [0xFF, 0x22, 0x7D],
  ])
  func `the answer to a request that is cut off or not UTF-8 is an error`(request: [UInt8]) throws {
    let folder = try TemporaryFolder()
    let run = try CommandRun(
      ["mask", "-", "--vocabulary", folder.write(Self.tokenizer, to: "tokenizer.json")],
      on: RecordingConsole(input: [request]))
    let answer = try GeneratedContent(json: run.output)
    #expect(answer.properties.map { $0.0 } == ["error"])
  }

  @Test func `a server answers each line with the members that the help names`() throws {
    let folder = try TemporaryFolder()
    let tokenizer = try folder.write(Self.tokenizer, to: "tokenizer.json")
    let record = #"{"type": "object", "properties": {"a": {}, "b": {}}, "required": ["a", "b"]}"#
    let requests = [
      #"{"schema": {"type": "boolean"}, "tokens": [116], "list": true}"#,
      #"{"schema": {"type": "boolean"}, "tokens": [], "whitespace": "wide"}"#,
      #"{"schema": {"type": "boolean"}, "tokens": [], "order": "none"}"#,
      #"{"schema": \#(record), "tokens": [123, 34, 98]}"#,
      #"{"schema": \#(record), "tokens": [123, 34, 98], "order": "any"}"#,
    ]
    // An empty line is no request, and the last one may have no end.
    let run = CommandRun(
      "mask", "-", "--vocabulary", tokenizer, input: requests.joined(separator: "\r\n\n"))
    let answers = try run.output.split(separator: "\n").map {
      try GeneratedContent(json: String($0))
    }
    try #require(answers.count == 5)
    #expect(try answers[0].value([Int].self, forProperty: "counts") == [2, 1])
    #expect(try answers[0].value([Int].self, forProperty: "last") == [114])
    #expect(try answers[1].value(String.self, forProperty: "error").contains("'wide'"))
    #expect(try answers[2].value(String.self, forProperty: "error").contains("'none'"))
    #expect(try answers[3].value([Int].self, forProperty: "counts").count == 3)
    #expect(try answers[4].value([Int].self, forProperty: "counts").count == 4)
    let help = CommandRun("mask", "--help").output
    for (name, _) in answers.flatMap(\.properties) {
      #expect(help.contains("\"\(name)\""), "\(name)")
    }
  }
}
#endif
