import Foundation
import SchemaConcurrency
import SchemaMCP
import SchemaModel
import SchemaProviders
import SchemaSessionTesting
import SchemaSessions
import Testing

/// A server in this process, whose answers a function gives.
private final class InProcessServer: MCPClientTransport {
  let usesHTTP = false
  let methods = Locked<[String]>([])
  let closeCount = Locked(0)
  private let answer: @Sendable (MCPMessage) throws -> String?

  init(_ answer: @escaping @Sendable (MCPMessage) throws -> String?) { self.answer = answer }

  func send(_ message: MCPMessage) async throws -> GeneratedContent? {
    methods.withLock { $0.append(message.method) }
    return try answer(message).map { try GeneratedContent(json: $0) }
  }

  func close() async { closeCount.withLock { $0 += 1 } }
}

/// A server that is silent until it is opened; then it answers, or is gone.
private final class SlowServer: MCPClientTransport {
  let usesHTTP = false
  let hasBegun = Locked(false)
  let isOpen = Locked(false)
  private let answer: String?

  init(_ answer: String? = nil) { self.answer = answer }

  func send(_ message: MCPMessage) async throws -> GeneratedContent? {
    hasBegun.withLock { $0 = true }
    while !isOpen.withLock({ $0 }) { try await Task.sleep(for: .milliseconds(1)) }
    guard let answer else { throw MCPError(.timeout, "gone") }
    return try GeneratedContent(json: answer)
  }

  func close() async {}
}

struct ClientErrorTests {
  private static let discovered = #"{"id":1,"result":{"supportedVersions":["2026-07-28"]}}"#
  private static let handshakeError = #"{"id":2,"error":{"code":-32022,"message":"no handshake"}}"#
  private static let unknownMethod = #"{"id":3,"error":{"code":-32601,"message":"unknown"}}"#

  @Test("errors that only the newest revision has are reported", arguments: [-32020, -32021])
  func newestErrors(code: Int) async throws {
    let server = InProcessServer { _ in
      #"{"id":1,"error":{"code":\#(code),"message":"The header differs."}}"#
    }
    let error = try await connectionError(server)
    #expect(error.code == .rpc(code))
    #expect(server.methods.withLock { $0 } == ["server/discover"])
  }

  @Test("H4: a connection that was given up changes nothing of the next one")
  func overlap() async throws {
    let (slow, client) = (SlowServer(), MCPClient(name: "Test", version: "1"))
    let fast = InProcessServer { _ in Self.discovered }
    let first = Task { try await client.connect(transport: slow) }
    while !slow.hasBegun.withLock({ $0 }) { try await Task.sleep(for: .milliseconds(1)) }
    try await client.connect(transport: fast)
    slow.isOpen.withLock { $0 = true }
    let error = await #expect(throws: MCPError.self) { try await first.value }
    #expect(error?.code == .closed)
    #expect(fast.closeCount.withLock { $0 } == 0)
    #expect(fast.methods.withLock { $0 } == ["server/discover"])
    #expect(await client.serverInfo?.protocolVersion == "2026-07-28")
  }

  @Test("a connection that ends while it begins is an error")
  func endedEarly() async throws {
    let (slow, client) = (SlowServer(Self.discovered), MCPClient(name: "Test", version: "1"))
    let first = Task { try await client.connect(transport: slow) }
    while !slow.hasBegun.withLock({ $0 }) { try await Task.sleep(for: .milliseconds(1)) }
    await client.disconnect()
    slow.isOpen.withLock { $0 = true }
    let error = await #expect(throws: MCPError.self) { try await first.value }
    #expect(error?.code == .closed)
    #expect(await client.serverInfo == nil)
  }

  /// Expects that a client cannot connect to a server, and is not connected then.
  private func connectionError(_ server: InProcessServer) async throws -> MCPError {
    let client = MCPClient(name: "Test", version: "1")
    let error = await #expect(throws: MCPError.self) { try await client.connect(transport: server) }
    #expect(server.closeCount.withLock { $0 } == 1)
    #expect(await client.serverInfo == nil)
    let methods = server.methods.withLock { $0 }
    let later = await #expect(throws: MCPError.self) { try await client.listTools() }
    #expect(later?.code == .closed)
    #expect(server.methods.withLock { $0 } == methods)
    return try #require(error)
  }

  @Test("a server that accepts neither a handshake nor a request without one has its own error")
  func noHandshake() async throws {
    let server = InProcessServer { message in
      if message.method == "initialize" { return Self.handshakeError }
      guard message.id == 1 else { return Self.unknownMethod }
      throw MCPError(.timeout, "silent")
    }
    let error = try await connectionError(server)
    #expect(error.code == .rpc(-32022))
    #expect(error.message == "no handshake")
    #expect(
      server.methods.withLock { $0 } == ["server/discover", "initialize", "server/discover"])
  }

  @Test("a handshake with an unknown version is an error, and is not confirmed")
  func unknownVersion() async throws {
    let server = InProcessServer { message in
      message.method == "initialize"
        ? #"{"id":2,"result":{"protocolVersion":"1999-01-01"}}"# : Self.unknownMethod
    }
    let error = try await connectionError(server)
    #expect(error.code == .version)
    #expect(error.message.hasPrefix("The server supports the version '1999-01-01' of MCP"))
    #expect(server.methods.withLock { $0 } == ["server/discover", "initialize"])
  }

  @Test(
    "an absent response, and one without a result, is an error of this request alone",
    arguments: [
      (nil, "The MCP server did not answer 'prompts/list'."),
      (#"{"id":2}"#, "An MCP response has neither a result nor an error."),
      (#"{"id":2,"result":5}"#, "An MCP response has neither a result nor an error."),
      (#"{"id":2,"result":[],"error":5}"#, "An MCP response has neither a result nor an error."),
    ] as [(String?, String)])
  func noResult(response: String?, problem: String) async throws {
    let server = InProcessServer { message in
      switch message.id {
      case 1: Self.discovered
      case 2: response
      default: #"{"id":3,"result":{"prompts":[{"name":"p"}]}}"#
      }
    }
    let client = MCPClient(name: "Test", version: "1")
    try await client.connect(transport: server)
    let error = await #expect(throws: MCPError.self) { try await client.listPrompts() }
    #expect(error?.code == .malformed)
    #expect(error?.message == problem)
    #expect(try await client.listPrompts().map(\.name) == ["p"])
    #expect(server.closeCount.withLock { $0 } == 0)
  }
}

struct HTTPErrorTests {
  private typealias Response = ScriptedTransport.Response

  private static let json = ["content-type": "application/json"]
  private static let events = ["content-type": "text/event-stream"]
  private static let secret = "s3cr3t-token"

  private static func reply(_ body: String, status: Int = 200) -> Response {
    Response(status: status, headers: json, body: [body])
  }

  /// A transport that fails at its second request, and has responses for the others.
  private struct Interrupted: ModelTransport {
    let responses: ScriptedTransport
    let failure: TransportError
    let count = Locked(0)

    nonisolated(nonsending) func send(
      _ request: TransportRequest
    ) async throws -> TransportResponse {
      let number = count.withLock { count in
        count += 1
        return count
      }
      if number == 2 { throw failure }
      return try await responses.send(request)
    }
  }

  private func client(_ transport: some ModelTransport) async throws -> MCPClient {
    let client = MCPClient(name: "Test", version: "1")
    let endpoint = try #require(URL(string: "https://host/mcp"))
    try await client.connect(
      transport: MCPHTTPTransport(
        endpoint: endpoint, headers: ["authorization": "Bearer \(Self.secret)"],
        transport: transport))
    return client
  }

  private static let discovered = reply(
    #"{"jsonrpc":"2.0","id":1,"result":{"supportedVersions":["2026-07-28"]}}"#)
  private static let list = #"{"jsonrpc":"2.0","id":3,"result":{"prompts":[{"name":"p"}]}}"#

  /// The error of a request whose response is given; the next request has a result.
  private func error(of response: Response) async throws -> MCPError {
    let transport = ScriptedTransport([Self.discovered, response, Self.reply(Self.list)])
    let client = try await client(transport)
    let error = await #expect(throws: MCPError.self) { try await client.listPrompts() }
    #expect(try await client.listPrompts().map(\.name) == ["p"])
    #expect(transport.requests.count == 3)
    return try #require(error)
  }

  @Test("a server that does not take the end of a handshake is not connected")
  func notification() async throws {
    let transport = ScriptedTransport([
      Self.reply("", status: 404),
      Self.reply(#"{"jsonrpc":"2.0","id":2,"result":{"protocolVersion":"2025-06-18"}}"#),
      Self.reply("not for\n\(Self.secret)", status: 503), Self.reply(Self.list),
    ])
    let error = await #expect(throws: MCPError.self) { try await client(transport) }
    #expect(error?.code == .http(503))
    #expect(error?.message == "not for •••")
    #expect(transport.requests.count == 3)
  }

  private static let failures: [(TransportError, MCPError.Code)] = [
    (TransportError(.timeout, "silent to \(secret)"), .timeout),
    (TransportError(.connection, "broke after \(secret)"), .closed),
  ]

  @Test("H6: a failure of the connection is an error of its request, without keys")
  func connection() async throws {
    for (failure, code) in Self.failures {
      let message = failure.description.replacingOccurrences(of: Self.secret, with: "•••")
      let client = try await client(
        Interrupted(
          responses: ScriptedTransport([Self.discovered, Self.reply(Self.list)]), failure: failure))
      let first = await #expect(throws: MCPError.self) { try await client.listPrompts() }
      #expect(first?.code == code)
      #expect(first?.message == message)
      #expect(try await client.listPrompts().map(\.name) == ["p"])
      for (headers, body) in [(Self.json, "{"), (Self.events, "data: {")] {
        let later = try await error(of: Response(headers: headers, body: [body], failure: failure))
        #expect(later.code == code, "\(headers)")
        #expect(later.message == message, "\(headers)")
      }
    }
  }

  @Test(
    "a response that is not a message of JSON-RPC is an error that says so",
    arguments: [
      (#"{"jsonrpc":"2.0","id":2,"result":{"prompts":[]}"#, "something other than a message"),
      ("[]", "something other than a message"), ("5", "something other than a message"),
      (#"{"jsonrpc":"2.0","id":9,"result":{"prompts":[]}}"#, "answered another request"),
    ])
  func notMessages(body: String, problem: String) async throws {
    let plain = try await error(of: Self.reply(body))
    #expect(plain.code == .malformed)
    #expect(plain.message.contains(problem), "\(plain)")
    guard problem != "answered another request" else { return }
    let event = try await error(of: Response(headers: Self.events, body: ["data: \(body)\n\n"]))
    #expect(event.code == .malformed)
    #expect(event.message.contains(problem), "\(event)")
  }

  @Test("H2: the body of a response is not read beyond its limit")
  func longBody() async throws {
    let piece = Data(String(repeating: " ", count: 1 << 22).utf8)
    for headers in [Self.json, Self.events] {
      let transport = Endless(head: headers, piece: piece, first: Self.discovered)
      let client = try await client(transport)
      let error = await #expect(throws: MCPError.self) { try await client.listPrompts() }
      #expect(error?.code == .malformed)
      #expect(error?.message == "A message of the MCP server is too long.")
      // 16 MB, and the piece after them.
      #expect((2...5).contains(transport.pieceCount.withLock { $0 }), "\(headers)")
    }
  }

  /// A response without an end after a first one; it counts the pieces that are read.
  private struct Endless: ModelTransport {
    let head: [String: String]
    let piece: Data
    let responses: ScriptedTransport
    let pieceCount = Locked(0)

    init(head: [String: String], piece: Data, first: Response) {
      self.head = head
      self.piece = piece
      responses = ScriptedTransport([first])
    }

    nonisolated(nonsending) func send(
      _ request: TransportRequest
    ) async throws -> TransportResponse {
      if responses.requests.isEmpty { return try await responses.send(request) }
      return TransportResponse(
        status: 200, headers: head,
        body: AsyncThrowingStream { [piece, pieceCount] in
          let count = pieceCount.withLock { count in
            count += 1
            return count
          }
          return count < 20 ? piece : nil
        })
    }
  }
}
