#if AsyncHTTP
import Foundation
import SchemaAsyncHTTP
import SchemaProviders
import SchemaSessions
import SessionTestSupport
import Testing

@Suite("A thousand streams over AsyncHTTPClient", .timeLimit(.minutes(10)))
struct ManyConnectionsTests {
  private static func event(_ text: String) -> String {
    "data: {\"choices\":[{\"index\":0,\"delta\":{\"content\":\"\(text)\"}}]}\n\n"
  }

  @Test("T31: are open together; those that are cancelled close their connection")
  func streams() async throws {
    let count = 1_000
    let closed = Barrier(count / 2)
    let begun = Barrier(count)
    let gate = DispatchSemaphore(value: 0)
    let server = try LoopbackServer { connection in
      connection.sendHead()
      connection.sendChunk(Self.event("First "))
      if connection.request.contains("wait for ever") {
        connection.waitForEnd()
        closed.arrive()
      } else {
        gate.wait()
        connection.sendChunk(Self.event("last") + "data: [DONE]\n\n")
        connection.sendChunk("")
      }
    }
    let transport = AsyncHTTPTransport(environment: [:])
    let readers = (0..<count).map { number in
      Task {
        let model = OpenAIModel(
          "m", key: "k", baseURL: "http://127.0.0.1:\(server.port)/v1", transport: transport)
        let session = LanguageModelSession(model: model)
        let prompt = number.isMultiple(of: 2) ? "wait for ever" : "go on"
        var last = ""
        for try await snapshot in session.streamResponse(to: prompt) {
          if last.isEmpty { begun.arrive() }
          last = snapshot.content
        }
        return last
      }
    }
    await begun.wait()
    for (number, reader) in readers.enumerated() where number.isMultiple(of: 2) { reader.cancel() }
    await closed.wait()
    for _ in 0..<count { gate.signal() }
    for (number, reader) in readers.enumerated() {
      if number.isMultiple(of: 2) {
        await #expect(throws: CancellationError.self) { try await reader.value }
      } else {
        #expect(try await reader.value == "First last")
      }
    }
  }
}
#endif
