import Foundation
import SchemaConcurrency
import SchemaProviders
import SchemaSessionTesting
import SchemaSessions
import SchemaTestSupport
import SessionTestSupport
import Testing

@Suite("A stream that would fill the memory", .timeLimit(.minutes(10)))
struct StreamLimitTests {
  /// A transport whose bodies repeat a piece, and which counts what is taken of them.
  private struct RepeatingTransport: ModelTransport {
    let status: Int
    let beginning: String
    let piece: Data
    let byteCount: Int
    let taken = Locked(0)
    let requestCount = Locked(0)

    init(status: Int = 200, _ beginning: String, then text: String, _ byteCount: Int) {
      self.status = status
      self.beginning = beginning
      let text = Data(text.utf8)
      piece = (0..<max(1, 65_536 / text.count)).reduce(into: Data()) { piece, _ in piece += text }
      self.byteCount = byteCount
    }

    nonisolated(nonsending) func send(
      _ request: TransportRequest
    ) async throws -> TransportResponse {
      requestCount.withLock { $0 += 1 }
      let isBegun = Locked(false)
      let body = AsyncThrowingStream<Data, any Error> { [self] in
        let isFirst = isBegun.withLock { isBegun in
          defer { isBegun = true }
          return !isBegun
        }
        if isFirst, !beginning.isEmpty { return Data(beginning.utf8) }
        return taken.withLock { taken in
          guard taken < byteCount else { return nil }
          taken += piece.count
          return piece
        }
      }
      return TransportResponse(status: status, headers: ["x-request-id": "r1"], body: body)
    }
  }

  private static let mebibyte = 1 << 20
  private static let sent = 24 * mebibyte

  private func check(
    _ provider: ProviderFixture, _ transport: RepeatingTransport, code: String, atMost limit: Int
  ) async throws {
    let session = provider.session(transport)
    let error = await session.failure(of: "Soup?")
    let failure = try #require(error?.providerFailure)
    #expect(failure.code == code)
    #expect(failure.debugDescription.hasPrefix("\(provider.name): "))
    #expect(transport.taken.withLock { $0 } <= limit + 2 * 65_536)
    #expect(transport.requestCount.withLock { $0 } == 1)
    #expect(session.transcript.outline == ["instructions"])
    #expect(!session.isResponding)
  }

  /// One provider for each form of a stream, events and lines, where it takes long to send as much.
  private static let forms = ProviderFixture.all.filter { ["OpenAI", "Ollama"].contains($0.name) }

  @Test(
    "H2: by a line without an end is an error",
    .withOptimizer, arguments: forms)
  func line(_ provider: ProviderFixture) async throws {
    let transport = RepeatingTransport("data: ", then: "x", Self.sent)
    try await check(
      provider, transport, code: "eventTooLarge", atMost: 16 * Self.mebibyte)
  }

  private static let withEvents = ProviderFixture.all.filter { $0.name != "Ollama" }

  @Test(
    "H2: by an event without an end is an error",
    .withOptimizer,
    arguments: forms.filter { $0.name == "OpenAI" })
  func data(_ provider: ProviderFixture) async throws {
    let line = "data: " + String(repeating: "x", count: 16_000) + "\n"
    let transport = RepeatingTransport("", then: line, Self.sent)
    try await check(
      provider, transport, code: "eventTooLarge", atMost: 16 * Self.mebibyte + 65_536)
  }

  @Test("H2: by lines that belong to no event is an error", arguments: withEvents)
  func strayLines(_ provider: ProviderFixture) async throws {
    let transport = RepeatingTransport("", then: "<p>nonsense</p>\n", Self.sent)
    try await check(provider, transport, code: "noStream", atMost: Self.mebibyte)
  }

  @Test("H2: by the endless body of an error is that error", arguments: ProviderFixture.all)
  func errorBody(_ provider: ProviderFixture) async throws {
    let transport = RepeatingTransport(status: 400, "wrong ", then: "x", Self.sent)
    let error = await provider.session(transport).failure(of: "Soup?")
    #expect(error?.debugDescription.hasPrefix("\(provider.name): wrong xxx") == true)
    #expect(transport.taken.withLock { $0 } <= 2 * 65_536)
  }

  @Test(
    "H2: is not a reply of a server that does not stream, which may be large",
    arguments: [("", ""), ("", "\n"), ("\n", "\n")])
  func reply(_ space: String, _ end: String) async throws {
    let answer = String(repeating: "soup ", count: 220_000)
    let whole =
      #"""
      {"id":"c","object":"chat.completion",\#(space)"choices":[{"index":0,"finish_reason":"stop",\#
      "message":{"role":"assistant","content":"\#(answer)"}}]}
      """#
    let transport = ScriptedTransport([.init(body: [whole + end])])
    let response = try await ProviderFixture.openAI.session(transport).respond(to: "Soup?")
    #expect(response.content == answer)
  }

  @Test("H2: is not asked for again if it is a page of one line")
  func page() async throws {
    let page = "<p>" + String(repeating: "nonsense ", count: 120_000)
    let transport = ScriptedTransport([.init(body: [page])])
    let error = await #expect(throws: LanguageModelError.self) {
      try await ProviderFixture.openAI.session(transport).respond(to: "Soup?")
    }
    let failure = try #require(error?.providerFailure)
    #expect(failure.code == "noStream")
    #expect(transport.requests.count == 1)
  }

  @Test("H2: is not one that repeats comments, which are not kept")
  func comments() async throws {
    let provider = ProviderFixture.anthropic
    let text = ": ping\n\n" + provider.text
    let transport = RepeatingTransport(text, then: ": ping\n", 2 * Self.mebibyte)
    #expect(try await provider.session(transport).respond(to: "Soup?").content == "Dal ü")
  }
}
