import Foundation
import SchemaMCP
import SchemaModel
import SessionTestSupport
import Testing

struct ServerTests {
  private static let meta =
    #""_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","#
    + #""io.modelcontextprotocol/clientCapabilities":{}}"#

  private func server(
    _ find: @escaping @Sendable (String) async throws -> String = { "found \($0)" }
  ) throws -> MCPServer {
    try MCPServer(name: "s", version: "1", tools: [Find(find)])
  }

  private func response(_ message: String) async throws -> GeneratedContent {
    try GeneratedContent(json: try #require(try await server().response(to: message)))
  }

  @Test("answers requests of the newest revision, each by itself")
  func stateless() async throws {
    let list = try await response(
      #"{"jsonrpc":"2.0","id":"a","method":"tools/list","params":{\#(Self.meta)}}"#)
    #expect(list.property(named: "id")?.jsonString == #""a""#)
    let result = try #require(list.property(named: "result"))
    #expect(
      result.properties.map(\.name) == ["resultType", "tools", "ttlMs", "cacheScope", "_meta"])
    let call = try await response(
      #"""
      {"jsonrpc":"2.0","id":1,"method":"tools/call",\#
      "params":{"name":"find","arguments":{"term":"pie"},\#(Self.meta)}}
      """#
    )
    #expect(
      call.property(named: "result")?.property(named: "content")?.jsonString
        == #"[{"type": "text", "text": "found pie"}]"#)
  }

  private struct Menu: Tool {
    let name = "menu"
    let description = "Lists dishes"

    func call(arguments: Find.Arguments) async throws -> [String] { [arguments.term] }
  }

  @Test("results of any kind have a structure in the newest revision only")
  func structures() async throws {
    let server = try MCPServer(name: "s", version: "1", tools: [Menu()])
    for (meta, isStateless) in [(",\(Self.meta)", true), ("", false)] {
      let list = try await server.response(
        to: #"{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{"x":1\#(meta)}}"#)
      #expect(list?.contains(#""outputSchema":{"type":"array""#) == isStateless)
      let call = try await server.response(
        to:
          #"""
          {"jsonrpc":"2.0","id":1,"method":"tools/call",\#
          "params":{"name":"menu","arguments":{"term":"pie"}\#(meta)}}
          """#
      )
      #expect(call?.contains(#""structuredContent":["pie"]"#) == isStateless)
      #expect(call?.contains(#""type":"text""#) == true)
    }
  }

  @Test("answers the handshake with the client's revision, or with its newest one")
  func handshake() async throws {
    for (wanted, agreed) in [
      ("2025-06-18", "2025-06-18"), ("2025-11-25", "2025-11-25"), ("2024-11-05", "2025-11-25"),
    ] {
      let response = try await response(
        #"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"\#(wanted)"}}"#
      )
      let result = try #require(response.property(named: "result"))
      #expect(result.property(named: "protocolVersion")?.jsonString == "\"\(agreed)\"")
      #expect(result.property(named: "resultType") == nil)
    }
    #expect(
      try await server().response(to: #"{"jsonrpc":"2.0","method":"notifications/initialized"}"#)
        == nil)
  }

  @Test(
    "H1: answers an invalid request with an error",
    arguments: [
      ("{", -32700), ("[]", -32600), ("5", -32600), (#"{"id":1}"#, -32600),
      (#"{"id":{},"method":"ping"}"#, -32600), (#"{"id":1,"method":"nothing"}"#, -32601),
      (#"{"id":1,"method":"ping","params":[]}"#, -32602),
      (#"{"id":1,"method":"tools/call"}"#, -32602),
      (#"{"id":1,"method":"tools/call","params":{"name":"nothing"}}"#, -32602),
      (#"{"id":1,"method":"tools/list","params":{"cursor":"x"}}"#, -32602),
      (
        #"""
        {"id":1,"method":"tools/list","params":{"_meta":{\#
        "io.modelcontextprotocol/protocolVersion":"2031-01-01",\#
        "io.modelcontextprotocol/clientCapabilities":{}}}}
        """#,
        -32022
      ),
      (
        #"""
        {"id":1,"method":"tools/list",\#
        "params":{"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28"}}}
        """#,
        -32602
      ),
      // Methods of the other era.
      (#"{"id":1,"method":"server/discover"}"#, -32601),
      (#"{"id":1,"method":"ping","params":{\#(meta)}}"#, -32601),
      (String(repeating: "[", count: 100_000), -32700),
    ])
  func faults(message: String, code: Int) async throws {
    let error = try #require(try await response(message).property(named: "error"))
    #expect(error.property(named: "code")?.jsonString == "\(code)")
  }

  @Test(
    "an error has the identifier of the request, and null if it has none that can be read",
    arguments: [
      (#"{"id":1}"#, "1"), (#"{"id":"a","method":5}"#, #""a""#),
      (#"{"id":{},"method":"ping"}"#, "null"),
      (#"{"id":1,"result":{}}"#, "null"), (#"{"id":1,"error":{}}"#, "null"),
      (#"[{"id":1,"method":"ping"}]"#, "null"), ("{", "null"), (#"{"method":5}"#, "null"),
    ])
  func identifier(message: String, id: String) async throws {
    #expect(try await response(message).property(named: "id")?.jsonString == id)
  }

  @Test("shows the client's model the error of a tool, and is cancelled with its task")
  func failures() async throws {
    struct Empty: Error, CustomStringConvertible { let description = "The larder is empty." }
    let call =
      #"""
      {"jsonrpc":"2.0","id":1,"method":"tools/call",\#
      "params":{"name":"find","arguments":{"term":"pie"}}}
      """#
    let text = try await server { _ in throw Empty() }.response(to: call)
    #expect(text?.contains(#""text":"The larder is empty.""#) == true)
    #expect(text?.contains(#""isError":true"#) == true)
    let server = try server { _ in
      try await Task.sleep(for: .seconds(60))
      return ""
    }
    let task = Task { try await server.response(to: call) }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
  }

  @Test("answers a resource or a prompt that throws a CancellationError of its own")
  func ownCancellation() async throws {
    let server = try MCPServer(
      name: "s", version: "1", tools: [],
      resources: [.init(MCPResource(uri: "a:b", name: "b")) { throw CancellationError() }],
      prompts: [
        .init(MCPPrompt(name: "p")) { _ in throw CancellationError() }
      ])
    let get = #"{"jsonrpc":"2.0","id":1,"method":"prompts/get","params":{"name":"p"}}"#
    for request in [
      #"{"jsonrpc":"2.0","id":1,"method":"resources/read","params":{"uri":"a:b"}}"#, get,
    ] {
      #expect(
        try await server.response(to: request)
          == #"{"jsonrpc":"2.0","id":1,"error":{"code":-32603,"message":"The server failed."}}"#)
    }
    // The end of the request's own task is no response.
    let task = Task {
      while !Task.isCancelled { await Task.yield() }
      return try await server.response(to: get)
    }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
  }

  // MARK: HTTP

  private func http(
    _ body: String, method: String = "POST", headers: [String: String] = [:]
  ) async throws -> MCPHTTPResponse {
    try await server().response(
      to: MCPHTTPRequest(method: method, headers: headers, body: Data(body.utf8)),
      allowedOrigins: ["https://kitchen.example"])
  }

  private static let call =
    #"""
    {"jsonrpc":"2.0","id":1,"method":"tools/call",\#
    "params":{"name":"find","arguments":{"term":"pie"},\#(meta)}}
    """#
  private static let headers = [
    "MCP-Protocol-Version": "2026-07-28", "Mcp-Method": "tools/call", "mcp-name": "find",
  ]

  @Test("over HTTP, the header is compared with the body")
  func headers() async throws {
    #expect(try await http(Self.call, headers: Self.headers).status == 200)
    var encoded = Self.headers
    encoded["mcp-name"] = "=?base64?ZmluZA==?="
    #expect(try await http(Self.call, headers: encoded).status == 200)
    for (name, value) in [
      ("MCP-Protocol-Version", "2025-11-25"), ("Mcp-Method", "tools/list"), ("mcp-name", "other"),
      ("mcp-name", "=?base64?ZmluZB==?="), ("mcp-name", nil), ("Mcp-Method", nil),
    ] {
      var headers = Self.headers
      headers[name] = value
      let response = try await http(Self.call, headers: headers)
      #expect(response.status == 400)
      #expect(String(decoding: response.body, as: UTF8.self).contains("-32020"))
    }
  }

  @Test("over HTTP, the status is that of the answer")
  func statuses() async throws {
    let list = #"{"jsonrpc":"2.0","id":1,"method":"tools/list"}"#
    #expect(try await http(list, headers: ["mcp-protocol-version": "2025-11-25"]).status == 200)
    #expect(try await http(list).status == 200)
    #expect(try await http(list, headers: ["mcp-protocol-version": "1999-01-01"]).status == 400)
    #expect(try await http(list, headers: ["mcp-protocol-version": "2026-07-28"]).status == 400)
    #expect(try await http("", method: "GET").headers["allow"] == "POST")
    #expect(try await http("", method: "DELETE").status == 405)
    #expect(try await http(#"{"method":"notifications/initialized"}"#).status == 202)
    #expect(try await http(#"{"id":1,"method":"nothing"}"#).status == 404)
    #expect(try await http("{").status == 400)
    #expect(try await http(list, headers: ["Origin": "https://evil.example"]).status == 403)
    #expect(try await http(list, headers: ["Origin": "https://kitchen.example"]).status == 200)
    #expect(try await http(String(repeating: " ", count: 1 << 24 | 1)).status == 413)
  }
}
