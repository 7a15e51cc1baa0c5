import Foundation
import SchemaMCP
import SchemaModel
import SchemaProviders
import SchemaSessionTesting
import Testing

/// Requests over HTTP that end before their response.
@Suite(.timeLimit(.minutes(10))) struct HTTPCancellationTests {
  /// Answers as prepared, but no call of a tool, and a subscription without an end.
  private struct SilentTransport: ModelTransport {
    let answers: ScriptedTransport
    let failure: TransportError?
    let arrived: AsyncStream<TransportRequest>.Continuation

    nonisolated(nonsending) func send(
      _ request: TransportRequest
    ) async throws -> TransportResponse {
      arrived.yield(request)
      let message = String(decoding: request.body, as: UTF8.self)
      if message.contains("subscriptions/listen") {
        return TransportResponse(
          status: 200, headers: ["content-type": "text/event-stream"],
          body: AsyncThrowingStream {
            try await Task.sleep(for: .seconds(3_600))
            return nil
          })
      }
      if message.contains("tools/call") {
        if let failure { throw failure }
        try await Task.sleep(for: .seconds(3_600))
      }
      return try await answers.send(request)
    }
  }

  private static let json = ["content-type": "application/json", "mcp-session-id": "s-7"]
  private static let call = ModelContextProtocol.ToolCall(
    name: "a", arguments: GeneratedContent(properties: [:]))

  private static func reply(_ body: String, status: Int = 200) -> ScriptedTransport.Response {
    .init(status: status, headers: json, body: [body])
  }

  /// The responses to a client that connects by a handshake, and to one notification more.
  private static let handshake = [
    reply("", status: 404),
    reply(#"{"jsonrpc":"2.0","id":2,"result":{"protocolVersion":"2025-06-18"}}"#),
    reply("", status: 202), reply("", status: 202),
  ]

  /// Connects a client whose calls get no response.
  ///
  /// - Returns: The client, and the requests to the server from now on.
  private func client(
    _ answers: [ScriptedTransport.Response], failure: TransportError? = nil
  ) async throws -> (MCPClient, AsyncStream<TransportRequest>.Iterator) {
    let (requests, arrived) = AsyncStream.makeStream(of: TransportRequest.self)
    let client = MCPClient(name: "Test", version: "1")
    let transport = SilentTransport(
      answers: ScriptedTransport(answers), failure: failure, arrived: arrived)
    try await client.connect(
      transport: MCPHTTPTransport(
        endpoint: try #require(URL(string: "https://host/mcp")), transport: transport))
    var iterator = requests.makeAsyncIterator()
    for _ in answers.dropLast() { _ = await iterator.next() }
    return (client, iterator)
  }

  private func body(_ request: TransportRequest?) throws -> String {
    try GeneratedContent(json: String(decoding: try #require(request).body, as: UTF8.self))
      .jsonString
  }

  @Test("notifies a server with a handshake of a cancelled request")
  func cancellation() async throws {
    var (client, requests) = try await client(Self.handshake)
    let task = Task { [client] in try await client.callTool(Self.call) }
    #expect(try body(await requests.next()).contains("tools/call"))
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    try await expectReport(&requests)
  }

  @Test("notifies a server with a handshake of a request that takes too long")
  func timeout() async throws {
    var (client, requests) = try await client(
      Self.handshake, failure: TransportError(.timeout, "silent"))
    let error = await #expect(throws: MCPError.self) { try await client.callTool(Self.call) }
    #expect(error?.code == .timeout)
    #expect(try body(await requests.next()).contains("tools/call"))
    try await expectReport(&requests)
  }

  /// Expects that the next request to the server reports the cancellation of the request 3.
  private func expectReport(_ requests: inout AsyncStream<TransportRequest>.Iterator) async throws {
    let report = await requests.next()
    #expect(
      try body(report)
        == #"{"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": 3}}"#)
    #expect(report?.headers["mcp-session-id"] == "s-7")
    #expect(report?.headers["mcp-protocol-version"] == "2025-06-18")
  }

  @Test("ends a request when the client is disconnected, and notifies a server with a handshake")
  func disconnection() async throws {
    var (client, requests) = try await client(Self.handshake)
    let task = Task { [client] in try await client.callTool(Self.call) }
    #expect(try body(await requests.next()).contains("tools/call"))
    await client.disconnect()
    let error = await #expect(throws: MCPError.self) { try await task.value }
    #expect(error?.code == .closed)
    try await expectReport(&requests)
  }

  @Test("ends a subscription when the client is disconnected")
  func subscription() async throws {
    var (client, requests) = try await client([Self.discovered, Self.reply("")])
    let task = Task { [client] in try await client.listenForChanges() }
    #expect(try body(await requests.next()).contains("subscriptions/listen"))
    await client.disconnect()
    let error = await #expect(throws: MCPError.self) { try await task.value }
    #expect(error?.code == .closed)
  }

  private static let discovered = reply(
    #"{"jsonrpc":"2.0","id":1,"result":{"supportedVersions":["2026-07-28"],"capabilities":{}}}"#)

  @Test("notifies no server of the newest revision, for which the end of the connection is enough")
  func stateless() async throws {
    var (client, requests) = try await client(
      [
        Self.discovered, Self.reply(#"{"jsonrpc":"2.0","id":3,"result":{"tools":[]}}"#),
      ], failure: TransportError(.timeout, "silent"))
    let error = await #expect(throws: MCPError.self) { try await client.callTool(Self.call) }
    #expect(error?.code == .timeout)
    _ = try await client.listTools()
    #expect(try body(await requests.next()).contains("tools/call"))
    #expect(try body(await requests.next()).contains("tools/list"))
  }
}
