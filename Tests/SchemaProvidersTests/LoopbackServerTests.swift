import Foundation
import SchemaProviders
import SessionTestSupport
import Testing

@Suite("A server of this machine", .timeLimit(.minutes(10)))
struct LoopbackServerTests {
  @Test("takes no connections of the next one when it is gone")
  func succession() async throws {
    for _ in 0..<200 {
      _ = try LoopbackServer { $0.send("HTTP/1.1 410 Gone\r\ncontent-length: 0\r\n\r\n") }
      let server = try LoopbackServer { $0.send("HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n") }
      let response = try await ModelProvider.URLSessionTransport().send(
        TransportChecks.request(to: server))
      #expect(response.status == 200)
    }
  }
}
