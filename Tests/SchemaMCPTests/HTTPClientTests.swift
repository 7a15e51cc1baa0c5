import Foundation
import SchemaConcurrency
import SchemaMCP
import SchemaModel
import SchemaProviders
import SchemaSessionTesting
import SchemaSessions
import SessionTestSupport
import Testing

struct HTTPClientTests {
  private static let json = ["content-type": "application/json"]
  private static let events = ["content-type": "text/event-stream; charset=utf-8"]

  private static let discovered = reply(
    #"{"jsonrpc":"2.0","id":1,"result":{"resultType":"complete","#
      + #""supportedVersions":["2026-07-28"],"#
      + #""capabilities":{},"instructions":"Ask.","ttlMs":0,"cacheScope":"public","#
      + #""_meta":{"io.modelcontextprotocol/serverInfo":{"name":"w","version":"2"}}}}"#)

  private static func reply(
    _ body: String, status: Int = 200, headers: [String: String] = json
  ) -> ScriptedTransport.Response {
    .init(status: status, headers: headers, body: [body])
  }

  /// The tools of a list with these schemas of arguments.
  private static func list(_ schemas: [(String, String)], id: Int = 2) -> ScriptedTransport.Response
  {
    let tools = schemas.map { #"{"name":"\#($0)","inputSchema":\#($1)}"# }.joined(separator: ",")
    return reply(
      #"""
      {"jsonrpc":"2.0","id":\#(id),"result":{"tools":[\#(tools)],"ttlMs":1,"cacheScope":"public"}}
      """#
    )
  }

  private func client(
    _ replies: [ScriptedTransport.Response]
  ) async throws -> (MCPClient, ScriptedTransport) {
    let transport = ScriptedTransport(replies)
    let client = MCPClient(name: "Test", version: "1")
    let endpoint = try #require(URL(string: "https://host/mcp"))
    try await client.connect(
      transport: MCPHTTPTransport(
        endpoint: endpoint, headers: ["authorization": "Bearer t"], transport: transport))
    return (client, transport)
  }

  private func body(_ request: TransportRequest) throws -> GeneratedContent {
    try GeneratedContent(json: String(decoding: request.body, as: UTF8.self))
  }

  @Test("repeats the message, and arguments with x-mcp-header, in the header")
  func headers() async throws {
    let schema =
      #"{"type":"object","properties":{"region":{"type":"string","x-mcp-header":"Region"},"#
      + #""at":{"type":"object","properties":{"limit":{"type":"integer","x-mcp-header":"Limit"},"#
      + #""dry":{"type":"boolean","x-mcp-header":"Dry"}}}}}"#
    let answer = #"{"jsonrpc":"2.0","id":3,"result":{"content":[{"type":"text","text":"ok"}]}}"#
    let (client, transport) = try await client([
      Self.discovered, Self.list([("run", schema)]), Self.reply(answer), Self.reply(answer),
    ])
    let info = await client.serverInfo
    #expect(info?.name == "w" && info?.version == "2" && info?.instructions == "Ask.")
    #expect(info?.protocolVersion == "2026-07-28")
    #expect(try await client.listTools().tools.map(\.name) == ["run"])
    let arguments = try GeneratedContent(
      json: #"{"region":" Köln","at":{"limit":-7,"dry":true},"other":"x"}"#)
    #expect(try await client.callTool(.init(name: "run", arguments: arguments)).text == "ok")
    let request = try #require(transport.requests.last)
    let wanted = [
      "mcp-protocol-version": "2026-07-28", "mcp-method": "tools/call", "mcp-name": "run",
      "mcp-param-region": "=?base64?IEvDtmxu?=", "mcp-param-limit": "-7", "mcp-param-dry": "true",
      "authorization": "Bearer t", "accept": "application/json, text/event-stream",
    ]
    for (name, value) in wanted { #expect(request.headers[name] == value, "\(name)") }
    #expect(request.headers["mcp-session-id"] == nil)
    let meta = try body(request).property(named: "params")?.property(named: "_meta")
    #expect(
      meta?.jsonString
        == #"{"io.modelcontextprotocol/protocolVersion": "2026-07-28", "#
        + #""io.modelcontextprotocol/clientInfo": "#
        + #"{"name": "Test", "version": "1"}, "io.modelcontextprotocol/clientCapabilities": {}}"#)
    // The response has the identifier of another request.
    let error = await #expect(throws: MCPError.self) {
      try await client.callTool(.init(name: "run", arguments: arguments))
    }
    #expect(error?.code == .malformed)
  }

  @Test(
    "leaves out a tool whose x-mcp-header does not follow the protocol",
    arguments: [
      (#"{"type":"object","x-mcp-header":"A"}"#, place),
      (#"{"type":"object","properties":{"a":{"type":"number","x-mcp-header":"A"}}}"#, type),
      (#"{"type":"object","properties":{"a":{"type":"string","x-mcp-header":"A b"}}}"#, name),
      (
        #"""
        {"type":"object","properties":{"a":{"type":"string","x-mcp-header":"A"},\#
        "b":{"type":"string","x-mcp-header":"a"}}}
        """#,
        "names a header twice"
      ),
      (
        #"""
        {"type":"object","properties":{"a":{"type":"array",\#
        "items":{"type":"string","x-mcp-header":"A"}}}}
        """#,
        place
      ),
      (
        #"{"type":"object","properties":{"a":{"anyOf":[{"type":"string","x-mcp-header":"A"}]}}}"#,
        place
      ), (#"{"type":"object","properties":{"a":{"type":"string","x-mcp-header":5}}}"#, name),
    ])
  func invalidHeaders(schema: String, problem: String) async throws {
    let (client, transport) = try await client([
      Self.discovered, Self.list([("bad", schema), ("good", #"{"type":"object"}"#)]),
      Self.reply(#"{"jsonrpc":"2.0","id":3,"result":{"content":[]}}"#),
    ])
    let list = try await client.listTools()
    #expect(list.tools.map(\.name) == ["good"])
    #expect(list.problems.map(\.tool) == ["bad"])
    let error = list.problems.first?.error as? MCPError
    #expect(error?.message == "In its schema, 'x-mcp-header' \(problem).")
    #expect(error?.errorDescription?.hasPrefix("The tool \"bad\": ") == true)
    // No argument is repeated in the header for such a tool.
    let arguments = try GeneratedContent(json: #"{"a":"x","b":"y"}"#)
    _ = try await client.callTool(.init(name: "bad", arguments: arguments))
    let fields = transport.requests.last?.headers.keys.filter { $0.hasPrefix("mcp-param-") }
    #expect(fields == [])
  }

  private static let place = "is on a schema that is not reached through 'properties' alone"
  private static let type = "is on a property that is not a string, an integer or a boolean"
  private static let name = "is not the name of a header"

  @Test("reads a stream of events, and answers the server's requests in it")
  func events() async throws {
    let stream = [
      ": hello\n\nid: 0\ndata:\n\n",
      "data: {\"jsonrpc\":\"2.0\",\"method\":\"notifications/message\",\"params\":{}}\n\n",
      "data: {\"jsonrpc\":\"2.0\",\"id\":\"s1\",\"method\":\"ping\"}\n\n",
      "data: {\"jsonrpc\":\"2.0\",\"id\":9,\"method\":\"roots/list\"}\n\n",
      "event: message\ndata: {\"jsonrpc\":\"2.0\",\"id\":2,\ndata: \"result\":{\"tools\":[]}}\n\n",
    ]
    let (client, transport) = try await client([
      Self.discovered, .init(headers: Self.events, body: stream),
      Self.reply("", status: 202), Self.reply("", status: 202),
    ])
    #expect(try await client.listTools().tools.isEmpty)
    #expect(
      try transport.requests.suffix(2).map { try body($0).jsonString } == [
        #"{"jsonrpc": "2.0", "id": "s1", "result": {}}"#,
        #"""
        {"jsonrpc": "2.0", "id": 9, \#
        "error": {"code": -32601, "message": "The client has no method 'roots/list'."}}
        """#,
      ])
  }

  @Test(
    "falls back to the handshake, and keeps its session",
    arguments: [
      (400, "Bad Request"),
      (404, #"{"jsonrpc":"2.0","id":1,"error":{"code":-32601,"message":"no"}}"#),
      (
        400,
        #"""
        {"jsonrpc":"2.0","id":1,"error":{"code":-32022,"message":"no",\#
        "data":{"supported":["2025-11-25"]}}}
        """#
      ),
      (200, #"{"jsonrpc":"2.0","id":1,"result":{"supportedVersions":["2025-06-18"]}}"#),
      (500, "Internal Server Error"), (503, ""),
      (502, #"{"jsonrpc":"2.0","id":null,"error":{"code":-32603,"message":"no"}}"#),
    ])
  func handshake(status: Int, body first: String) async throws {
    let initialized =
      #"{"jsonrpc":"2.0","id":2,"result":{"protocolVersion":"2025-06-18","capabilities":{},"#
      + #""serverInfo":{"name":"old","version":"1"}}}"#
    let (client, transport) = try await client([
      Self.reply(first, status: status),
      .init(
        headers: ["content-type": "application/json", "mcp-session-id": "s-7"],
        body: [initialized]),
      Self.reply("", status: 202), Self.list([("a", #"{"type":"object"}"#)], id: 3),
    ])
    #expect(await client.serverInfo?.protocolVersion == "2025-06-18")
    _ = try await client.listTools()
    let requests = transport.requests
    #expect(
      try requests.map { try body($0).property(named: "method")?.jsonString } == [
        #""server/discover""#, #""initialize""#, #""notifications/initialized""#, #""tools/list""#,
      ])
    #expect(requests[1].headers["mcp-protocol-version"] == nil)
    #expect(requests[3].headers["mcp-protocol-version"] == "2025-06-18")
    #expect(requests[3].headers["mcp-session-id"] == "s-7")
    #expect(requests[3].headers["mcp-method"] == nil)
    #expect(try body(requests[3]).property(named: "params")?.jsonString == "{}")
  }

  private static func initialized(
    _ id: Int, session: String, status: Int = 200
  ) -> ScriptedTransport.Response {
    .init(
      status: status, headers: ["content-type": "application/json", "mcp-session-id": session],
      body: [
        #"{"jsonrpc":"2.0","id":\#(id),"result":{"protocolVersion":"2025-06-18","capabilities":{},"#
          + #""serverInfo":{"name":"\#(session)","version":"1"}}}"#
      ])
  }

  @Test(
    "begins another session when the server has ended its own, and repeats the request",
    arguments: [
      (404, "gone"),
      (404, #"{"jsonrpc":"2.0","id":3,"error":{"code":-32001,"message":"Session not found"}}"#),
      (400, "Bad Request: No valid session ID provided"),
      (400, #"{"jsonrpc":"2.0","id":null,"error":{"code":-32000,"message":"Unknown Session"}}"#),
      (400, #"{"jsonrpc":"2.0","id":null,"error":{"code":-32000,"message":"Not initialized"}}"#),
    ])
  func endOfSession(status: Int, _ reason: String) async throws {
    let (client, transport) = try await client([
      Self.reply("", status: 404), Self.initialized(2, session: "s-7"), Self.reply("", status: 202),
      Self.reply(reason, status: status), Self.initialized(4, session: "s-8"),
      Self.reply("", status: 202), Self.list([("a", #"{"type":"object"}"#)], id: 5),
    ])
    #expect(try await client.listTools().tools.map(\.name) == ["a"])
    let requests = transport.requests.dropFirst(3)
    #expect(
      try requests.map { try body($0).property(named: "method")?.jsonString } == [
        #""tools/list""#, #""initialize""#, #""notifications/initialized""#, #""tools/list""#,
      ])
    #expect(requests.map { $0.headers["mcp-session-id"] } == ["s-7", nil, "s-8", "s-8"])
    #expect(
      requests.map { $0.headers["mcp-protocol-version"] == nil } == [false, true, false, false])
    #expect(await client.serverInfo?.name == "s-8")
  }

  @Test(
    "keeps its session after other requests that a server rejects",
    arguments: [
      (#"{"jsonrpc":"2.0","id":3,"error":{"code":-32602,"message":"no session 'a'"}}"#, true),
      ("no such tool", false),
    ])
  func keptSession(_ reason: String, isError: Bool) async throws {
    let (client, transport) = try await client([
      Self.reply("", status: 404), Self.initialized(2, session: "s-7"), Self.reply("", status: 202),
      Self.reply(reason, status: 400), Self.list([], id: 4),
    ])
    let error = await #expect(throws: MCPError.self) { try await client.listTools() }
    #expect(error?.code == (isError ? .rpc(-32602) : .http(400)))
    _ = try await client.listTools()
    #expect(transport.requests.last?.headers["mcp-session-id"] == "s-7")
    #expect(transport.requests.count == 5)
  }

  @Test("begins another session with the next request if it could not do so at once")
  func failedRenewal() async throws {
    let (client, transport) = try await client([
      Self.reply("", status: 404), Self.initialized(2, session: "s-7"), Self.reply("", status: 202),
      Self.reply("gone", status: 404), Self.initialized(4, session: "s-8", status: 503),
      Self.initialized(5, session: "s-9"), Self.reply("", status: 202), Self.list([], id: 6),
      // A server that knows none of its sessions.
      Self.reply("gone", status: 404), Self.initialized(8, session: "s-10"),
      Self.reply("", status: 202), Self.reply("gone", status: 404),
    ])
    for (code, session) in [(503, nil), (nil, "s-9"), (404, "s-10")] as [(Int?, String?)] {
      if let code {
        let error = await #expect(throws: MCPError.self) { try await client.listTools() }
        #expect(error?.code == .http(code))
      } else {
        _ = try await client.listTools()
      }
      #expect(transport.requests.last?.headers["mcp-session-id"] == session)
    }
    #expect(transport.requests.count == 12)
  }

  /// A server that ends its first session, after two requests to it have arrived.
  private struct EndingServer: ModelTransport {
    let handshakes = Locked(0)
    let arrivals = Barrier(2)

    nonisolated(nonsending) func send(
      _ request: TransportRequest
    ) async throws -> TransportResponse {
      let message = try GeneratedContent(json: String(decoding: request.body, as: UTF8.self))
      let id = message.property(named: "id").flatMap { try? Int($0) } ?? 0
      let response: ScriptedTransport.Response
      switch try message.value(String.self, forProperty: "method") {
      case "server/discover": response = HTTPClientTests.reply("", status: 404)
      case "initialize":
        let count = handshakes.withLock { count in
          count += 1
          return count
        }
        response = HTTPClientTests.initialized(id, session: "\(count)")
      case "tools/list" where request.headers["mcp-session-id"] == "1":
        arrivals.arrive()
        await arrivals.wait()
        response = HTTPClientTests.reply("gone", status: 404)
      case "tools/list" where request.headers["mcp-session-id"] == "2":
        response = HTTPClientTests.list([("a", #"{"type":"object"}"#)], id: id)
      case "notifications/initialized": response = HTTPClientTests.reply("", status: 202)
      default: response = HTTPClientTests.reply("", status: 400)
      }
      return try await ScriptedTransport([response]).send(request)
    }
  }

  @Test("begins one new session for all requests of a session that has ended")
  func concurrentEnd() async throws {
    let server = EndingServer()
    let client = MCPClient(name: "Test", version: "1")
    try await client.connect(
      transport: MCPHTTPTransport(
        endpoint: try #require(URL(string: "https://host/mcp")), transport: server))
    async let first = client.listTools()
    async let second = client.listTools()
    #expect(try await [first, second].map { $0.tools.map(\.name) } == [["a"], ["a"]])
    #expect(server.handshakes.withLock { $0 } == 2)
  }

  @Test(
    "writes integers in decimal, in the header and in the body",
    arguments: [
      ("5.0", "5"), ("1e2", "100"), ("-0", "0"), ("-7", "-7"), ("5.5", "5.5"),
      ("9007199254740993.0", "9007199254740993"),
    ])
  func integers(_ written: String, _ decimal: String) async throws {
    let schema =
      #"{"type":"object","properties":{"at":{"type":"object","properties":{"#
      + #""limit":{"type":"integer","x-mcp-header":"Limit"}}}}}"#
    let (client, transport) = try await client([
      Self.discovered, Self.list([("run", schema)]),
      Self.reply(#"{"jsonrpc":"2.0","id":3,"result":{"content":[]}}"#),
    ])
    _ = try await client.listTools()
    let arguments = try GeneratedContent(
      json: #"{"a":1.0,"at":{"b":2.0,"limit":\#(written),"c":"x"},"d":true}"#)
    _ = try await client.callTool(.init(name: "run", arguments: arguments))
    let request = try #require(transport.requests.last)
    #expect(request.headers["mcp-param-limit"] == decimal)
    #expect(
      try body(request).property(named: "params")?.property(named: "arguments")?.jsonString
        == #"{"a": 1.0, "at": {"b": 2.0, "limit": \#(decimal), "c": "x"}, "d": true}"#)
  }

  @Test(
    "does not connect if no server of the protocol answers",
    arguments: [
      (401, "who are you?", MCPError.Code.http(401)), (500, "sorry", .http(500)),
      (
        400,
        #"""
        {"jsonrpc":"2.0","id":1,"error":{"code":-32022,"message":"no",\#
        "data":{"supported":["2031-01-01"]}}}
        """#,
        .version
      ),
    ])
  func refusal(status: Int, body: String, code: MCPError.Code) async throws {
    let error = await #expect(throws: MCPError.self) {
      _ = try await client(Array(repeating: Self.reply(body, status: status), count: 2))
    }
    #expect(error?.code == code)
  }

  @Test(
    "H6: has no key in errors that a server repeats, which a model may read",
    arguments: [
      (401, "invalid token: Bearer s3cr3t-token"),
      (
        400,
        #"""
        {"jsonrpc":"2.0","id":null,\#
        "error":{"code":-32001,"message":"not for s3cr3t-token","data":{"got":"s3cr3t-token"}}}
        """#
      ),
      (
        200,
        #"{"jsonrpc":"2.0","id":null,"error":{"code":-32001,"message":"not for s3cr3t-token"}}"#
      ),
    ])
  func secret(status: Int, body: String) async throws {
    let transport = MCPHTTPTransport(
      endpoint: try #require(URL(string: "https://host/mcp")),
      headers: ["authorization": "Bearer s3cr3t-token"],
      transport: ScriptedTransport(Array(repeating: Self.reply(body, status: status), count: 2)))
    let error = await #expect(throws: MCPError.self) {
      try await MCPClient(name: "Test", version: "1").connect(transport: transport)
    }
    let text = "\(try #require(error)) \(error?.data?.jsonString ?? "")"
    #expect(!text.contains("s3cr3t"))
    #expect(text.contains("•••"))
  }

  @Test("is not connected after an error, nor before")
  func disconnected() async throws {
    let client = MCPClient(name: "Test", version: "1")
    for _ in 0..<2 {
      let error = await #expect(throws: MCPError.self) { try await client.listTools() }
      #expect(error?.code == .closed)
      await client.disconnect()
    }
  }

  @Test("has the errors of servers and of invalid messages, with their codes")
  func errors() async throws {
    let call = ModelContextProtocol.ToolCall(
      name: "a", arguments: GeneratedContent(properties: [:]))
    let replies: [(ScriptedTransport.Response, MCPError.Code)] = [
      (
        Self.reply(
          #"{"jsonrpc":"2.0","id":2,"error":{"code":-32602,"message":"Unknown tool"}}"#, status: 400
        ),
        .rpc(-32602)
      ),
      (Self.reply("<html>", status: 200), .malformed),
      (Self.reply("[]", status: 200), .malformed),
      (Self.reply(#"{"jsonrpc":"2.0","id":5}"#), .malformed),
      (.init(headers: Self.events, body: ["data: {\"jsonrpc\":\"2.0\"}\n\n"]), .closed),
      (Self.reply("gone", status: 404), .http(404)),
      (Self.reply(String(repeating: " ", count: 1 << 24 | 1)), .malformed),
    ]
    let (client, _) = try await client([Self.discovered] + replies.map(\.0))
    for (_, code) in replies {
      let error = await #expect(throws: MCPError.self) { try await client.callTool(call) }
      #expect(error?.code == code)
    }
  }

  @Test("tells the model that a tool requires input of the user")
  func input() async throws {
    let answer =
      #"{"jsonrpc":"2.0","id":2,"result":{"resultType":"input_required","inputRequests":"#
      + #"{"k":{"method":"elicitation/create","params":{}}},"requestState":"x"}}"#
    let (client, _) = try await client([Self.discovered, Self.reply(answer)])
    let result = try await client.callTool(
      .init(name: "a", arguments: GeneratedContent(properties: [:])))
    #expect(result.isError)
    #expect(result.text.contains("elicitation/create"))
  }

  @Test(
    "H2: ends a list of tools whose pages do not end, and keeps the tools",
    arguments: [
      (#""a""#, "it had before"), (#""""#, "is no text"), ("5", "is no text"),
    ])
  func pages(last: String, problem: String) async throws {
    let page = { (id: Int, cursor: String) in
      Self.reply(
        #"{"jsonrpc":"2.0","id":\#(id),"result":{"tools":"#
          + #"[{"name":"t\#(min(id, 3))","inputSchema":{}}],"nextCursor":\#(cursor)}}"#)
    }
    let (client, transport) = try await client([
      Self.discovered, page(2, #""a""#), page(3, #""b""#), page(4, last),
    ])
    let list = try await client.listTools()
    #expect(list.tools.map(\.name) == ["t2", "t3"])
    #expect(list.problems.map(\.tool) == ["tools/list"])
    let error = list.problems.first?.error as? MCPError
    #expect(error?.code == .malformed)
    #expect(error?.message.contains("ends with a cursor that \(problem)") == true)
    #expect(
      try transport.requests.suffix(2).map {
        try body($0).property(named: "params")?.property(named: "cursor")?.jsonString
      } == [#""a""#, #""b""#])
  }

  @Test("gives a session the tools of a server")
  func session() async throws {
    let answer =
      #"{"jsonrpc":"2.0","id":3,"result":{"content":[{"type":"text","text":"31 degrees"}]}}"#
    let (client, transport) = try await client([
      Self.discovered,
      Self.list([
        (
          "weather",
          #"{"type":"object","properties":{"city":{"type":"string"}},"required":["city"]}"#
        )
      ]), Self.reply(answer),
    ])
    let model = ScriptedModel([
      .toolCalls([.init(id: "1", name: "w_weather", arguments: #"{"city":"Pune"}"#)]), "Warm.",
    ])
    let session = LanguageModelSession(model: model, tools: try await client.tools(prefix: "w_"))
    #expect(try await session.respond(to: "Pune?").content == "Warm.")
    #expect(transport.requests.last?.headers["mcp-name"] == "weather")
  }

  @Test("a name that a server lists twice is a problem of the second tool alone")
  func sameName() async throws {
    let schema = #"{"type":"object"}"#
    let replies = (2...3).map { Self.list([("a", schema), ("b", schema), ("a", schema)], id: $0) }
    let (client, _) = try await client([Self.discovered] + replies)
    let list = try await client.listTools()
    #expect(list.tools.map(\.name) == ["a", "b"])
    #expect(list.problems.map(\.tool) == ["a"])
    let error = list.problems.first?.error as? MCPError
    #expect(error?.message == "The server lists a second tool with this name.")
    #expect(error?.errorDescription?.hasPrefix("The tool \"a\": ") == true)
    #expect(try await client.tools().map(\.name) == ["a", "b"])
  }
}
