#if Macros
import SchemaKit
import SchemaProviders
import SchemaSessionTesting
import Testing

/// The examples of the page on servers of the Model Context Protocol.
@Suite struct MCPExamples {
  /// A connection to a server, of which an application has a real one.
  private struct Client {
    func result(of method: String, _ parameters: String) -> String {
      method == "tools/list"
        ? #"""
        {"tools": [{"name": "get_weather", "description": "Gets the weather of a city",
          "inputSchema": {"type": "object", "properties": {"city": {"type": "string"}},
            "required": ["city"]}}]}
        """#
        : #"{"content": [{"type": "text", "text": "Rain"}]}"#
    }
  }

  private let client = Client()

  @Test func `a session uses the tools of a server`() async throws {
    let model = ScriptedModel([
      .toolCalls([.init(name: "get_weather", arguments: #"{"city": "Pune"}"#)]), "It will rain.",
    ])
    try await example("mcp client") { print in
      // example: mcp client
      let list = try MCPToolList(json: client.result(of: "tools/list", "{}"))
      let tools = list.tools.map { tool in
        tool.tool { call in
          try MCPToolResult(json: client.result(of: "tools/call", call.jsonString))
        }
      }
      let session = LanguageModelSession(model: model, tools: tools)
      print(try await session.respond(to: "An umbrella for Pune?").content)  // It will rain.
      // example: end
    }
  }

  @Test func `a server offers tools`() async throws {
    let request = #"{"name": "find", "arguments": {"term": "soup"}}"#
    try await example("mcp server") { print in
      // example: mcp server
      let tools: [any Tool] = [FindRecipes()]
      let answerToList = try MCPToolList(tools).jsonString
      print(answerToList.count > 100)  // true

      let result = try await MCPToolCall(json: request).run(among: tools)
      print(result.text)  // Dal, soup, 40 minutes
      let answerToCall = result.jsonString
      // example: end
      _ = answerToCall
    }
  }
}
#endif
