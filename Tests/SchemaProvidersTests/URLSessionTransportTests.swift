import Foundation
import SchemaProviders
import SchemaSessionTesting
import SchemaSessions
import SessionTestSupport
import Testing

@Suite("The transport over URLSession", .timeLimit(.minutes(1)))
struct URLSessionTransportTests {
  private var checks: TransportChecks { TransportChecks(URLSessionTransport()) }

  @Test("sends a request, and gives the head and each piece as it arrives")
  func pieces() async throws { try await checks.pieces() }

  @Test("T29: does not follow a redirect")
  func redirect() async throws { try await checks.redirect() }

  @Test("T30: ends a response that is silent for too long, before its head and within its body")
  func silence() async throws { try await checks.silence(idle: .seconds(1)) }

  @Test("T30: spares a response that is slow for longer than the idle timeout in all")
  func slowness() async throws { try await checks.slowness() }

  @Test(
    "T31: closes the connection of a request that is cancelled, and of a body that nobody reads")
  func cancellation() async throws { try await checks.cancellation() }

  @Test("says that there is no connection")
  func refusal() async throws { try await checks.refusal() }

  @Test("carries a whole turn")
  func turn() async throws { try await checks.turn() }

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
      var request = try TransportChecks.request(to: server)
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
}
