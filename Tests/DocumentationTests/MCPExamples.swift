#if Macros
import Foundation
import SchemaKit
import SchemaMCP
import SchemaProviders
import SchemaSessionTesting
import Testing

/// The examples of the page on servers of the Model Context Protocol.
struct MCPExamples {
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
      let list = try ModelContextProtocol.ToolList(json: client.result(of: "tools/list", "{}"))
      let tools = list.tools.map { tool in
        tool.tool { call in
          try ModelContextProtocol.ToolResult(
            json: client.result(of: "tools/call", call.jsonString))
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
      let answerToList = try ModelContextProtocol.ToolList(tools).jsonString
      print(answerToList.count > 100)  // true

      let result = try await ModelContextProtocol.ToolCall(json: request).run(among: tools)
      print(result.text)  // Dal, soup, 40 minutes
      let answerToCall = result.jsonString
      // example: end
      _ = answerToCall
    }
  }

  @Test func `a client connects a session to a server`() async throws {
    let json = ["content-type": "application/json"]
    let transport = ScriptedTransport(
      [
        #"{"supportedVersions":["2026-07-28"]}"#,
        #"{"tools":[{"name":"get_weather","inputSchema":{"type":"object"}}]}"#,
        #"{"content":[{"type":"text","text":"Rain"}]}"#,
      ].enumerated().map { index, result in
        .init(
          headers: json, body: [#"{"jsonrpc":"2.0","id":\#(index + 1),"result":\#(result)}"#])
      })
    let model = ScriptedModel([
      .toolCalls([.init(name: "get_weather", arguments: "{}")]), "It will rain.",
    ])
    let endpoint = try #require(URL(string: "https://weather.example/mcp"))
    try await example("mcp session") { print in
      // example: mcp session
      let client = MCPClient(name: "Kitchen", version: "1.0")
      let connection = MCPHTTPTransport(endpoint: endpoint, transport: transport)
      try await client.connect(transport: connection)
      let session = LanguageModelSession(model: model, tools: try await client.tools())
      print(try await session.respond(to: "An umbrella for Pune?").content)  // It will rain.
      await client.disconnect()
      // example: end
    }
  }

  @Test func `a client has the names of swift-sdk`() async throws {
    let json = ["content-type": "application/json"]
    let transport = ScriptedTransport(
      [
        #"{"supportedVersions":["2026-07-28"]}"#,
        #"{"tools":[{"name":"weather","inputSchema":{"type":"object"}}]}"#,
        #"{"content":[{"type":"text","text":"It will rain."}]}"#,
      ].enumerated().map { index, result in
        .init(
          headers: json, body: [#"{"jsonrpc":"2.0","id":\#(index + 1),"result":\#(result)}"#])
      })
    let endpoint = try #require(URL(string: "https://weather.example/mcp"))
    let client = MCPClient(name: "Kitchen", version: "1.0")
    try await client.connect(transport: MCPHTTPTransport(endpoint: endpoint, transport: transport))
    try await example("mcp names") { print in
      // example: mcp names
      for tool in try await client.listTools().tools { print(tool.name) }  // weather
      let result = try await client.callTool(name: "weather", arguments: ["city": "Oslo"])
      print(result.text)  // It will rain.
      // example: end
    }
  }

  @Test func `a server of tools answers messages`() async throws {
    try await example("mcp tools") { print in
      // example: mcp tools
      let server = try MCPServer(name: "recipes", version: "1.0", tools: [FindRecipes()])
      let list = try await server.response(to: #"{"jsonrpc":"2.0","id":1,"method":"tools/list"}"#)
      print(list?.contains("Finds recipes in the user's collection") ?? false)  // true
      // example: end
    }
  }
}
#endif
