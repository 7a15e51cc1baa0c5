import Foundation
import SchemaConcurrency
import SchemaModel
import SchemaProviders
import SchemaSessionTesting
import Testing

@testable import SchemaMCP

/// Responses over HTTP as servers really send them.
@Suite(.timeLimit(.minutes(5))) struct HTTPReplyTests {
  private typealias Response = ScriptedTransport.Response

  private static let call = ModelContextProtocol.ToolCall(
    name: "a", arguments: GeneratedContent(properties: [:]))
  private static let discovered = reply(
    #"{"jsonrpc":"2.0","id":1,"result":{"supportedVersions":["2026-07-28"]}}"#)
  private static let handshake = [
    reply("", status: 404),
    reply(#"{"jsonrpc":"2.0","id":2,"result":{"protocolVersion":"2025-11-25"}}"#),
    reply("", status: 202),
  ]

  private static func reply(
    _ body: String, status: Int = 200, headers: [String: String] = [:]
  ) -> Response {
    Response(
      status: status, headers: ["content-type": "application/json"].merging(headers) { $1 },
      body: [body])
  }

  private static func events(_ body: String..., failure: TransportError? = nil) -> Response {
    Response(headers: ["content-type": "text/event-stream"], body: body, failure: failure)
  }

  private static func result(_ id: String, _ text: String = "ok") -> String {
    #"{"jsonrpc":"2.0","id":\#(id),"result":{"content":[{"type":"text","text":"\#(text)"}]}}"#
  }

  private func client(
    _ replies: [Response], endpoint: String = "https://host/mcp"
  ) async throws -> (MCPClient, ScriptedTransport) {
    let transport = ScriptedTransport(replies)
    let client = MCPClient(name: "Test", version: "1")
    try await client.connect(
      transport: MCPHTTPTransport(
        endpoint: try #require(URL(string: endpoint)),
        headers: ["authorization": "Bearer s3cr3t"], transport: transport))
    return (client, transport)
  }

  // MARK: Events and identifiers

  @Test(
    "events without data and of other types only keep a connection open",
    arguments: [
      "event: ping\ndata: 2026-11-29 08:00:00+00:00\n\n", "event: endpoint\ndata: /messages\n\n",
      "data:\n\n", "data:  \ndata:\n\n", "event: ping\ndata:\n\n", ": ping\n\n", "id: 7\n\n",
      "event: heartbeat\ndata: {\"jsonrpc\":\"2.0\",\"id\":2,\"result\":{\"content\":[]}}\n\n",
    ])
  func otherEvents(event: String) async throws {
    let (client, _) = try await client([
      Self.discovered, Self.events(event, "data: \(Self.result("2"))\n\n", event),
      Self.events(event),
    ])
    #expect(try await client.callTool(Self.call).text == "ok")
    // Such an event is never a result.
    let error = await #expect(throws: MCPError.self) { try await client.callTool(Self.call) }
    #expect(error?.code == .closed)
  }

  @Test(
    "an error of a server is an error in all of its forms, with the server's words",
    arguments: [
      "event: error\ndata: {\"message\":\"too busy\"}\n\n", "event: error\ndata: too busy\n\n",
      "event: error\ndata: {\"error\":{\"message\":\"too busy\"}}\n\n",
      "data: {\"error\":\"too busy\"}\n\n",
    ])
  func errors(event: String) async throws {
    let (client, _) = try await client([
      Self.discovered, Self.events(event, "data: \(Self.result("2"))\n\n"),
      Self.reply(#"{"error":"too busy"}"#),
    ])
    for _ in 0..<2 {
      let error = await #expect(throws: MCPError.self) { try await client.callTool(Self.call) }
      #expect(error?.message == "too busy")
    }
  }

  @Test(
    "reads the identifier of a request in other forms",
    arguments: ["2", "2.0", #""2""#, #""2.0""#, "2e0", "0"])
  func identifiers(id: String) async throws {
    for response in [
      Self.reply(Self.result(id)), Self.events("data: \(Self.result(id))\n\n"),
    ] {
      let (client, _) = try await client([Self.discovered, response])
      #expect(try await client.callTool(Self.call).text == "ok")
    }
  }

  @Test("does not read the identifier of another request", arguments: ["3", #""2x""#, "2.5", "-2"])
  func otherIdentifiers(id: String) async throws {
    let (client, _) = try await client([Self.discovered, Self.reply(Self.result(id))])
    let error = await #expect(throws: MCPError.self) { try await client.callTool(Self.call) }
    #expect(error?.code == .malformed)
  }

  @Test("a whole message is a result although the connection breaks after it, and no part of one")
  func brokenConnection() async throws {
    let failure = TransportError(.connection, "reset")
    let whole = Self.result("2")
    for length in [whole.utf8.count, whole.utf8.count - 1, 20, 0] {
      let (client, _) = try await client([
        Self.discovered,
        Response(
          headers: ["content-type": "application/json"], body: [String(whole.prefix(length))],
          failure: failure),
      ])
      if length == whole.utf8.count {
        #expect(try await client.callTool(Self.call).text == "ok")
      } else {
        let error = await #expect(throws: MCPError.self) { try await client.callTool(Self.call) }
        #expect(error?.code == .closed, "\(length)")
      }
    }
  }

  // MARK: Redirects

  @Test(
    "follows redirects that keep the method and the origin", arguments: [307, 308],
    ["/mcp/", "https://HOST:443/mcp/", "mcp/"])
  func redirect(status: Int, location: String) async throws {
    let moved = Self.reply("", status: status, headers: ["location": location])
    let (client, transport) = try await client(
      [moved, Self.discovered, moved, Self.reply(Self.result("2"))], endpoint: "https://host/")
    #expect(try await client.callTool(Self.call).text == "ok")
    let requests = transport.requests
    #expect(requests.count == 4)
    #expect(requests.allSatisfy { $0.method == "POST" })
    #expect(requests[2].body == requests[3].body)
    #expect(requests[3].url.path(percentEncoded: false) == "/mcp/")
    #expect(requests[3].headers["authorization"] == "Bearer s3cr3t")
  }

  @Test(
    "other redirects are an error with their target",
    arguments: [
      (307, "https://other/mcp"), (308, "http://host/mcp"), (307, "https://host:8443/mcp"),
      (301, "https://host/mcp/"), (302, "https://host/login"), (303, "https://host/mcp/"),
      (307, "//other/mcp"), (307, nil),
    ] as [(Int, String?)])
  func otherRedirect(status: Int, location: String?) async throws {
    let (client, transport) = try await client([
      Self.discovered,
      Self.reply("", status: status, headers: location.map { ["location": $0] } ?? [:]),
      Self.reply(Self.result("3")),
    ])
    let error = await #expect(throws: MCPError.self) { try await client.callTool(Self.call) }
    #expect(error?.code == .http(status))
    #expect(error?.message.contains(location ?? "no address") == true)
    #expect(try await client.callTool(Self.call).text == "ok")
    #expect(transport.requests.count == 3)
  }

  @Test("H3: ends redirects in a circle")
  func circle() async throws {
    let moved = Self.reply("", status: 307, headers: ["location": "/mcp"])
    let (client, transport) = try await client(
      [Self.discovered] + Array(repeating: moved, count: 20))
    let error = await #expect(throws: MCPError.self) { try await client.callTool(Self.call) }
    #expect(error?.code == .http(307))
    #expect(transport.requests.count == 7)
  }

  // MARK: Streams in parts

  @Test("asks for the rest of a stream that the server ends after an event with an identifier")
  func resumption() async throws {
    let broken = TransportError(.connection, "reset")
    let (client, transport) = try await client(
      Self.handshake + [
        Self.events("id: e-1\nretry: 1\ndata:\n\n"),
        Self.events("id: e-2\ndata:\n\n", failure: broken),
        // An event without its end gives no position.
        Self.events("id: e-3\ndata: {\n"), Self.events("data: \(Self.result("3"))\n\n"),
      ])
    #expect(try await client.callTool(Self.call).text == "ok")
    let requests = transport.requests.dropFirst(3)
    #expect(requests.map(\.method) == ["POST", "GET", "GET", "GET"])
    #expect(requests.map { $0.headers["last-event-id"] } == [nil, "e-1", "e-2", "e-2"])
    #expect(requests.last?.headers["accept"] == "text/event-stream")
    #expect(requests.last?.headers["mcp-protocol-version"] == "2025-11-25")
    #expect(requests.last?.headers["authorization"] == "Bearer s3cr3t")
    #expect(requests.last?.body.isEmpty == true)
  }

  @Test("a stream that ends without a position, or cannot go on, is an error of its call")
  func cutStream() async throws {
    let part = "id: e\nretry: 0\ndata: {\"method\":\"notifications/message\"}\n\n"
    let cases: [(first: [Response], rest: [Response], requests: Int)] = [
      (Self.handshake, [Self.events("retry: 0\ndata:\n\n")], 1),
      (Self.handshake, [Self.events(part + "id:\ndata:\n\n")], 1),
      (Self.handshake, [Self.events(part), Self.reply("", status: 405)], 2),
      (Self.handshake, [Self.events(part), Self.reply(Self.result("3"))], 2),
      (
        Self.handshake,
        [Self.events(part)] + Array(repeating: Self.events(": ping\n\n"), count: 150), 101
      ),
      // The newest revision has no streams in parts.
      ([Self.discovered], [Self.events(part)], 1),
    ]
    for (first, rest, count) in cases {
      let (client, transport) = try await client(first + rest)
      let error = await #expect(throws: MCPError.self) { try await client.callTool(Self.call) }
      #expect(error?.code == .closed)
      // The last case but one stops after the first request and 100 more.
      #expect(transport.requests.count - first.count == count)
    }
  }

  @Test("a stream in parts goes on as long as each part brings an event")
  func longPolling() async throws {
    let parts = (0..<150).map { Self.events("id: \($0)\nretry: 0\ndata:\n\n") }
    let (client, transport) = try await client(
      Self.handshake + parts + [Self.events("data: \(Self.result("3"))\n\n")])
    #expect(try await client.callTool(Self.call).text == "ok")
    #expect(transport.requests.last?.headers["last-event-id"] == "149")
  }

  @Test("H3: a server cannot make a client wait forever before it asks for the rest of a stream")
  func longRetryTime() async throws {
    let transport = ScriptedTransport(
      Self.handshake + [
        Self.events("id: e\nretry: \(Int.max)\ndata:\n\n"),
        Self.events("data: \(Self.result("3"))\n\n"),
      ])
    var connection = MCPHTTPTransport(
      endpoint: try #require(URL(string: "https://host/mcp")), transport: transport,
      requestTimeout: .seconds(20))
    #expect(connection.longestWait == .seconds(60))
    connection.longestWait = .milliseconds(1)
    let client = MCPClient(name: "Test", version: "1")
    try await client.connect(transport: connection)
    #expect(try await client.callTool(Self.call).text == "ok")
  }

  // MARK: Time

  /// Answers with a stream that says forever that it lives, or that a call advances.
  private struct Beating: ModelTransport {
    let event: String
    let first = ScriptedTransport([HTTPReplyTests.discovered])

    nonisolated(nonsending) func send(
      _ request: TransportRequest
    ) async throws -> TransportResponse {
      if first.requests.isEmpty { return try await first.send(request) }
      return TransportResponse(
        status: 200, headers: ["content-type": "text/event-stream"],
        body: AsyncThrowingStream { [event] in
          try await Task.sleep(for: .milliseconds(5))
          return Data(event.utf8)
        })
    }
  }

  @Test(
    "H3: signs of life and reports of progress do not extend the time of a request",
    arguments: [
      ": ping\n\n", "event: ping\ndata: 1\n\n",
      #"data: {"method":"notifications/progress","params":{"progressToken":2,"progress":1}}"#
        + "\n\n",
    ])
  func time(event: String) async throws {
    let client = MCPClient(name: "Test", version: "1")
    try await client.connect(
      transport: MCPHTTPTransport(
        endpoint: try #require(URL(string: "https://host/mcp")), transport: Beating(event: event),
        requestTimeout: .milliseconds(300)))
    let reports = Locked(0)
    let error = await #expect(throws: MCPError.self) {
      try await client.callTool(Self.call) { _ in reports.withLock { $0 += 1 } }
    }
    #expect(error?.code == .timeout)
    #expect((reports.withLock { $0 } > 0) == event.contains("progress"))
  }

  // MARK: Owners

  /// A value of a listener, whose end uses the client.
  private final class Owned: Sendable {
    let transport: MCPHTTPTransport

    init(_ transport: MCPHTTPTransport) { self.transport = transport }
    deinit { transport.onNotification { _ in } }
  }

  @Test("H3: a listener that is replaced may use its transport when it is destroyed")
  func listeners() throws {
    let transport = MCPHTTPTransport(endpoint: try #require(URL(string: "https://host/mcp")))
    func listen(_ owned: Owned) { transport.onNotification { _ in _ = owned } }
    listen(Owned(transport))
    listen(Owned(transport))
    transport.onNotification { _ in }
  }
}
