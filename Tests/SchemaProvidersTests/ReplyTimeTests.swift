import Foundation
import SchemaConcurrency
import SchemaSessionTesting
import SchemaSessions
import SessionTestSupport
import Testing

@testable import SchemaProviders

@Suite("The time of a reply", .timeLimit(.minutes(5)))
struct ReplyTimeTests {
  /// A server that sends some pieces, and then heartbeats without an end.
  private struct Heart: ModelTransport {
    var pieces: [String] = []
    let beat: String
    /// `true` if the server ignores that its client has gone.
    var isDeaf = false
    let requestCount = Locked(0)

    nonisolated(nonsending) func send(
      _ request: TransportRequest
    ) async throws -> TransportResponse {
      requestCount.withLock { $0 += 1 }
      let rest = Locked(pieces[...])
      let (beat, isDeaf) = (beat, isDeaf)
      let body = AsyncThrowingStream<Data, any Error> {
        if let piece = rest.withLock({ $0.popFirst() }) { return Data(piece.utf8) }
        if isDeaf {
          try? await Task.sleep(for: .milliseconds(5))
        } else {
          try await Task.sleep(for: .milliseconds(5))
        }
        return Data(beat.utf8)
      }
      return TransportResponse(
        status: 200, headers: ["content-type": "text/event-stream"], body: body)
    }
  }

  /// A model, its heartbeats, and the beginning of an answer.
  struct Case: Sendable, CustomTestStringConvertible {
    let name: String
    let beats: [String]
    let beginning: String
    let model: @Sendable (any ModelTransport, ModelProvider.RetryPolicy) -> any LanguageModel

    var testDescription: String { name }
  }

  static let cases = [
    Case(
      name: "OpenAI", beats: [": ping\n\n", "data: {\"choices\":[]}\n\n"],
      beginning: #"data: {"choices":[{"index":0,"delta":{"content":"Da"}}]}"# + "\n\n",
      model: { OpenAIModel("m", key: "k", transport: $0, retryPolicy: $1) }),
    Case(
      name: "Responses",
      beats: [": OPENROUTER PROCESSING\n\n", #"data: {"type":"keepalive"}"# + "\n\n"],
      beginning: #"data: {"type":"response.output_text.delta","item_id":"i","output_index":0,"#
        + #""content_index":0,"delta":"Da"}"# + "\n\n",
      model: { OpenAIResponsesModel("m", key: "k", transport: $0, retryPolicy: $1) }),
    Case(
      name: "Anthropic", beats: ["event: ping\ndata: {\"type\":\"ping\"}\n\n", ":\n\n"],
      beginning: ProviderFixture.typedEvents(
        #"{"type":"message_start","message":{"id":"m","usage":{"input_tokens":1}}}"#,
        #"{"type":"content_block_start","index":0,"content_block":{"type":"text","text":""}}"#,
        #"{"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"Da"}}"#),
      model: { AnthropicModel("m", key: "k", transport: $0, retryPolicy: $1) }),
    Case(
      name: "Gemini", beats: [": ping\n\n"],
      beginning: #"data: {"candidates":[{"content":{"parts":[{"text":"Da"}]}}]}"# + "\n\n",
      model: { GeminiModel("m", key: "k", transport: $0, retryPolicy: $1) }),
    Case(
      name: "Ollama", beats: ["\n"],
      beginning: #"{"message":{"role":"assistant","content":"Da"},"done":false}"# + "\n",
      model: { OllamaModel("m", transport: $0, retryPolicy: $1) }),
  ]

  private func timeout(_ body: () async throws -> Void) async throws -> String {
    let error = await #expect(throws: LanguageModelError.self) { try await body() }
    guard case .timeout(let timeout)? = error else {
      Issue.record("\(String(describing: error))")
      return ""
    }
    return timeout.debugDescription
  }

  @Test("T30: heartbeats alone end as a time-out, once", arguments: cases)
  func heartbeats(_ provider: Case) async throws {
    for beat in provider.beats {
      let transport = Heart(beat: beat)
      let session = LanguageModelSession(
        model: provider.model(transport, .init(firstContentTimeout: .milliseconds(300))))
      let text = try await timeout { try await session.respond(to: "Soup?") }
      #expect(text.contains("firstContentTimeout"))
      #expect(transport.requestCount.withLock { $0 } == 1)
      #expect(session.transcript.isEmpty)
      #expect(!session.isResponding)
    }
  }

  @Test("T30: heartbeats after the first content end as a time-out", arguments: cases)
  func stalled(_ provider: Case) async throws {
    let transport = Heart(pieces: [provider.beginning], beat: provider.beats[0], isDeaf: true)
    let session = LanguageModelSession(
      model: provider.model(
        transport,
        .init(firstContentTimeout: .seconds(60), replyTimeout: .milliseconds(300))))
    let text = try await timeout { try await session.respond(to: "Soup?") }
    #expect(text.contains("replyTimeout"))
    #expect(session.transcript.isEmpty)
  }

  @Test("T30: the bound of the whole reply also applies before the first content")
  func silent() async throws {
    let transport = Heart(beat: ": ping\n\n")
    let session = LanguageModelSession(
      model: OpenAIModel(
        "m", key: "k", transport: transport, retryPolicy: .init(replyTimeout: .milliseconds(200))))
    _ = try await timeout { try await session.respond(to: "Soup?") }
  }

  @Test("T30: content in time spares a reply, also if its reader pauses for longer than the bound")
  func pausedReader() async throws {
    let words = (0..<400).map { number in
      #"data: {"choices":[{"index":0,"delta":{"content":"word \#(number) "}}]}"# + "\n\n"
    }
    let end =
      #"data: {"choices":[{"index":0,"delta":{},"finish_reason":"stop"}]}"#
      + "\n\ndata: [DONE]\n\n"
    let transport = ScriptedTransport([.init(body: [words.joined() + end])])
    let model = OpenAIModel(
      "m", key: "k", transport: transport,
      retryPolicy: .init(firstContentTimeout: .seconds(10), replyTimeout: .seconds(10)))
    let stream = LanguageModelSession(model: model).streamResponse(to: "Soup?")
    var snapshots = stream.makeAsyncIterator()
    _ = try #require(try await snapshots.next())
    try await Task.sleep(for: .seconds(11))
    var last = ""
    while let snapshot = try await snapshots.next() { last = snapshot.content }
    #expect(last.hasSuffix("word 399 "))
  }

  @Test("T30: no bound takes away an answer that is complete")
  func openConnection() async throws {
    let transport = Heart(
      pieces: [
        #"data: {"choices":[{"index":0,"delta":{"content":"Dal."},"finish_reason":"stop"}]}"#
          + "\n\ndata: [DONE]\n\n"
      ], beat: ": ping\n\n")
    let model = OpenAIModel(
      "m", key: "k", transport: transport, retryPolicy: .init(replyTimeout: .milliseconds(400)))
    // On a busy machine the answer itself can take longer than the bound.
    for _ in 0..<20 {
      let answer = try? await LanguageModelSession(model: model).respond(to: "Soup?")
      if answer?.content == "Dal." { return }
    }
    Issue.record("The bound took away each answer.")
  }

  @Test("T19: a fallback asks its next model after a time-out")
  func fallback() async throws {
    let slow = OpenAIModel(
      "m", key: "k", transport: Heart(beat: ": ping\n\n"),
      retryPolicy: .init(firstContentTimeout: .milliseconds(200)))
    let session = LanguageModelSession(model: FallbackModel([slow, ScriptedModel(["Dal."])]))
    #expect(try await session.respond(to: "Soup?").content == "Dal.")
  }

  @Test("T6: a task that is cancelled before the bound throws CancellationError")
  func cancelled() async throws {
    let model = OpenAIModel("m", key: "k", transport: Heart(beat: ": ping\n\n"))
    let session = LanguageModelSession(model: model)
    let task = Task { try await session.respond(to: "Soup?").content }
    while !session.isResponding { await Task.yield() }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
  }

  @Test("T30: comments over URLSession end as a time-out")
  func overURLSession() async throws {
    let server = try LoopbackServer { connection in
      connection.sendHead()
      while connection.sendChunk(": ping\n\n") { Thread.sleep(forTimeInterval: 0.02) }
    }
    let model = OpenAIModel(
      "m", key: "k", baseURL: "http://127.0.0.1:\(server.port)/v1",
      retryPolicy: .init(firstContentTimeout: .milliseconds(500)))
    _ = try await timeout { try await LanguageModelSession(model: model).respond(to: "Soup?") }
  }

  /// A transport whose client was shut down.
  private struct Closed: ModelTransport {
    let isBodyClosed: Bool

    nonisolated(nonsending) func send(
      _ request: TransportRequest
    ) async throws -> TransportResponse {
      guard isBodyClosed else { throw CancellationError() }
      return TransportResponse(
        status: 200, headers: [:], body: ResponseBody.pieces([], failure: CancellationError()))
    }
  }

  @Test(
    "a cancellation that is not the session's is an error, which a fallback takes over",
    arguments: [false, true])
  func foreignCancellation(_ isBodyClosed: Bool) async throws {
    let closed = OpenAIModel("m", key: "k", transport: Closed(isBodyClosed: isBodyClosed))
    let error = await #expect(throws: LanguageModelError.self) {
      try await LanguageModelSession(model: closed).respond(to: "Soup?")
    }
    #expect(error?.providerFailure?.code == "clientClosed")
    let session = LanguageModelSession(model: FallbackModel([closed, ScriptedModel(["Dal."])]))
    #expect(try await session.respond(to: "Soup?").content == "Dal.")
    let cancelled = ScriptedModel([.failure(CancellationError())])
    let other = await #expect(throws: LanguageModelError.self) {
      try await LanguageModelSession(model: cancelled).respond(to: "Soup?")
    }
    #expect(other?.providerFailure?.code == "clientClosed")
  }
}
