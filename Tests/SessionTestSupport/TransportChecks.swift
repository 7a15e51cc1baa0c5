import Foundation
import SchemaConcurrency
package import SchemaProviders
import SchemaSessions
import Testing

/// What every transport has to do, on a server of this machine.
package struct TransportChecks: Sendable {
  private let transport: any ModelTransport

  package init(_ transport: any ModelTransport) {
    self.transport = transport
  }

  /// A request to a server.
  package static func request(
    to server: LoopbackServer, idle: Duration = .seconds(240)
  ) throws -> TransportRequest {
    try request(port: server.port, idle: idle)
  }

  private static func request(port: Int, idle: Duration) throws -> TransportRequest {
    TransportRequest(
      url: try #require(URL(string: "http://127.0.0.1:\(port)/v1/chat/completions")),
      headers: ["authorization": "Bearer secret", "accept-encoding": "identity"],
      body: Data(#"{"model":"m"}"#.utf8), idleTimeout: idle)
  }

  /// Sends a request, and gives the head and each piece as it arrives.
  package func pieces() async throws {
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
    let response = try await transport.send(Self.request(to: server))
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

  /// Does not follow a redirect.
  package func redirect() async throws {
    let count = Locked(0)
    let server = try LoopbackServer { connection in
      count.withLock { $0 += 1 }
      connection.send(
        "HTTP/1.1 307 Temporary Redirect\r\nlocation: /elsewhere\r\ncontent-length: 0\r\n\r\n")
    }
    let response = try await transport.send(Self.request(to: server))
    #expect(response.status == 307)
    for try await _ in response.body {}
    #expect(count.withLock { $0 } == 1)
  }

  /// Ends a response that is silent for too long, before its head and within its body.
  package func silence(idle: Duration) async throws {
    let silent = try LoopbackServer { $0.waitForEnd() }
    let head = await #expect(throws: TransportError.self) {
      try await transport.send(Self.request(to: silent, idle: idle))
    }
    #expect(head?.code == .timeout)
    let stalled = try LoopbackServer { connection in
      connection.sendHead()
      connection.sendChunk("one")
      connection.waitForEnd()
    }
    let response = try await transport.send(Self.request(to: stalled, idle: idle))
    let body = await #expect(throws: TransportError.self) {
      for try await _ in response.body {}
    }
    #expect(body?.code == .timeout)
  }

  /// Does not time out a response that takes longer than the idle timeout in total.
  package func slowness() async throws {
    let server = try LoopbackServer { connection in
      connection.sendHead()
      for _ in 0..<8 {
        connection.sendChunk(": ping\n\n")
        Thread.sleep(forTimeInterval: 0.5)
      }
      connection.sendChunk("")
    }
    let response = try await transport.send(Self.request(to: server, idle: .seconds(3)))
    var count = 0
    for try await piece in response.body { count += piece.count }
    #expect(count == 8 * 8)
  }

  /// Does not count the time in which the server reads a request as its silence.
  package func upload(idle: Duration) async throws {
    let server = try LoopbackServer(readPause: idle / .seconds(8)) { connection in
      connection.sendHead()
      connection.sendChunk("")
    }
    var request = try Self.request(to: server, idle: idle)
    request.body = Data(repeating: UInt8(ascii: "x"), count: 20 * LoopbackServer.readSize)
    let start = ContinuousClock.now
    let response = try await transport.send(request)
    #expect(response.status == 200)
    #expect(.now - start > idle)
    for try await _ in response.body {}
  }

  /// Closes the connection of a request that is cancelled, and of a body that nobody reads.
  package func cancellation() async throws {
    let (ends, end) = AsyncStream<Void>.makeStream()
    let server = try LoopbackServer { connection in
      connection.sendHead()
      connection.sendChunk("one")
      connection.waitForEnd()
      end.yield()
    }
    var closed = ends.makeAsyncIterator()
    let request = try Self.request(to: server)
    let task = Task {
      let response = try await transport.send(request)
      for try await _ in response.body { unsafe withUnsafeCurrentTask { unsafe $0?.cancel() } }
    }
    try? await task.value
    await closed.next()
    try await stopReading(request)
    await closed.next()
  }

  /// Closes the connection of a request that is cancelled before the head of its response.
  package func cancellationBeforeHead() async throws {
    let (begins, begin) = AsyncStream<Void>.makeStream()
    let (ends, end) = AsyncStream<Void>.makeStream()
    let server = try LoopbackServer { connection in
      begin.yield()
      connection.waitForEnd()
      end.yield()
    }
    let request = try Self.request(to: server)
    let task = Task { _ = try await transport.send(request) }
    await begins.first { _ in true }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    await ends.first { _ in true }
  }

  /// Sends nothing for a task that is cancelled before it sends its request.
  package func cancellationBeforeRequest() async throws {
    let connectionCount = Locked(0)
    let server = try LoopbackServer { connection in
      connectionCount.withLock { $0 += 1 }
      connection.sendHead()
      connection.sendChunk("")
    }
    let request = try Self.request(to: server)
    let task = Task {
      while !Task.isCancelled { await Task.yield() }
      _ = try await transport.send(request)
    }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    // The connections arrive in their order, so one of the first request would have arrived.
    for try await _ in try await transport.send(request).body {}
    #expect(connectionCount.withLock { $0 } == 1)
  }

  private func stopReading(_ request: TransportRequest) async throws {
    let response = try await transport.send(request)
    for try await _ in response.body { break }
  }

  /// Says that there is no connection.
  package func refusal() async throws {
    let socket = try BoundSocket()
    let request = try Self.request(port: socket.port, idle: .seconds(240))
    let error = await #expect(throws: TransportError.self) {
      let response = try await transport.send(request)
      for try await _ in response.body {}
    }
    #expect(error?.code == .connection)
    let model = OpenAIModel(
      "m", key: "secret", baseURL: "http://127.0.0.1:\(socket.port)/v1", transport: transport,
      retryPolicy: ModelProvider.RetryPolicy(maximumRetries: 0))
    let failure = await #expect(throws: LanguageModelError.self) {
      try await LanguageModelSession(model: model).respond(to: "Soup?")
    }
    let problem = try #require(failure?.errorDescription)
    #expect(problem.hasPrefix("The request failed: OpenAI: "))
    #expect(problem.matches(of: /failed/).count == 1, "\(problem)")
    #expect(failure?.recoverySuggestion == "Check the address and the connection.")
    // Until here no other process gets the port.
    withExtendedLifetime(socket) {}
  }

  private static let events = [
    #"{"choices":[{"index":0,"delta":{"content":"Dal ü"},"finish_reason":"stop"}]}"#, "[DONE]",
  ].map { "data: \($0)\n\n" }.joined()

  private func session(with server: LoopbackServer) -> LanguageModelSession {
    LanguageModelSession(
      model: OpenAIModel(
        "m", key: "secret", baseURL: "http://127.0.0.1:\(server.port)/v1", transport: transport))
  }

  /// Carries a whole turn.
  package func turn() async throws {
    let server = try LoopbackServer { connection in
      connection.sendHead()
      for scalar in Self.events.unicodeScalars { connection.sendChunk(String(scalar)) }
      connection.sendChunk("")
    }
    #expect(try await session(with: server).respond(to: "Soup?").content == "Dal ü")
  }

  /// Reads a body whose reader pauses for longer than the idle timeout, in which the server is not
  /// silent.
  package func patience(idle: Duration) async throws {
    let chunk = String(repeating: "x", count: 65_536)
    // More than the buffers of the system, and less than the 16 MB that a transport may keep.
    let chunkCount = 160
    let server = try LoopbackServer { connection in
      connection.sendHead()
      for _ in 0..<chunkCount { connection.sendChunk(chunk) }
      connection.sendChunk("")
    }
    let response = try await transport.send(Self.request(to: server, idle: idle))
    var iterator = response.body.makeAsyncIterator()
    var received = try #require(try await iterator.next()).count
    try await Task.sleep(for: idle * 3)
    while let piece = try await iterator.next() { received += piece.count }
    #expect(received == chunk.utf8.count * chunkCount)
  }

  /// Makes the server wait while the reader of a stream of snapshots does not ask for the next one.
  package func slowReader() async throws {
    let sent = Locked(0)
    let wordCount = 1_000
    // Comments make an event long, and its text stays short.
    let padding = ": \(String(repeating: "x", count: 65_536))\n"
    let server = try LoopbackServer { connection in
      connection.sendHead()
      for _ in 0..<wordCount {
        connection.sendChunk(
          padding + #"data: {"choices":[{"index":0,"delta":{"content":"word "}}]}"# + "\n\n")
        sent.withLock { $0 += 1 }
      }
      connection.sendChunk("data: [DONE]\n\n")
      connection.sendChunk("")
    }
    let stream = session(with: server).streamResponse(to: "Soup?")
    var snapshots = stream.makeAsyncIterator()
    _ = try #require(try await snapshots.next())
    // The server goes on until the buffers of both ends are full, and then waits. The system's
    // buffers have some megabytes, and each event has 64 KB.
    #expect(try await standstill(of: sent) < wordCount / 4)
    var last = ""
    while let snapshot = try await snapshots.next() { last = snapshot.content }
    #expect(last == String(repeating: "word ", count: wordCount))
  }

  /// Uses the connection of a response that has ended for the next request.
  package func reuse() async throws {
    let connectionCount = Locked(0)
    let server = try LoopbackServer { connection in
      connectionCount.withLock { $0 += 1 }
      repeat {
        connection.sendHead()
        connection.sendChunk(Self.events)
        // The client has read the last event before the body ends.
        Thread.sleep(forTimeInterval: 0.01)
        connection.sendChunk("")
      } while connection.hasNextRequest()
    }
    let session = session(with: server)
    let requestCount = 10
    for _ in 0..<requestCount {
      #expect(try await session.respond(to: "Soup?").content == "Dal ü")
    }
    // A busy machine may send an end too late for one of them.
    #expect(connectionCount.withLock { $0 } < requestCount / 2)
  }
}
