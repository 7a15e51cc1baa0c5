#if AsyncHTTP
import Foundation
import SchemaAsyncHTTP
import SchemaProviders
import SchemaSessions
import SessionTestSupport
import Testing

@Suite("The transport over AsyncHTTPClient", .timeLimit(.minutes(1)))
struct AsyncHTTPTransportTests {
  // The machine's own proxy has no way to a server on it.
  private let transport = AsyncHTTPTransport(environment: [:])

  private func request(
    _ server: LoopbackServer, idle: Duration = .seconds(30)
  ) throws -> TransportRequest {
    TransportRequest(
      url: try #require(URL(string: "http://127.0.0.1:\(server.port)/v1/chat/completions")),
      headers: ["authorization": "Bearer secret", "accept-encoding": "identity"],
      body: Data(#"{"model":"m"}"#.utf8), idleTimeout: idle)
  }

  @Test("sends a request, and gives the head and each piece as it arrives")
  func pieces() async throws {
    let (asked, asking) = AsyncStream<String>.makeStream()
    let semaphore = DispatchSemaphore(value: 0)
    let server = try LoopbackServer { connection in
      asking.yield(connection.request)
      connection.sendHead()
      connection.sendChunk("one")
      // The second piece is sent after the first one has been read.
      semaphore.wait()
      connection.sendChunk("two")
      connection.sendChunk("")
    }
    let response = try await transport.send(request(server))
    #expect(response.status == 200)
    #expect(response.headers["content-type"] == "text/event-stream")
    var text = ""
    for try await piece in response.body {
      text += String(decoding: piece, as: UTF8.self)
      semaphore.signal()
    }
    #expect(text == "onetwo")
    let sent = try #require(await asked.first { _ in true })
    #expect(sent.hasPrefix("POST /v1/chat/completions HTTP/1.1\r\n"))
    #expect(sent.lowercased().contains("authorization: bearer secret\r\n"))
    #expect(sent.hasSuffix(#"{"model":"m"}"#))
  }

  @Test("T29: does not follow a redirect")
  func redirect() async throws {
    let count = Locked(0)
    let server = try LoopbackServer { connection in
      count.withLock { $0 += 1 }
      connection.send(
        "HTTP/1.1 307 Temporary Redirect\r\nlocation: /elsewhere\r\ncontent-length: 0\r\n\r\n")
    }
    let response = try await transport.send(request(server))
    #expect(response.status == 307)
    for try await _ in response.body {}
    #expect(count.withLock { $0 } == 1)
  }

  @Test("T30: ends a response that is silent for too long, before its head and within its body")
  func silence() async throws {
    let silent = try LoopbackServer { $0.waitForEnd() }
    let head = await #expect(throws: TransportError.self) {
      try await transport.send(request(silent, idle: .milliseconds(200)))
    }
    #expect(head?.code == .timeout)
    let stalled = try LoopbackServer { connection in
      connection.sendHead()
      connection.sendChunk("one")
      connection.waitForEnd()
    }
    let response = try await transport.send(request(stalled, idle: .milliseconds(200)))
    let body = await #expect(throws: TransportError.self) {
      for try await _ in response.body {}
    }
    #expect(body?.code == .timeout)
  }

  @Test("T30: spares a response that is slow for longer than the idle timeout in all")
  func slowness() async throws {
    let server = try LoopbackServer { connection in
      connection.sendHead()
      for _ in 0..<8 {
        connection.sendChunk(": ping\n\n")
        Thread.sleep(forTimeInterval: 0.5)
      }
      connection.sendChunk("")
    }
    let response = try await transport.send(request(server, idle: .seconds(3)))
    var count = 0
    for try await piece in response.body { count += piece.count }
    #expect(count == 8 * 8)
  }

  @Test(
    "T31: closes the connection of a request that is cancelled, and of a body that nobody reads")
  func cancellation() async throws {
    let (ends, end) = AsyncStream<Void>.makeStream()
    let server = try LoopbackServer { connection in
      connection.sendHead()
      connection.sendChunk("one")
      connection.waitForEnd()
      end.yield()
    }
    var closed = ends.makeAsyncIterator()
    let request = try request(server)
    let transport = transport
    let task = Task {
      let response = try await transport.send(request)
      for try await _ in response.body { unsafe withUnsafeCurrentTask { unsafe $0?.cancel() } }
    }
    try? await task.value
    await closed.next()
    try await stopReading(request)
    await closed.next()
  }

  private func stopReading(_ request: TransportRequest) async throws {
    let response = try await transport.send(request)
    for try await _ in response.body { break }
  }

  @Test("T31: reads no more of a body than its reader takes")
  func backpressure() async throws {
    let sent = Locked(0)
    let chunk = String(repeating: "x", count: 65_536)
    let chunkCount = 2_000
    let server = try LoopbackServer { connection in
      connection.sendHead()
      for _ in 0..<chunkCount {
        connection.sendChunk(chunk)
        sent.withLock { $0 += 1 }
      }
      connection.sendChunk("")
    }
    let response = try await transport.send(request(server))
    var iterator = response.body.makeAsyncIterator()
    var received = try #require(try await iterator.next()).count
    // The server goes on until the buffers of both ends are full, and then waits.
    var before = -1
    while sent.withLock({ $0 }) != before {
      before = sent.withLock { $0 }
      try await Task.sleep(for: .milliseconds(200))
    }
    #expect(before < chunkCount / 2)
    while let piece = try await iterator.next() { received += piece.count }
    #expect(received == chunk.utf8.count * chunkCount)
  }

  @Test("says that there is no connection, and that one broke")
  func broken() async throws {
    let refused = try request(try LoopbackServer { _ in })
    let error = await #expect(throws: TransportError.self) {
      let response = try await transport.send(refused)
      for try await _ in response.body {}
    }
    #expect(error?.code == .connection)
    let server = try LoopbackServer { connection in
      connection.sendHead()
      connection.sendChunk("one")
    }
    let response = try await transport.send(request(server))
    await #expect(throws: TransportError.self) { for try await _ in response.body {} }
  }

  @Test("keeps a body alive when the transport itself is gone")
  func lifetime() async throws {
    let server = try LoopbackServer { connection in
      connection.sendHead()
      connection.sendChunk("one")
      Thread.sleep(forTimeInterval: 0.2)
      connection.sendChunk("two")
      connection.sendChunk("")
    }
    let request = try request(server)
    func body() async throws -> AsyncThrowingStream<Data, any Error> {
      try await AsyncHTTPTransport(environment: [:]).send(request).body
    }
    var text = ""
    for try await piece in try await body() { text += String(decoding: piece, as: UTF8.self) }
    #expect(text == "onetwo")
  }

  @Test("carries a whole turn")
  func turn() async throws {
    let server = try LoopbackServer { connection in
      connection.sendHead()
      for line in [
        #"{"choices":[{"index":0,"delta":{"content":"Dal ü"},"finish_reason":"stop"}]}"#, "[DONE]",
      ] {
        for scalar in "data: \(line)\n\n".unicodeScalars { connection.sendChunk(String(scalar)) }
      }
      connection.sendChunk("")
    }
    let session = LanguageModelSession(
      model: OpenAIModel(
        "m", key: "secret", baseURL: "http://127.0.0.1:\(server.port)/v1", transport: transport))
    #expect(try await session.respond(to: "Soup?").content == "Dal ü")
  }
}

@Suite("The proxy that an environment names")
struct ProxyEnvironmentTests {
  private func server(_ url: String, _ environment: [String: String]) throws -> String? {
    let server = ProxyEnvironment(environment).server(for: try #require(URL(string: url)))
    return server.map { "\($0.user ?? "")@\($0.host):\($0.port)" }
  }

  @Test(
    "is that of the scheme, in either case, or that of all",
    arguments: [
      (["HTTPS_PROXY": "http://p:3128"], "@p:3128"),
      (["https_proxy": "q:8080", "HTTPS_PROXY": "http://p:3128"], "@q:8080"),
      (["ALL_PROXY": "http://me:word@p"], "me@p:80"),
      (["HTTP_PROXY": "http://p:3128"], nil), (["HTTPS_PROXY": "socks5://p:1"], nil),
      (["HTTPS_PROXY": ""], nil),
    ])
  func scheme(_ environment: [String: String], _ expected: String?) throws {
    #expect(try server("https://api.openai.com/v1", environment) == expected)
  }

  @Test(
    "spares the hosts that are named, and those below them",
    arguments: [
      ("api.openai.com", true), ("openai.com", true), (".openai.com", true), ("*", true),
      ("localhost, api.openai.com", true), ("penai.com", false), ("x.api.openai.com", false),
      ("", false),
    ])
  func exceptions(_ names: String, _ isSpared: Bool) throws {
    let found = try server(
      "https://API.openai.com/v1", ["https_proxy": "http://p:3128", "no_proxy": names])
    #expect((found == nil) == isSpared)
  }
}
#endif
