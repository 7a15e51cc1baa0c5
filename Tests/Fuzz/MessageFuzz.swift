import Foundation
import SchemaConcurrency
import SchemaContent
import SchemaModel
import SchemaProviders
import SchemaSessions

@testable import SchemaMCP

// What libFuzzer calls. `.ci/fuzz` compiles this file together with the modules' sources.
//
// An input is what the other side of a connection sends: lines, of which the first byte says who
// reads them, or the bodies of responses over HTTP.

private enum Reader: UInt8, CaseIterable {
  case server
  case client
  /// A client of the revisions with a handshake.
  case olderClient
  case httpClient
  case httpServer
}

private let meta =
  #""_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","#
  + #""io.modelcontextprotocol/clientCapabilities":{}}"#
private let requests = [
  #""method":"tools/list","params":{\#(meta)}"#, #""method":"server/discover","params":{\#(meta)}"#,
  #""method":"tools/call","params":{"name":"find","arguments":{"term":"pie"},\#(meta)}"#,
  #""method":"tools/call","params":{"name":"find","arguments":{"term":7}}"#,
  #""method":"resources/read","params":{"uri":"r://a"}"#, #""method":"ping""#,
  #""method":"resources/list","params":{"cursor":"x"}"#,
  #""method":"prompts/get","params":{"name":"p","arguments":{"x":"1"}}"#,
  #""method":"initialize","params":{"protocolVersion":"2025-06-18"}"#,
]
/// The results of a client's requests, in their order.
private let results = [
  #"""
  {"supportedVersions":["2026-07-28"],"_meta":{"io.modelcontextprotocol/serverInfo":{"name":"w"}}}
  """#,
  #"""
  {"tools":[{"name":"t","inputSchema":{"type":"object",\#
  "properties":{"a":{"type":"string","x-mcp-header":"A"}}},\#
  "outputSchema":{"type":"object","required":["d"]}}]}
  """#,
  #"""
  {"content":[{"type":"text","text":"ok"},\#
  {"type":"image","data":"iVBORw0KGgo=","mimeType":"image/png"}],"structuredContent":{"d":1}}
  """#,
  #"{"resources":[{"uri":"a","name":"A","mimeType":"x/y"}]}"#,
  #"{"contents":[{"uri":"a","text":"hi"},{"uri":"b","blob":"aGk="}]}"#,
  #"{"prompts":[{"name":"p","arguments":[{"name":"x","required":true}]}]}"#,
  #"{"messages":[{"role":"user","content":{"type":"text","text":"hi"}}]}"#,
]
private let handshake = [
  #"{"protocolVersion":"2025-06-18","capabilities":{"logging":{}},"serverInfo":{"name":"old"}}"#,
  "{}",
]
private let notifications = [
  #"""
  {"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":3,"progress":0.5}}
  """#,
  #"{"jsonrpc":"2.0","method":"notifications/message","params":{"level":"warning","data":"hot"}}"#,
  #"{"jsonrpc":"2.0","id":"s1","method":"ping"}"#,
]

/// Writes messages to begin with.
@_cdecl("LLVMFuzzerInitialize")
public func initialize(
  _ count: UnsafeMutablePointer<CInt>?, _ arguments: UnsafeMutableRawPointer?
) -> CInt {
  func write(_ name: String, _ reader: Reader, _ lines: [String], _ end: String = "\n") {
    FuzzInput.writeSeed(
      name, choice: reader.rawValue, Array(lines.map { $0 + end }.joined().utf8))
  }
  let questions = requests.map { #"{"jsonrpc":"2.0","id":1,\#($0)}"# }
  write("seed-questions", .server, questions + [#"{"method":"notifications/initialized"}"#, "{"])
  for (index, question) in questions.enumerated() {
    write("seed-question-\(index)", .server, [question])
    write("seed-body-\(index)", .httpServer, [question])
  }
  func answers(_ results: [String]) -> [String] {
    results.enumerated().map { #"{"jsonrpc":"2.0","id":\#($0 + 1),"result":\#($1)}"# }
  }
  write("seed-answers", .client, answers(results))
  write("seed-notified", .client, answers(results).flatMap { notifications + [$0] })
  write("seed-older", .olderClient, answers(handshake + results.dropFirst()))
  write("seed-error", .client, [#"{"id":1,"error":{"code":-32022,"message":"no","data":{}}}"#])
  // A byte for the status and the type, and the body.
  let bodies = answers(results).map { "j" + $0 }
  let events = answers(results).map { answer in
    "e" + (notifications + [answer]).map { "data: \($0)\n\n" }.joined()
  }
  for (name, parts) in [("bodies", bodies), ("events", events), ("failure", ["fno", "jno"])] {
    FuzzInput.writeSeed(
      "seed-\(name)", choice: Reader.httpClient.rawValue,
      Array(parts.map { Array($0.utf8) }.joined(separator: [0xFF])))
  }
  return 0
}

/// Reads messages, and stops the process if something that always holds does not.
@_cdecl("LLVMFuzzerTestOneInput")
public func test(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  guard let start, count > 0 else { return 0 }
  let fuzz = MessageFuzz(input: FuzzInput(start, count))
  let end = DispatchSemaphore(value: 0)
  Task.detached {
    await fuzz.run()
    end.signal()
  }
  end.wait()
  return 0
}

struct MessageFuzz {
  let input: FuzzInput

  func run() async {
    switch Reader.allCases[Int(input.choice) % Reader.allCases.count] {
    case .server: for line in lines { await serve(line) }
    case .httpServer: await serveHTTP()
    case .client: await ask(LineTransport(lines, isOlder: false))
    case .olderClient: await ask(LineTransport(lines, isOlder: true))
    case .httpClient: await askHTTP()
    }
  }

  /// The lines, which are the same wherever the pieces of the stream end.
  private var lines: [String] {
    let bytes = Data(input.bytes.dropFirst())
    func lines(inPiecesOf size: Int) -> [String] {
      var splitter = LineSplitter()
      return stride(from: bytes.startIndex, to: bytes.endIndex, by: size).flatMap { start in
        splitter.append(bytes[start..<min(start + size, bytes.endIndex)])
      }
    }
    let whole = lines(inPiecesOf: max(1, bytes.count))
    for size in [1, 7] { input.check(whole == lines(inPiecesOf: size), "pieces of \(size)") }
    return whole
  }

  // MARK: A server

  private struct Find: Tool {
    struct Arguments: Generable {
      let term: String

      init(_ content: GeneratedContent) throws {
        term = try content.value(forProperty: "term")
      }

      var generatedContent: GeneratedContent { GeneratedContent(properties: ["term": term]) }

      static var generationSchema: GenerationSchema {
        GenerationSchema(
          type: Self.self, properties: [.init(name: "term", type: String.self)])
      }
    }

    let name = "find"
    let description = "Finds dishes"

    func call(arguments: Arguments) async throws -> String { "found \(arguments.term)" }
  }

  private static let server: MCPServer = {
    do {
      return try MCPServer(
        name: "s", version: "1", tools: [Find()],
        resources: [.init(.init(uri: "r://a", name: "A")) { .text("hi") }],
        prompts: [
          .init(.init(name: "p", arguments: [.init(name: "x", isRequired: true)])) { values in
            [.init(.user, "x is \(values["x"] ?? "")")]
          }
        ])
    } catch {
      fatalError("no server: \(error)")
    }
  }()

  /// The response to a line is a message, which goes to its request.
  private func serve(_ text: String) async {
    let response: String?
    do {
      response = try await Self.server.response(to: text)
    } catch {
      return input.check(false, "a server throws \(error)")
    }
    let request = try? GeneratedContent(json: text)
    guard let response else {
      return input.check(
        request?.shape == .object && request?.property(named: "id") == nil, "no response to \(text)"
      )
    }
    check(response: response, to: request)
  }

  private func check(response text: String, to request: GeneratedContent?) {
    guard let response = try? GeneratedContent(json: text), response.isComplete,
      response.shape == .object, response.string(named: "jsonrpc") == "2.0",
      let id = response.property(named: "id")
    else { return input.check(false, "no response of JSON-RPC: \(text)") }
    let result = response.property(named: "result")
    let code = response.property(named: "error")?.property(named: "code")
    input.check((result == nil) != (code == nil), "a result and an error, or none: \(text)")
    input.check(result == nil || result?.shape == .object, "a result of another kind: \(text)")
    input.check(code.map { (try? Int($0)) != nil } ?? true, "an error without a code: \(text)")
    guard id.shape == .null else {
      let own = request?.shape == .object ? request?.property(named: "id") : nil
      return input.check(
        own?.jsonString(.compact) == id.jsonString(.compact), "a response to another: \(text)")
    }
    input.check(result == nil, "a result for nobody: \(text)")
  }

  private func serveHTTP() async {
    let body = Data(input.bytes.dropFirst())
    let headers = [
      "mcp-protocol-version": "2026-07-28", "mcp-method": "tools/call", "mcp-name": "find",
    ]
    for headers in [headers, [:]] {
      do {
        let response = try await Self.server.response(
          to: MCPHTTPRequest(method: "POST", headers: headers, body: body), allowedOrigins: [])
        input.check([200, 202, 400, 404].contains(response.status), "a status \(response.status)")
        guard !response.body.isEmpty else { continue }
        check(
          response: String(decoding: response.body, as: UTF8.self),
          to: try? GeneratedContent(json: String(decoding: body, as: UTF8.self)))
      } catch {
        input.check(false, "a server throws \(error)")
      }
    }
  }

  // MARK: A client

  private func askHTTP() async {
    let responses = BodyTransport(input.parts)
    guard let endpoint = URL(string: "https://host/mcp") else { return }
    await ask(
      MCPHTTPTransport(
        endpoint: endpoint, headers: ["authorization": "Bearer s3cr3t"], transport: responses))
  }

  /// Asks for everything that a server can have.
  private func ask(_ transport: some MCPClientTransport) async {
    let client = MCPClient(name: "c", version: "1", logLevel: "debug") { _ in }
    guard await attempt({ try await client.connect(transport: transport) }) != nil else {
      return input.check(await client.serverInfo == nil, "it is connected after an error")
    }
    let list = await attempt { try await client.listTools() }
    for tool in list?.tools ?? [] {
      let again = try? ModelContextProtocol.ToolList(
        GeneratedContent(properties: ["tools": [tool.content]]))
      input.check(again?.tools.map(\.name) == [tool.name], "a tool is not read again")
    }
    let name = list?.tools.first?.name ?? "t"
    let result = await attempt {
      try await client.callTool(
        .init(name: name, arguments: GeneratedContent(properties: ["a": " é"]))
      ) { _ in }
    }
    if let result {
      let again = try? ModelContextProtocol.ToolResult(json: result.jsonString)
      input.check(
        again?.text == result.text && again?.isError == result.isError,
        "a result is read otherwise: \(result.jsonString)")
    }
    _ = await attempt { try await client.listResources() }
    _ = await attempt { try await client.readResource(uri: "a") }
    _ = await attempt { try await client.listPrompts() }
    _ = await attempt { try await client.getPrompt(name: "p", arguments: ["x": "1"]) }
    await client.disconnect()
  }

  /// The result of a function, which throws errors of the protocol only.
  private func attempt<Value>(_ body: () async throws -> Value) async -> Value? {
    do {
      return try await body()
    } catch {
      input.check(error is MCPError, "another error: \(error)")
      input.check(!"\(error)".contains("s3cr3t"), "an error has a key: \(error)")
      return nil
    }
  }
}

/// A connection to a server whose lines are the input.
private final class LineTransport: MCPClientTransport {
  private let lines: Locked<ArraySlice<String>>
  private let listener = Locked<(@Sendable (GeneratedContent) -> Void)?>(nil)
  private let isOlder: Bool
  let usesHTTP = true

  init(_ lines: [String], isOlder: Bool) {
    self.lines = Locked(lines[...])
    self.isOlder = isOlder
  }

  func onNotification(_ listener: @escaping @Sendable (GeneratedContent) -> Void) {
    self.listener.withLock { $0 = listener }
  }

  func send(_ message: MCPMessage) async throws -> GeneratedContent? {
    guard message.id != nil else { return nil }
    if isOlder, message.method == "server/discover" {
      throw MCPError(.timeout, "The server does not know this.")
    }
    while let line = lines.withLock({ $0.popFirst() }) {
      guard let content = try? GeneratedContent(json: line),
        content.isComplete, content.shape == .object
      else { continue }
      if content.answerToServer != nil { continue }
      guard content.string(named: "method") != nil else { return content }
      listener.withLock { $0 }?(content)
    }
    throw MCPError(.closed, "The server has ended.")
  }

  func close() async {}
}

/// Responses over HTTP, whose first bytes choose their heads.
private final class BodyTransport: ModelTransport {
  private let parts: Locked<ArraySlice<[UInt8]>>

  init(_ parts: [[UInt8]]) { self.parts = Locked(parts[...]) }

  nonisolated(nonsending) func send(
    _ request: TransportRequest
  ) async throws -> TransportResponse {
    guard let part = parts.withLock({ $0.popFirst() }), let head = part.first else {
      throw TransportError(.connection, "There is no more.")
    }
    let type = head == UInt8(ascii: "e") ? "text/event-stream" : "application/json"
    let statuses = [UInt8(ascii: "f"): 400, UInt8(ascii: "s"): 500, UInt8(ascii: "a"): 202]
    let pieces = [Data(part.dropFirst().prefix(5)), Data(part.dropFirst().dropFirst(5))]
    return TransportResponse(
      status: statuses[head] ?? 200,
      headers: ["content-type": type, "mcp-session-id": "s-\(head)"],
      body: AsyncThrowingStream { continuation in
        for piece in pieces { continuation.yield(piece) }
        continuation.finish()
      })
  }
}
