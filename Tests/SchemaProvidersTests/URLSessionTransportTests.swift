import Foundation
import SchemaProviders
import SchemaSessionTesting
import SchemaSessions
import SessionTestSupport
import Testing

@Suite("The transport over URLSession", .timeLimit(.minutes(1)))
struct URLSessionTransportTests {
  private func request(_ server: LoopbackServer, idle: Duration = .seconds(30)) throws
    -> TransportRequest
  {
    TransportRequest(
      url: try #require(URL(string: "http://127.0.0.1:\(server.port)/v1/chat/completions")),
      headers: ["authorization": "Bearer secret"], body: Data(#"{"model":"m"}"#.utf8),
      idleTimeout: idle)
  }

  @Test("sends a request, and gives the head and each piece as it arrives")
  func pieces() async throws {
    let (asked, request) = AsyncStream<String>.makeStream()
    let semaphore = DispatchSemaphore(value: 0)
    let server = try LoopbackServer { connection in
      request.yield(connection.request)
      connection.sendHead()
      connection.sendChunk("one")
      // The second piece is sent after the first one has been read.
      semaphore.wait()
      connection.sendChunk("two")
      connection.sendChunk("")
    }
    let response = try await URLSessionTransport().send(self.request(server))
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
    let response = try await URLSessionTransport().send(request(server))
    #expect(response.status == 307)
    for try await _ in response.body {}
    #expect(count.withLock { $0 } == 1)
  }

  @Test("T30: ends a response that is silent for too long")
  func silence() async throws {
    let server = try LoopbackServer { connection in
      connection.sendHead()
      connection.sendChunk("one")
      connection.waitForEnd()
    }
    let response = try await URLSessionTransport().send(request(server, idle: .seconds(1)))
    let error = await #expect(throws: TransportError.self) {
      for try await _ in response.body {}
    }
    #expect(error?.code == .timeout)
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
    let task = Task {
      let response = try await URLSessionTransport().send(request)
      for try await _ in response.body { unsafe withUnsafeCurrentTask { unsafe $0?.cancel() } }
    }
    try? await task.value
    await closed.next()
    try await stopReading(request)
    await closed.next()
  }

  private func stopReading(_ request: TransportRequest) async throws {
    let response = try await URLSessionTransport().send(request)
    for try await _ in response.body { break }
  }

  @Test("T31: survives many streams at once of which half are cancelled")
  func manyStreams() async throws {
    let count = 40
    let begun = Barrier(count)
    let closed = Barrier(count / 2)
    let gate = DispatchSemaphore(value: 0)
    let server = try LoopbackServer { connection in
      connection.sendHead()
      connection.sendChunk("one")
      if connection.request.contains("wait for ever") {
        connection.waitForEnd()
        closed.arrive()
      } else {
        gate.wait()
        connection.sendChunk("two")
        connection.sendChunk("")
      }
    }
    let readers = try (0..<count).map { number in
      var request = try request(server)
      request.body = Data((number.isMultiple(of: 2) ? "wait for ever" : "go on").utf8)
      return Task { [request] in
        var text = ""
        for try await piece in try await URLSessionTransport().send(request).body {
          if text.isEmpty { begun.arrive() }
          text += String(decoding: piece, as: UTF8.self)
        }
        return text
      }
    }
    await begun.wait()
    for (number, reader) in readers.enumerated() where number.isMultiple(of: 2) { reader.cancel() }
    await closed.wait()
    for _ in 0..<count { gate.signal() }
    for (number, reader) in readers.enumerated() {
      let text = try? await reader.value
      #expect(number.isMultiple(of: 2) ? text != "onetwo" : text == "onetwo")
    }
  }

  @Test("says that there is no connection")
  func refused() async throws {
    let request = try request(try LoopbackServer { _ in })
    let error = await #expect(throws: TransportError.self) {
      let response = try await URLSessionTransport().send(request)
      for try await _ in response.body {}
    }
    #expect(error?.code == .connection)
  }

  @Test("carries a whole turn")
  func turn() async throws {
    let server = try LoopbackServer { connection in
      connection.sendHead()
      for byte in ChatStreamTests.text.unicodeScalars { connection.sendChunk(String(byte)) }
      connection.sendChunk("")
    }
    let session = LanguageModelSession(
      model: OpenAIModel("m", key: "secret", baseURL: "http://127.0.0.1:\(server.port)/v1"))
    #expect(try await session.respond(to: "Soup?").content == "Dal ü")
  }
}
