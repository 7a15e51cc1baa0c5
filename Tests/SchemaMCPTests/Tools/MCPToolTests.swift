import SchemaModel
import SchemaSessions
import SessionTestSupport
import Testing

@testable import SchemaMCP

struct MCPToolTests {
  private struct Cook: Tool {
    let name = "cook"
    let description = "Cooks a dish"

    func call(arguments: Find.Arguments) async throws -> Dish {
      Dish(name: arguments.term, minutes: 40)
    }
  }

  private struct Echo: Tool {
    let description = "Repeats a text"
    let parameters = String.generationSchema

    func call(arguments: String) async throws -> String { arguments }
  }

  private struct Failure: Error, CustomStringConvertible {
    let description = "The oven is cold."
  }

  @Test("is listed with its name, its description and its schemas")
  func description() throws {
    let json = try ModelContextProtocol.ToolList([Find(), Cook()]).jsonString
    let input = #"""
      {"type":"object","title":"Arguments","additionalProperties":false,"properties":\#
      {"term":{"type":"string","pattern":"[a-z]+"}},"required":["term"]}
      """#
    let output = #"""
      {"type":"object","title":"Dish","additionalProperties":false,"properties":\#
      {"name":{"type":"string"},"minutes":{"type":"integer","minimum":5,"maximum":120}},\#
      "required":["name","minutes"]}
      """#
    #expect(
      json == #"""
        {"tools":[{"name":"find","description":"Finds dishes","inputSchema":\#(input)},\#
        {"name":"cook","description":"Cooks a dish","inputSchema":\#(input),\#
        "outputSchema":\#(output)}]}
        """#)
    #expect(
      try ModelContextProtocol.ToolDescription(Find(), title: "Find").jsonString.contains(
        #""title":"Find","#))
  }

  /// A tool whose results are lists.
  private struct Menu: Tool {
    let name = "menu"
    let description = "Lists dishes"

    func call(arguments: Find.Arguments) async throws -> [String] { [arguments.term, "pie"] }
  }

  @Test("a result that is not an object has a schema for the newest revision only")
  func lists() async throws {
    let tool = try ModelContextProtocol.ToolDescription(Menu())
    #expect(tool.outputSchema != nil)
    #expect(tool.content.property(named: "outputSchema") == nil)
    #expect(
      tool.statelessContent.property(named: "outputSchema")?.jsonString(.compact)
        == #"{"type":"array","items":{"type":"string"}}"#)
    #expect(try ModelContextProtocol.ToolDescription(Find()).outputSchema == nil)
    let arguments = try GeneratedContent(json: #"{"term":"dal"}"#)
    let call = ModelContextProtocol.ToolCall(name: "menu", arguments: arguments)
    #expect(try await call.run(among: [Menu()]).structuredContent == nil)
    #expect(
      try await ModelContextProtocol.ToolSet([Menu()]).run(call, isStateless: true)
        .structuredContent?.jsonString
        == #"["dal", "pie"]"#)
  }

  @Test("a remote tool is strict by default")
  func strictness() throws {
    let tool = try ModelContextProtocol.ToolDescription(Find())
    let run:
      @Sendable (ModelContextProtocol.ToolCall) async throws -> ModelContextProtocol.ToolResult = {
        _ in
        ModelContextProtocol.ToolResult(text: "")
      }
    #expect(tool.tool(call: run).isStrict)
    #expect(!tool.tool(isStrict: false, call: run).isStrict)
  }

  @Test("needs an object for its arguments, and a name of its own")
  func faults() {
    let error = #expect(throws: MCPError.self) {
      try ModelContextProtocol.ToolDescription(Echo())
    }
    #expect(error?.description.contains(#"The tool "Echo": The arguments"#) == true)
    #expect(throws: LanguageModelSession.Error.duplicateTool("find")) {
      try ModelContextProtocol.ToolList([Find(), Find()])
    }
  }

  @Test("what is listed is read as it was written")
  func roundTrip() throws {
    let list = try ModelContextProtocol.ToolList([Find(), Cook()])
    let read = try ModelContextProtocol.ToolList(json: list.jsonString)
    #expect(read.jsonString == list.jsonString)
    #expect(read.tools[1].outputSchema != nil)
    #expect(read.tools.allSatisfy { $0.diagnostics.isEmpty })
  }

  @Test("a call runs the tool, and gives text and structure")
  func call() async throws {
    let call = try ModelContextProtocol.ToolCall(
      json: #"{"name":"cook","arguments":{"term":"dal"},"_meta":{"progressToken":1}}"#)
    let result = try await call.run(among: [Find(), Cook()])
    #expect(result.structuredContent?.jsonString == #"{"name": "dal", "minutes": 40}"#)
    #expect(!result.isError)
    #expect(
      result.jsonString.hasSuffix(
        #""structuredContent":{"name":"dal","minutes":40},"isError":false}"#))
    #expect(try ModelContextProtocol.ToolResult(json: result.jsonString) == result)
    let plain = try await ModelContextProtocol.ToolCall(name: "find", arguments: call.arguments)
      .run(among: [Find()])
    #expect(plain == ModelContextProtocol.ToolResult(text: "found dal"))
  }

  @Test("arguments that are null are none")
  func nullArguments() throws {
    let call = try ModelContextProtocol.ToolCall(json: #"{"name":"find","arguments":null}"#)
    #expect(call.arguments == GeneratedContent(properties: [:]))
  }

  @Test("wrong arguments and a tool that throws are results for the client's model")
  func errors() async throws {
    let wrong = try await ModelContextProtocol.ToolCall(json: #"{"name":"find"}"#).run(among: [
      Find()
    ])
    #expect(wrong.isError)
    #expect(wrong.text.contains("term"))
    let find = Find { _ in throw Failure() }
    let failed = try await ModelContextProtocol.ToolCall(
      json: #"{"name":"find","arguments":{"term":"dal"}}"#
    )
    .run(among: [find])
    #expect(failed == ModelContextProtocol.ToolResult(text: "The oven is cold.", isError: true))
    let cancelled = try await ModelContextProtocol.ToolCall(
      json: #"{"name":"find","arguments":{"term":"dal"}}"#
    )
    .run(among: [Find { _ in throw CancellationError() }])
    #expect(cancelled.isError)
    await #expect(throws: MCPError.self) {
      try await ModelContextProtocol.ToolCall(json: #"{"name":"fetch"}"#).run(among: [find])
    }
    #expect(throws: MCPError.self) { try ModelContextProtocol.ToolCall(json: "{}") }
  }

  @Test("a call whose task is cancelled has no result")
  func cancellation() async throws {
    let (begun, beginning) = AsyncStream<Void>.makeStream()
    let find = Find { _ in
      beginning.finish()
      try await Task.sleep(for: .seconds(600))
      return ""
    }
    let call = try ModelContextProtocol.ToolCall(
      json: #"{"name":"find","arguments":{"term":"dal"}}"#)
    let task = Task { try await call.run(among: [find]) }
    for await _ in begun {}
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
  }

  @Test(
    "parts of a result that are not text are named",
    arguments: [
      (#"{"content":[{"type":"text","text":"a"},{"type":"text","text":"b"}]}"#, "a\nb"),
      (
        #"{"content":[{"type":"image","data":"AAAA","mimeType":"image/png"}]}"#,
        "[a part that is not text: image of type image/png]"
      ),
      (
        #"{"content":[{"type":"resource_link","uri":"file:///a.txt","name":"a"}]}"#,
        "[file:///a.txt]"
      ),
      (#"{"content":[{"type":"resource","resource":{"uri":"x:y","text":"words"}}]}"#, "words"),
      (#"{"content":[{"type":"resource","resource":{"uri":"x:y","blob":"AA=="}}]}"#, "[x:y]"),
      (#"{"content":[17]}"#, "[a part that is not text: unknown]"),
      (#"{"content":[],"structuredContent":{"n":1}}"#, #"{"n":1}"#),
      (#"{"structuredContent":{"n":1}}"#, #"{"n":1}"#), (#"{"content":[]}"#, ""),
    ])
  func parts(_ json: String, _ text: String) throws {
    #expect(try ModelContextProtocol.ToolResult(json: json).text == text)
  }

  @Test("a text that is not a result is an error", arguments: ["{}", "[]", #"{"content":"a"}"#])
  func noResult(_ json: String) {
    #expect(throws: MCPError.self) { try ModelContextProtocol.ToolResult(json: json) }
  }
}
