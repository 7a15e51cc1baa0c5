import Foundation
import SchemaConcurrency
import SchemaSessionTesting
import SchemaSessions
import SessionTestSupport
import Testing

@testable import SchemaProviders

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Suite("The transport over URLSession", .timeLimit(.minutes(10)))
struct URLSessionTransportTests {
  private var checks: TransportChecks { TransportChecks(ModelProvider.URLSessionTransport()) }

  @Test("sends a request, and gives the head and each piece as it arrives")
  func pieces() async throws { try await checks.pieces() }

  @Test("T29: does not follow a redirect")
  func redirect() async throws { try await checks.redirect() }

  @Test("T30: ends a response that is silent for too long, before its head and within its body")
  func silence() async throws { try await checks.silence(idle: .seconds(1)) }

  @Test("T30: prefers its own idle timeout to that of a request")
  func ownTimeout() async throws {
    let server = try LoopbackServer { $0.waitForEnd() }
    let transport = ModelProvider.URLSessionTransport(idleTimeout: .seconds(1))
    let error = await #expect(throws: TransportError.self) {
      try await transport.send(TransportChecks.request(to: server, idle: .seconds(600)))
    }
    #expect(error?.code == .timeout)
  }

  @Test("T30: spares a response that is slow for longer than the idle timeout in all")
  func slowness() async throws { try await checks.slowness() }

  @Test(
    "T31: closes the connection of a request that is cancelled, and of a body that nobody reads")
  func cancellation() async throws { try await checks.cancellation() }

  @Test("T31: closes the connection of a request that is cancelled before its head arrives")
  func cancellationBeforeHead() async throws { try await checks.cancellationBeforeHead() }

  @Test("T31: sends nothing for a task that is cancelled before it sends its request")
  func cancellationBeforeRequest() async throws { try await checks.cancellationBeforeRequest() }

  @Test("reports that there is no connection")
  func refusal() async throws { try await checks.refusal() }

  @Test("tells the host that refuses a connection, once")
  func refusedHost() async throws {
    let socket = try BoundSocket()
    let address = "127.0.0.1:\(socket.port)"
    let url = try #require(URL(string: "http://me:secret@\(address)/v1?key=secret"))
    let error = await #expect(throws: TransportError.self) {
      _ = try await ModelProvider.URLSessionTransport()
        .send(TransportRequest(url: url, headers: [:], body: Data()))
    }
    #expect(error?.description == "\(address) does not accept connections.")
    // Until here no other process gets the port.
    withExtendedLifetime(socket) {}
  }

  @Test("a session that is shut down fails its request with an error of its own")
  func shutDown() async throws {
    let server = try LoopbackServer { $0.waitForEnd() }
    let request = try TransportChecks.request(to: server)
    let pieces = ResponseBody.queue()
    let (heads, head) = AsyncThrowingStream.makeStream(of: ResponseReceiver.Head.self)
    let receiver = ResponseReceiver(head, pieces, to: request.url)
    let session = URLSession(configuration: .ephemeral, delegate: receiver, delegateQueue: nil)
    let task = session.dataTask(with: request.url)
    task.resume()
    Thread.detachNewThread {
      Thread.sleep(forTimeInterval: 0.5)
      session.invalidateAndCancel()
    }
    let error = await #expect(throws: TransportError.self) { for try await _ in heads {} }
    #expect(error?.code == .clientClosed)
    await #expect(throws: TransportError.self) { _ = try await pieces.takeAll() }
  }

  #if canImport(FoundationNetworking)
  @Test("H2: ends a response on Linux that is more than 16 MB ahead of its reader")
  func overflow() async throws {
    let sent = Locked(0)
    let (ends, end) = AsyncStream<Void>.makeStream()
    let chunk = String(repeating: "x", count: 65_536)
    let server = try LoopbackServer { connection in
      connection.sendHead()
      // Until the client closes the connection, or ten times as much as it may keep is sent. The
      // pauses give a busy client a minute for it.
      while sent.withLock({ $0 }) < 2_560, connection.sendChunk(chunk) {
        sent.withLock { $0 += 1 }
        if sent.withLock({ $0 }) > 256 { Thread.sleep(forTimeInterval: 0.025) }
      }
      end.yield()
    }
    let response = try await ModelProvider.URLSessionTransport().send(
      TransportChecks.request(to: server))
    // Nobody reads meanwhile.
    await ends.first { _ in true }
    #expect(sent.withLock { $0 } < 2_560)
    var received = 0
    let error = await #expect(throws: TransportError.self) {
      for try await piece in response.body { received += piece.count }
    }
    #expect(error?.code == .overflow)
    #expect(received > 1 << 24)
    #expect(received <= (1 << 24) + 65_536)
  }
  #else
  @Test("H7: makes the server wait for a slow reader of a stream")
  func slowReader() async throws { try await checks.slowReader() }
  #endif

  @Test("H7, T30: spares a response whose reader pauses for longer than the idle timeout")
  func patience() async throws { try await checks.patience(idle: .seconds(1)) }

  @Test("carries a complete turn")
  func turn() async throws { try await checks.turn() }

  @Test("T31: a request that is cancelled as it begins ends at once, and its connection later")
  func earlyCancellation() async throws {
    let server = try LoopbackServer { $0.waitForEnd() }
    for number in 0..<200 {
      let request = try TransportChecks.request(to: server, idle: .seconds(240))
      let task = Task { _ = try await ModelProvider.URLSessionTransport().send(request) }
      for _ in 0..<(number % 8) { await Task.yield() }
      task.cancel()
      await #expect(throws: CancellationError.self) { try await task.value }
    }
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
      // The server is silent until the last cancelled connection is closed.
      var request = try TransportChecks.request(to: server, idle: .seconds(240))
      request.body = Data((number.isMultiple(of: 2) ? "wait for ever" : "go on").utf8)
      return Task { [request] in
        var text = ""
        for try await piece in try await ModelProvider.URLSessionTransport().send(request).body {
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
}
