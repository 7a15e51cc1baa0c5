#if os(macOS) || os(Linux)
import Foundation
import SchemaModel
import Testing

@testable import SchemaMCP

struct ProcessTests {
  private func client(
    _ script: String, probeTimeout: Duration = .seconds(300),
    requestTimeout: Duration = .seconds(300)
  ) async throws -> MCPClient {
    let client = MCPClient(name: "Test", version: "1")
    try await client.connect(
      transport: MCPProcessTransport(
        "sh", ["-c", script], probeTimeout: probeTimeout, requestTimeout: requestTimeout))
    return client
  }

  private static let discover =
    #"read line; echo '{"jsonrpc":"2.0","id":1,"result":{"supportedVersions":["2026-07-28"]}}'; "#
  private static let call = ModelContextProtocol.ToolCall(
    name: "a", arguments: GeneratedContent(properties: [:]))

  @Test("skips lines that are not messages, and answers the server's requests")
  func noise() async throws {
    let client = try await client(
      Self.discover
        + #"""
        read line; echo 'starting up'; echo; echo '{"jsonrpc":"2.0","id":7,"method":"ping"}'
        read pong; echo '{"jsonrpc":"2.0","method":"notifications/message"}'
        case "$pong" in
        '{"jsonrpc":"2.0","id":7,"result":{}}')
          printf '{"jsonrpc":"2.0","id":2,"result":'; sleep 0.1
          echo '{"content":[{"type":"text","text":"pong"}]}}';;
        esac
        """#)
    #expect(try await client.callTool(Self.call).text == "pong")
    await client.disconnect()
  }

  @Test("ignores a response with an identifier that no request has")
  func otherIdentifiers() async throws {
    let client = try await client(
      Self.discover
        + #"""
        read line
        for id in '"x"' '"2x"' 2.5 true 17; do
          echo '{"jsonrpc":"2.0","id":'"$id"',\#
        "result":{"content":[{"type":"text","text":"wrong"}]}}'
        done
        echo '{"jsonrpc":"2.0","id":2,"result":{"content":[{"type":"text","text":"right"}]}}'
        """#)
    #expect(try await client.callTool(Self.call).text == "right")
    await client.disconnect()
  }

  @Test(
    "assigns an error without an identifier to the only request",
    arguments: [#""id":null,"#, ""])
  func missingIdentifier(identifier: String) async throws {
    let client = try await client(
      Self.discover
        + #"""
        read line
        echo '{"jsonrpc":"2.0","id":null,"result":{"content":[{"type":"text","text":"wrong"}]}}'
        echo '{"jsonrpc":"2.0",\#(identifier)"error":{"code":-32700,"message":"no"}}'
        """#)
    let error = await #expect(throws: MCPError.self) { try await client.callTool(Self.call) }
    #expect(error?.code == .rpc(-32700))
    await client.disconnect()
  }

  @Test(
    "reads the identifier of a request in other forms",
    arguments: ["2.0", #""2""#, #""2.0""#, "2e0", "0"])
  func writtenIdentifiers(identifier: String) async throws {
    let client = try await client(
      Self.discover
        + #"""
        read line
        echo '{"jsonrpc":"2.0","id":\#(identifier),\#
        "result":{"content":[{"type":"text","text":"right"}]}}'; cat > /dev/null
        """#)
    #expect(try await client.callTool(Self.call).text == "right")
    await client.disconnect()
  }

  @Test("a response with the identifier 0 is an error if it may belong to several requests")
  func sameIdentifiers() async throws {
    let client = try await client(
      Self.discover
        + #"""
        read line; read line
        echo '{"jsonrpc":"2.0","id":0,"result":{"content":[]}}'; cat > /dev/null
        """#)
    let calls = (0..<2).map { _ in Task { try await client.callTool(Self.call) } }
    for call in calls {
      let error = await #expect(throws: MCPError.self) { try await call.value }
      #expect(error?.code == .malformed)
    }
    await client.disconnect()
  }

  @Test(
    "starts a server again that ends at a first message other than a handshake",
    arguments: ["exit 1", "exec <&-; sleep 1; exit", #"echo '{"id":1,"error":{}}'; exit"#])
  func restart(end: String) async throws {
    let script =
      #"""
      read first; case "$first" in *'"initialize"'*) ;; *) \#(end);; esac
      echo '{"jsonrpc":"2.0","id":'"${ID:-2}"',"result":{"protocolVersion":"2025-06-18"}}'
      read initialized; read list; case "$list" in *tools/list*) ;; *) exit;; esac
      echo '{"jsonrpc":"2.0","id":'"$((${ID:-2} + 1))"',"result":{"tools":[]}}'; cat > /dev/null
      """#
    let client = try await client(script)
    #expect(await client.serverInfo?.protocolVersion == "2025-06-18")
    #expect(try await client.listTools().tools.isEmpty)
    await client.disconnect()
    let error = await #expect(throws: MCPError.self) { try await client.listTools() }
    #expect(error?.code == .closed)
    // Without the probe, the first server is the only one.
    let unprobed = MCPClient(name: "Test", version: "1")
    try await unprobed.connect(
      transport: MCPProcessTransport("sh", ["-c", "ID=1; \(script)"]), probesNewestRevision: false)
    #expect(try await unprobed.listTools().tools.isEmpty)
    await unprobed.disconnect()
  }

  @Test("starts a server that ends at the handshake, too, no third time")
  func noRestart() async throws {
    let file = FileManager.default.temporaryDirectory.appending(path: "mcp-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: file) }
    let error = await #expect(throws: MCPError.self) {
      try await client("echo run >> '\(file.path)'; read line; exit")
    }
    #expect(error?.code == .closed)
    #expect(try await text(of: file) == "run\nrun\n")
  }

  @Test(
    "a request that waits for a server which is started again is an error",
    .timeLimit(.minutes(5)))
  func restartWithRequests() async throws {
    let file = FileManager.default.temporaryDirectory.appending(path: "mcp-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: file) }
    let transport = try MCPProcessTransport(
      "sh",
      [
        "-c",
        #"""
        read first; case "$first" in *'"initialize"'*)
        echo '{"jsonrpc":"2.0","id":3,"result":{}}'; exec cat > /dev/null;; esac
        echo '{"jsonrpc":"2.0","id":1,"error":{}}'; read call; exec <&-
        echo closed > '\#(file.path)'; exec sleep 60
        """#,
      ], probeTimeout: .seconds(120))
    func begin(_ id: Int, _ method: String) async throws -> GeneratedContent? {
      try await transport.send(
        MCPMessage(
          id: id, method: method, parameters: .emptyObject, protocolVersion: nil, headers: [:]))
    }
    #expect(try await begin(1, "server/discover")?.rpcError != nil)
    let waiting = Task { try await begin(2, "tools/call") }
    #expect(try await text(of: file) == "closed\n")
    #expect(try await begin(3, "initialize")?.property(named: "result") != nil)
    let error = await #expect(throws: MCPError.self) { try await waiting.value }
    #expect(error?.code == .closed)
    await transport.close()
  }

  @Test("begins a handshake with a server that does not answer the first request")
  func silence() async throws {
    let client = try await client(
      #"""
      read discover; read next; case "$next" in *'"initialize"'*) ;; *) exit;; esac
      echo '{"jsonrpc":"2.0","id":2,"result":{"protocolVersion":"2025-03-26"}}'; read initialized
      read list; echo '{"jsonrpc":"2.0","id":3,"result":{"tools":[]}}'
      """#, probeTimeout: .milliseconds(300))
    #expect(await client.serverInfo?.protocolVersion == "2025-03-26")
    #expect(try await client.listTools().tools.isEmpty)
    await client.disconnect()
  }

  @Test("repeats the first request to a server that was too slow and has no handshake")
  func slowStart() async throws {
    let client = try await client(
      #"""
      read discover; read next; case "$next" in *'"initialize"'*) ;; *) exit;; esac
      echo '{"jsonrpc":"2.0","id":2,"error":{"code":-32022,"message":"no handshake"}}'
      read again; echo '{"jsonrpc":"2.0","id":3,"result":{"supportedVersions":["2026-07-28"]}}'
      read list; echo '{"jsonrpc":"2.0","id":4,"result":{"tools":[]}}'
      """#, probeTimeout: .seconds(2))
    #expect(await client.serverInfo?.protocolVersion == "2026-07-28")
    #expect(try await client.listTools().tools.isEmpty)
    await client.disconnect()
  }

  @Test("H2: ends with an error if the server ends, is silent, or sends a line without end")
  func failures() async throws {
    for (script, timeout, code) in [
      (Self.discover + "read line", 300.0, MCPError.Code.closed),
      (Self.discover + "exec sleep 60", 0.5, .timeout),
      (Self.discover + "read line; yes | tr -d '\\n'", 300, .malformed),
    ] {
      let client = try await client(script, requestTimeout: .seconds(timeout))
      let error = await #expect(throws: MCPError.self) { try await client.callTool(Self.call) }
      #expect(error?.code == code, "\(script)")
      await client.disconnect()
    }
    let error = await #expect(throws: MCPError.self) { try await client("exit 3") }
    #expect(error?.code == .closed)
    let missing = await #expect(throws: (any Error).self) {
      try await MCPClient(name: "", version: "").connect(
        transport: MCPProcessTransport("/nonexistent/program"))
    }
    // The systems differ in the code of a file that does not exist.
    let codes = [CocoaError.fileNoSuchFile, CocoaError.fileReadNoSuchFile]
    #expect(codes.contains { $0 == (missing as? CocoaError)?.code })
  }

  @Test("H2: stops a server that writes a line without end, and says so for all requests")
  func endlessLine() async throws {
    let file = FileManager.default.temporaryDirectory.appending(path: "mcp-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: file) }
    let client = try await client(
      Self.discover + "read line; yes | tr -d '\\n'; echo ended > '\(file.path)'; exec sleep 60")
    // The next request fails for the same reason.
    for _ in 1...2 {
      let error = await #expect(throws: MCPError.self) { try await client.callTool(Self.call) }
      #expect(error?.code == .malformed)
      #expect(error?.message == "An MCP message is too long.")
    }
    // Its pipe is closed, so the line has come to an end.
    #expect(try await text(of: file) == "ended\n")
    await client.disconnect()
  }

  private func call(_ id: Int, text: String? = nil) -> MCPMessage {
    MCPMessage(
      id: id, method: "tools/call", parameters: .object(["text": text]), protocolVersion: nil,
      headers: [:])
  }

  @Test("sends neither a request that is cancelled before it is written, nor its cancellation")
  func earlyCancellation() async throws {
    let file = FileManager.default.temporaryDirectory.appending(path: "mcp-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: file) }
    let transport = try MCPProcessTransport(
      "sh",
      [
        "-c",
        #"read line; echo '{"jsonrpc":"2.0","id":2,"result":'"$line"'}'; "#
          + "(cat; echo end) > '\(file.path)'",
      ])
    let task = Task {
      unsafe withUnsafeCurrentTask { unsafe $0?.cancel() }
      return try await transport.send(call(1))
    }
    await #expect(throws: CancellationError.self) { try await task.value }
    // The first line that the server receives.
    let response = try await transport.send(call(2))
    #expect(response?.property(named: "result") == call(2).content)
    await transport.close()
    // No other line follows.
    #expect(try await text(of: file) == "end\n")
  }

  @Test("cancels a request that is cancelled during its write, once the write has ended")
  func cancellationDuringWrite() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "mcp-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let (begun, go) = (folder.appending(path: "begun"), folder.appending(path: "go"))
    let note = folder.appending(path: "note")
    // The server reads one byte, and continues to read when it is told, or ends after a minute.
    let transport = try MCPProcessTransport(
      "sh",
      [
        "-c",
        "dd bs=1 count=1 of=/dev/null 2> /dev/null; echo begun > '\(begun.path)'; "
          + "for i in $(seq 600); do [ -e '\(go.path)' ] && break; sleep 0.1; done; "
          + #"[ -e '\#(go.path)' ] && read rest && read note && echo "$note" > '\#(note.path)'"#,
      ])
    // A pipe has no room for the request, so its write continues until the server reads.
    let message = call(1, text: String(repeating: "a", count: 1 << 18))
    let task = Task { try await transport.send(message) }
    #expect(try await text(of: begun) == "begun\n")
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    try Data().write(to: go)
    let cancellation = try #require(message.cancellation)
    #expect(try await text(of: note) == cancellation.content.jsonString(.compact) + "\n")
    await transport.close()
  }

  @Test("requests that begin a connection have no cancellation")
  func cancellationMessage() {
    func message(_ id: Int?, _ method: String) -> MCPMessage {
      MCPMessage(
        id: id, method: method, parameters: .emptyObject, protocolVersion: "2025-11-25",
        headers: [:])
    }
    for method in ["initialize", "server/discover"] {
      #expect(message(1, method).cancellation == nil)
    }
    #expect(message(nil, "notifications/initialized").cancellation == nil)
    #expect(
      message(7, "tools/call").cancellation?.content.jsonString(.compact)
        == #"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":7}}"#)
  }

  @Test("notifies the server of a cancelled request")
  func cancellation() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "mcp-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let (call, note) = (folder.appending(path: "call"), folder.appending(path: "note"))
    let client = try await client(
      Self.discover
        + #"read call; echo "$call" > '\#(call.path)'; "#
        + #"read note; echo "$note" > '\#(note.path)'; exec sleep 60"#)
    let task = Task { try await client.callTool(Self.call) }
    #expect(try await text(of: call).contains(#""method":"tools/call""#))
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(
      try await text(of: note)
        .contains(#""method":"notifications/cancelled","params":{"requestId":2"#))
    await client.disconnect()
  }

  @Test(
    "ends a server that does not end by itself",
    arguments: ["exec sleep 60", "trap '' TERM; for i in $(seq 1000); do sleep 0.1; done"])
  func ending(rest: String) async throws {
    let file = FileManager.default.temporaryDirectory.appending(path: "mcp-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: file) }
    let client = try await client("echo $$ > '\(file.path)'; \(Self.discover)\(rest)")
    let line = try await text(of: file)
    let identifier = try #require(Int32(line.dropLast()))
    #expect(kill(identifier, 0) == 0)
    await client.disconnect()
    for _ in 0..<3_000 where kill(identifier, 0) == 0 {
      try await Task.sleep(for: .milliseconds(20))
    }
    #expect(kill(identifier, 0) == -1 && errno == ESRCH)
  }

  @Test("a server has its two seconds also if the task that disconnects is cancelled")
  func cancelledDisconnect() async throws {
    let file = FileManager.default.temporaryDirectory.appending(path: "mcp-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: file) }
    let client = try await client(
      Self.discover + "cat > /dev/null; sleep 0.3; echo saved > '\(file.path)'")
    await Task {
      unsafe withUnsafeCurrentTask { unsafe $0?.cancel() }
      await client.disconnect()
    }.value
    #expect((try? String(contentsOf: file, encoding: .utf8)) == "saved\n")
  }

  @Test("a server has the usual action for SIGPIPE, although this program ignores it")
  func brokenPipe() async throws {
    let file = FileManager.default.temporaryDirectory.appending(path: "mcp-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: file) }
    signal(SIGPIPE, SIG_IGN)
    let client = try await client(
      "(yes 2> /dev/null; echo $? > '\(file.path)') | head -n 1 > /dev/null; \(Self.discover)"
        + "cat > /dev/null")
    #expect(try await text(of: file) == "\(128 + SIGPIPE)\n")
    await client.disconnect()
    // Here it is ignored again.
    let pipe = Pipe()
    try pipe.fileHandleForReading.close()
    #expect(throws: (any Error).self) { try pipe.fileHandleForWriting.write(contentsOf: Data([1])) }
  }

  @Test("no other process inherits the pipes of a server, which would keep them open")
  func inheritance() throws {
    let pipe = ChildPipe()
    for end in [pipe.reading, pipe.writing] {
      #expect(fcntl(end.fileDescriptor, F_GETFD) & FD_CLOEXEC != 0)
    }
    try pipe.writing.write(contentsOf: Data("a".utf8))
    try pipe.writing.close()
    #expect(try pipe.reading.readToEnd() == Data("a".utf8))
  }

  /// The text of a file, once it is there; nothing after a minute.
  private func text(of file: URL) async throws -> String {
    for _ in 0..<1200 {
      let text = (try? String(contentsOf: file, encoding: .utf8)) ?? ""
      if text.hasSuffix("\n") { return text }
      try await Task.sleep(for: .milliseconds(50))
    }
    return ""
  }
}
#endif
