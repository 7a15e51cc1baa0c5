#if CommandLine
import Foundation
import SchemaKit
import SchemaProviders
import SchemaSessionTesting
import Testing

@testable import SchemaCommandLine

struct ChatCommandTests {
  private let local = ["--model", "http://localhost:8080/v1", "--provider", "llama.cpp"]
  private let shape =
    ##"{"kind": "circle", "center": {"x": 1, "y": 2}, "radius": 3, "color": "#ff8800"}"##

  @Test func `a text is written as it arrives`() async {
    let run = await ChatRun(["Hello"] + local, replies: [["So", "up\n", "\tü\u{1B}[2J"]])
    #expect(run.status == 0, "\(run.messages)")
    #expect(run.output == "Soup\n\tü\\u001b[2J\n")
    #expect(run.messages.isEmpty)
    #expect(run.body().contains(#"{"role":"user","content":"Hello"}"#))
  }

  @Test func `an answer of a schema is written when it is complete and valid`() async {
    let run = await ChatRun(
      ["A circle", "--schema", "shape", "--usage"] + local,
      replies: [[String(shape.prefix(20)), String(shape.dropFirst(20))]])
    #expect(run.status == 0, "\(run.messages)")
    #expect(
      run.output == ##"{"kind":"circle","center":{"x":1,"y":2},"radius":3,"color":"#ff8800"}"##
        + "\n")
    #expect(
      run.messages.hasPrefix("9 tokens read (0 of them cached), 4 written (0 of them reasoning)\n"))
    #expect(
      run.messages.contains(/first token after [0-9]+\.[0-9]{2} s(, then .+ tokens a second)?\n$/),
      "\(run.messages)")
    #expect(run.progress.last?.hasPrefix("shape: ") == true)
    #expect(run.body().contains(#""response_format":{"type":"json_schema""#))
  }

  @Test func `on a terminal the answer is drawn as it grows, and left there`() async {
    var console = RecordingConsole()
    console.display.isTerminal = true
    let run = await ChatRun(
      ["A circle", "--schema", "shape"] + local,
      replies: [[String(shape.prefix(20)), String(shape.dropFirst(20))]], on: console)
    #expect(run.status == 0, "\(run.messages)")
    #expect(run.output.hasPrefix("\(LiveScreen.enter)"))
    #expect(run.output.contains("\u{1B}[Hshape"))
    let rest = run.output.components(separatedBy: "\(LiveScreen.leave)").last ?? ""
    #expect(rest.hasPrefix("shape\n✓ kind: \"circle\"\n"), "\(rest)")
    #expect(!rest.contains("{"))
    // A line of progress would write into the drawing.
    #expect(run.progress.isEmpty)
  }

  @Test func `an answer that does not fit is asked for again`() async {
    let arguments = ["A circle", "--schema", "shape"] + local
    let wrong = #"{"kind": "circle", "radius": 3}"#
    let run = await ChatRun(arguments, replies: [[wrong], [shape]])
    #expect(run.status == 0, "\(run.messages)")
    #expect(run.output.hasPrefix(#"{"kind":"circle","center""#))
    #expect(run.requests.count == 2)
    let failed = await ChatRun(arguments + ["--tries", "1"], replies: [[wrong]])
    #expect(failed.status == 1)
    #expect(failed.output.isEmpty)
    #expect(failed.messages.contains("<answer>: error: at"), "\(failed.messages)")
    #expect(
      failed.messages.hasSuffix(
        """
        error: The model's answer does not fit the schema.
          Raise --tries, or use a provider that enforces the schema.

        """), "\(failed.messages)")
  }

  @Test func `an answer that is not JSON is reported in one sentence, with options as advice`()
    async
  {
    let run = await ChatRun(
      ["A circle", "--schema", "shape"] + local, replies: [["Sure! A soup."], ["Sure! A soup."]])
    #expect(run.status == 1)
    #expect(!run.messages.contains("\\n") && !run.messages.contains("`"), "\(run.messages)")
    #expect(run.messages.matches(of: /could not be read/).count == 1, "\(run.messages)")
    #expect(run.messages.contains("\n  Raise --tries, or use"), "\(run.messages)")
  }

  @Test func `a message of several lines is written on several lines`() async {
    let run = await ChatRun(
      ["Hello"] + local,
      responses: [.init(status: 400, body: [#"{"error":{"message":"Bad.\nerror: worse"}}"#])])
    #expect(run.status == 2)
    #expect(
      run.messages == """
        error: The request failed (HTTP 400): llama.cpp: Bad.
          error: worse
          Check --provider and the other options.

        """)
  }

  @Test func `findings on a fitted answer name places of the schema`() async throws {
    let folder = try TemporaryFolder()
    let file = try folder.write(
      #"""
      {"type": "object", "properties": {"sizes": {"type": "object", "additionalProperties":
       {"type": "integer", "maximum": 9}}}, "required": ["sizes"], "additionalProperties": false}
      """#, to: "sizes.json")
    let run = await ChatRun(
      ["Sizes", "--schema", file, "--model", "gpt-5", "--provider", "openai", "--tries", "1"],
      replies: [[#"{"sizes": [{"key": "a", "value": 10}]}"#]],
      environment: ["OPENAI_API_KEY": "sk-test"])
    #expect(run.status == 1)
    #expect(
      run.messages.contains("<answer>: error: at /sizes/a: Expected a whole number of at most 9"),
      "\(run.messages)")
  }

  @Test func `the document validates the answer, also by keywords that no session checks`()
    async throws
  {
    let folder = try TemporaryFolder()
    let file = try folder.write(
      #"""
      {"type": "object", "properties": {"id": {"type": "integer"}}, "required": ["id"],
       "not": {"properties": {"id": {"const": 13}}}}
      """#, to: "order.json")
    let arguments = ["An order", "--schema", file] + local
    let good = await ChatRun(arguments, replies: [[#"{"id": 7}"#]])
    #expect(good.status == 0, "\(good.messages)")
    #expect(good.output == #"{"id":7}"# + "\n")
    let corrected = await ChatRun(arguments, replies: [[#"{"id": 13}"#], [#"{"id": 7}"#]])
    #expect(corrected.status == 0, "\(corrected.messages)")
    #expect(corrected.output == good.output)
    #expect(corrected.body(1).contains("The answer does not fit its schema in one place"))
    let bad = await ChatRun(arguments + ["--tries", "1"], replies: [[#"{"id": 13}"#]])
    #expect(bad.status == 1)
    #expect(bad.output.isEmpty)
    #expect(bad.messages.contains("<answer>: error:"), "\(bad.messages)")
  }

  @Test func `a null that stands for an absent property is left out`() async throws {
    let folder = try TemporaryFolder()
    let file = try folder.write(
      #"""
      {"type": "object", "properties": {"id": {"type": "integer"}, "note": {"type": "string"},
       "by": {"anyOf": [{"type": "string"}, {"type": "null"}]},
       "parts": {"type": "array", "items": {"type": "object",
         "properties": {"size": {"type": "number"}}}}},
       "required": ["id"], "additionalProperties": false}
      """#, to: "order.json")
    let run = await ChatRun(
      ["An order", "--schema", file, "--provider", "openai", "--model", "gpt-5"],
      replies: [[#"{"id": 7, "note": null, "by": null, "parts": [{"size": null}, {"size": 2}]}"#]],
      environment: ["OPENAI_API_KEY": "k"])
    #expect(run.status == 0, "\(run.messages)")
    #expect(run.output == #"{"id":7,"by":null,"parts":[{},{"size":2}]}"# + "\n")
  }

  @Test(arguments: [
    (
      ##"{"v": {"anyOf": [{"$ref": "#/$defs/n"}, {"$ref": "#/$defs/m"}]}}"##,
      #"{"v": {"n": null}}"#, #"{"v":{}}"#
    ),
    (
      ##"{"v": {"anyOf": [{"$ref": "#/$defs/n"}, {"$ref": "#/$defs/m"}]}}"##,
      #"{"v": {"m": "a"}}"#, #"{"v":{"m":"a"}}"#
    ),
    (
      ##"{"v": {"type": "object", "patternProperties": {"^x": {"$ref": "#/$defs/n"}}}}"##,
      #"{"v": {"x": {"n": null}, "y": {"n": null}}}"#, #"{"v":{"x":{},"y":{"n":null}}}"#
    ),
    (#"{"v": {"enum": ["a", 1]}}"#, #"{"v": null}"#, "{}"),
    (#"{"v": {"enum": ["a", null]}}"#, #"{"v": null}"#, #"{"v":null}"#),
  ])
  func `a null that stands for an absent property is left out wherever the schema allows that`(
    properties: String, answer: String, output: String
  ) async throws {
    let folder = try TemporaryFolder()
    let file = try folder.write(
      #"""
      {"type": "object", "properties": \#(properties), "additionalProperties": false, "$defs": {
        "n": {"type": "object", "properties": {"n": {"type": "integer"}}, \#
      "additionalProperties": false},
        "m": {"type": "object", "properties": {"m": {"type": "string"}}, "required": ["m"],
          "additionalProperties": false}}}
      """#, to: "schema.json")
    let run = await ChatRun(
      ["Answer", "--schema", file, "--tries", "1"] + local, replies: [[answer]])
    #expect(run.status == 0, "\(run.messages)")
    #expect(run.output == output + "\n")
  }

  @Test func `a null is removed by the property with exactly its name`() throws {
    let document =
      #"{"type": "object", "properties": {"\#u{E9}": {"type": "integer"}, "#
      + #""e\#u{301}": {"type": ["integer", "null"]}}}"#
    let nulls = AbsentNulls(try SchemaGraph(try SchemaImporter().import(document).schema))
    let kept = nulls.removed(
      from: try GeneratedContent(json: "{\"\u{E9}\": null, \"e\u{301}\": null}"))
    #expect(Array(kept.jsonString(.compact).utf8) == Array("{\"e\u{301}\":null}".utf8))
  }

  @Test func `an answer that is cut off or declined is of no use`() async {
    let cut = await ChatRun(
      ["A circle", "--schema", "shape"] + local,
      responses: [.init(body: [ChatRun.stream([#"{"kind": "circle", "cen"#], reason: "length")])])
    #expect(cut.status == 1)
    #expect(cut.output.isEmpty)
    #expect(
      cut.messages == """
        error: The text could not be read: The answer was cut off at the largest number of \
        tokens (length). Missing: /center, /radius, /color.
          Raise --max-tokens, or ask for less.

        """)
    let text = await ChatRun(
      ["Hello"] + local,
      responses: [.init(body: [ChatRun.stream(["half a sent"], reason: "length")])])
    #expect(text.status == 1)
    #expect(text.output == "half a sent\n")
    #expect(text.messages.contains("cut off"), "\(text.messages)")
    let refused = await ChatRun(
      ["A bomb"] + local,
      responses: [
        .init(body: [
          #"data: {"choices":[{"delta":{"refusal":"I cannot."},"finish_reason":"stop"}]}"#
            + "\n\ndata: [DONE]\n\n"
        ])
      ])
    #expect(refused.status == 1)
    #expect(refused.messages.contains("declines"), "\(refused.messages)")
  }

  @Test func `an error of the server gives status 2, after the text that has arrived`() async {
    let body = ChatRun.stream(["Da"]).components(separatedBy: "\n\n")[0] + "\n\n"
    let run = await ChatRun(["Hello"] + local, responses: [.init(body: [body])])
    #expect(run.status == 2)
    #expect(run.output == "Da\n")
    #expect(run.messages.hasPrefix("error: "), "\(run.messages)")
    let rejected = await ChatRun(
      ["Hello"] + local,
      responses: [.init(status: 401, body: [#"{"error":{"message":"Who are you?"}}"#])])
    #expect(rejected.status == 2)
    #expect(rejected.messages.contains("Who are you?"))
    #expect(rejected.messages.contains("--key-variable"))
  }

  @Test func `an invalid address and a missing key have one remedy each`() async {
    let address = await ChatRun(["Hello", "--model", "http://"])
    #expect(address.status == 2)
    #expect(
      address.messages == """
        error: The request failed: the server: the base URL "http://" is not an address.
          Use a form like https://host/v1.

        """)
    let key = await ChatRun(
      ["Hello"] + local,
      responses: [.init(status: 401, body: [#"{"error":{"message":"Who are you?"}}"#])])
    #expect(
      key.messages == """
        error: The request failed (HTTP 401): llama.cpp: Who are you?
          Name the variable of a key with --key-variable.

        """)
  }

  /// A tool that fails.
  private struct BrokenTool: Tool {
    let name = "find"
    let description = "Finds."

    func call(arguments: GeneratedContent) async throws -> String {
      throw CommandError("The shelf is empty.")
    }

    var parameters: GenerationSchema {
      GenerationSchema(type: GeneratedContent.self, properties: [])
    }
  }

  @Test func `an error of a tool or a session has advice for the command`() async throws {
    let call = ScriptedModel.Reply.toolCalls([.init(name: "find", arguments: "{}")])
    for (tools, replies) in [
      ([BrokenTool()], [call]), ([BrokenTool(), BrokenTool()], ["a"]),
    ] as [([any Tool], [ScriptedModel.Reply])] {
      var console = RecordingConsole()
      let request = ChatRequest(model: ScriptedModel(replies), tools: tools, prompt: "Find soup.")
      await #expect(throws: ExitStatus.trouble) { try await request.run(on: &console) }
      #expect(console.messages.contains("find"), "\(console.messages)")
      #expect(
        console.messages.hasSuffix("\n  Check the server of --tools.\n"), "\(console.messages)")
    }
  }

  @Test func `the prompt is made of arguments and standard input`() async {
    var console = RecordingConsole()
    console.input = [Array("It is ".utf8), Array("cold.".utf8)]
    let both = await ChatRun(["Sort this:", "-"] + local, replies: [["a"]], on: console)
    #expect(both.body().contains(#""content":"Sort this:\n\nIt is cold.""#), "\(both.body())")
    let alone = await ChatRun(local, replies: [["a"]], on: console)
    #expect(alone.body().contains(#""content":"It is cold.""#))
    let empty = await ChatRun(local, replies: [["a"]])
    #expect(empty.status == 2)
    #expect(empty.messages.contains("The prompt is empty."))
    console.input = [[0xFF]]
    let binary = await ChatRun(local, replies: [["a"]], on: console)
    #expect(binary.status == 2)
    #expect(binary.messages.contains("not text in UTF-8"))
  }

  @Test func `options reach the model`() async {
    let run = await ChatRun(
      ["Hello", "--instructions", "Be brief.", "--temperature", "0.5", "--max-tokens", "40"]
        + local, replies: [["a"]])
    for part in [
      #"{"role":"system","content":"Be brief."}"#, #""temperature":0.5"#, #""max_tokens":40"#,
    ] { #expect(run.body().contains(part), "\(run.body())") }
  }

  @Test(arguments: [
    ["Hello"], ["Hello", "--model", "http://h/v1", "--tries", "0"],
    ["-", "-", "--model", "http://h/v1"], ["-", "--schema", "-", "--model", "http://h/v1"],
    ["Hello", "--model", "http://h/v1", "--pretty"],
    ["Hello", "--model", "http://h/v1", "--tries", "3"],
    ["Hello", "--model", "http://h/v1", "--at", "/a"],
    ["Hello", "--model", "http://h/v1", "--temperature", "-1"],
    ["Hello", "--model", "http://h/v1", "--temperature", "inf"],
    ["Hello", "--model", "http://h/v1", "--max-tokens", "0"],
    ["Hello", "--model", "http://h/v1", "--provider", "gopher"],
  ])
  func `arguments that make no sense are trouble`(arguments: [String]) {
    let run = CommandRun(["chat"] + arguments)
    #expect(run.status == 2)
    #expect(run.output.isEmpty && run.messages.contains("Usage: schema chat"))
  }

  @Test func `a schema that does not exist is trouble, and nothing is sent`() async {
    let run = await ChatRun(["Hello", "--schema", "recpie"] + local, replies: [["a"]])
    #expect(run.status == 2)
    #expect(run.messages.contains("Did you mean 'recipe'?"), "\(run.messages)")
    #expect(run.requests.isEmpty)
  }
}
#endif
