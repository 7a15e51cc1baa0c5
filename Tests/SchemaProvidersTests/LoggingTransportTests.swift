import Foundation
import SchemaConcurrency
import SchemaProviders
import SchemaSessionTesting
import SchemaSessions
import SessionTestSupport
import Testing

struct LoggingTransportTests {
  private struct Broken: ModelTransport {
    func send(_ request: TransportRequest) async throws -> TransportResponse {
      throw TransportError(.connection, "no way to \(request.url.absoluteString)")
    }
  }

  private func request(_ address: String) throws -> TransportRequest {
    TransportRequest(
      url: try #require(URL(string: address)),
      headers: ["authorization": "Bearer secret", "content-type": "application/json"],
      body: Data(#"{"prompt":"secret soup"}"#.utf8))
  }

  @Test("has what is sent and what arrives, line by line, without keys")
  func exchange() async throws {
    let lines = Locked<[String]>([])
    // A key and a character are split between pieces.
    let text = Data("data: dal, sec".utf8)
    let rest = Data("ret\ndata: ü".utf8)
    let scripted = ScriptedTransport([
      .init(
        headers: ["x-echo": "secret", "set-cookie": "id=1"],
        pieces: [text, rest.dropLast(), rest.suffix(1)])
    ])
    let transport = LoggingTransport(scripted) { text in lines.withLock { $0.append(text) } }
    let response = try await transport.send(request("https://example.com/v1/chat?key=k-123"))
    var body = Data()
    for try await piece in response.body { body += piece }
    #expect(body == text + rest)
    #expect(
      lines.withLock { $0.joined(separator: "\n") } == """
        1 > POST https://example.com/v1/chat?key=\(masked)
        1 > authorization: •••
        1 > content-type: application/json
        1 >\(" ")
        1 > {"prompt":"••• soup"}
        1 < 200
        1 < x-echo: •••
        1 <\(" ")
        1 < data: dal, •••
        1 < data: ü
        1 < ended
        """)
    #expect(scripted.requests.map(\.headers["authorization"]) == ["Bearer secret"])
  }

  private var masked: String { "%E2%80%A2%E2%80%A2%E2%80%A2" }

  @Test("says why a body ended early, and numbers requests")
  func failure() async throws {
    let lines = Locked<[String]>([])
    let failure = TransportError(.timeout, "silent, with the key secret")
    let scripted = ScriptedTransport([
      .init(body: ["data: 1\n"]), .init(body: ["data: 2"], failure: failure),
    ])
    let transport = LoggingTransport(scripted) { text in lines.withLock { $0.append(text) } }
    for try await _ in try await transport.send(request("https://example.com")).body {}
    lines.withLock { $0 = [] }
    let error = await #expect(throws: TransportError.self) {
      for try await _ in try await transport.send(request("https://example.com")).body {}
    }
    #expect(error?.code == .timeout)
    #expect(
      lines.withLock { $0.suffix(1) } == ["2 < data: 2\n2 < failed: silent, with the key •••"])
  }

  @Test("says why there is no response")
  func noResponse() async throws {
    let lines = Locked<[String]>([])
    let transport = LoggingTransport(Broken()) { text in lines.withLock { $0.append(text) } }
    let error = await #expect(throws: TransportError.self) {
      try await transport.send(request("https://user:hunter22@example.com"))
    }
    #expect(error?.code == .connection)
    #expect(lines.withLock { $0.count } == 2)
    let last = try #require(lines.withLock { $0.last })
    #expect(last.hasPrefix("1 < failed: no way to https://"))
    #expect(!lines.withLock { $0.joined() }.contains("hunter22"))
  }
}
