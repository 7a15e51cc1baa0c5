import Foundation
import SchemaModel
import SchemaProviders
import SchemaSessionTesting
import SchemaSessions
import SchemaTestSupport
import SessionTestSupport
import Testing

@Suite("A stream of each provider", .timeLimit(.minutes(10)))
struct ProviderStreamTests {
  @Test("T27: gives its text and its usage", arguments: ProviderFixture.all)
  func text(_ provider: ProviderFixture) async throws {
    let (session, _) = provider.session(provider.text)
    let response = try await session.respond(to: "Soup?")
    #expect(response.content == "Dal ü")
    #expect(response.usage.input.totalTokenCount == 9)
    #expect(response.usage.input.cachedTokenCount == (provider.countsDetails ? 8 : 0))
    #expect(response.usage.output.totalTokenCount == 4)
    #expect(response.usage.output.reasoningTokenCount == (provider.countsDetails ? 1 : 0))
    #expect(session.usage.totalTokenCount == 13)
  }

  @Test(
    "T20: gives the same wherever it is split, and with any line ends",
    arguments: ProviderFixture.all, ["\n", "\r\n", "\r"])
  func splits(_ provider: ProviderFixture, _ end: String) async throws {
    let bytes = Data(provider.text.replacing("\n", with: end).utf8)
    for cut in triedPlaces(in: bytes.count + 1) {
      let pieces = [bytes.prefix(cut), bytes.dropFirst(cut)]
      let session = provider.session(ScriptedTransport([.init(pieces: pieces)]))
      #expect(try await session.respond(to: "Soup?").content == "Dal ü")
    }
  }

  @Test("T21: that ends without its last event is an error", arguments: ProviderFixture.all)
  func cutOff(_ provider: ProviderFixture) async throws {
    let (session, _) = provider.session(provider.cutOff)
    let before = session.transcript
    let error = await session.failure(of: "Soup?")
    #expect(error?.debugDescription == "\(provider.name): the stream ended before the answer did.")
    #expect(session.transcript == before)
  }

  /// A transport whose body never ends, and which says when its reader is cancelled.
  private struct EndlessTransport: ModelTransport {
    /// Has an element for a reader that was cancelled.
    let closed: AsyncStream<Void>
    /// Kept, so that the body ends only if a reader is cancelled.
    private let stream: AsyncThrowingStream<Data, any Error>

    init(body: String) {
      let (stream, pieces) = AsyncThrowingStream<Data, any Error>.makeStream()
      let (closed, closing) = AsyncStream<Void>.makeStream()
      pieces.onTermination = { _ in closing.yield() }
      pieces.yield(Data(body.utf8))
      self.stream = stream
      self.closed = closed
    }

    nonisolated(nonsending) func send(
      _ request: TransportRequest
    ) async throws -> TransportResponse {
      TransportResponse(status: 200, headers: [:], body: stream)
    }
  }

  @Test(
    "T21: is complete after its last event, and the client closes the connection",
    arguments: ProviderFixture.all.filter { $0.name != "Gemini" })
  func endless(_ provider: ProviderFixture) async throws {
    let transport = EndlessTransport(body: provider.text + "\n")
    let session = provider.session(transport)
    #expect(try await session.respond(to: "Soup?").content == "Dal ü")
    #expect(await transport.closed.first { _ in true } != nil)
    withExtendedLifetime(transport) {}
  }

  @Test(
    "T21: is complete after its last event, whatever fails then",
    arguments: ProviderFixture.all.filter { $0.name != "Gemini" },
    [.connection, .timeout] as [TransportError.Code])
  func lateFailure(_ provider: ProviderFixture, _ code: TransportError.Code) async throws {
    let transport = ScriptedTransport([
      .init(body: [provider.text + "\n"], failure: TransportError(code, "broken"))
    ])
    #expect(try await provider.session(transport).respond(to: "Soup?").content == "Dal ü")
  }

  @Test("T14: calls tools, and keeps the text before the calls", arguments: ProviderFixture.all)
  func calls(_ provider: ProviderFixture) async throws {
    let (session, transport) = provider.session(provider.calls, provider.text, tools: [Find()])
    try await session.respond(to: "Soup?")
    #expect(
      session.transcript.outline == [
        "instructions", "prompt Soup?", "response Let me see.", "calls a b", "output a: found soup",
        "output b: found pie", "response Dal ü",
      ])
    #expect(Set(session.transcript.map(\.id)).count == session.transcript.count)
    let body = try transport.body(1)
    for part in ["Let me see.", "found soup", "found pie"] { #expect(body.contains(part)) }
  }

  @Test(
    "T13: with a call that has no name is an error, and no tool runs",
    arguments: ProviderFixture.all, ["", #""name":"","#])
  func callWithoutName(_ provider: ProviderFixture, _ name: String) async throws {
    let find = Find { _ in
      Issue.record("called")
      return ""
    }
    let (session, transport) = provider.session(
      provider.calls.replacing(#""name":"find","#, with: name), tools: [find])
    let error = await session.failure(of: "Soup?")
    let failure = try #require(error?.providerFailure)
    #expect(failure.code == "invalidEvent")
    #expect(failure.debugDescription == "\(provider.name): a call of a tool has no name.")
    #expect(transport.requests.count == 1)
    #expect(session.transcript.outline == ["instructions"])
  }

  @Test(
    "T13: gives the text that is in one event with a call without a name, before the error",
    arguments: [
      (
        .gemini,
        ProviderFixture.events(
          #"{"candidates":[{"content":{"parts":[{"text":"Dal"},{"functionCall":{"args":{}}}]}}]}"#)
      ),
      (
        .ollama,
        #"{"message":{"content":"Dal","tool_calls":[{"function":{"arguments":{}}}]}}"# + "\n"
      ),
    ] as [(ProviderFixture, String)])
  func textBeforeCallWithoutName(_ provider: ProviderFixture, _ body: String) async {
    let request = LanguageModelExecutorGenerationRequest(
      id: UUID(),
      transcript: Transcript(entries: [.prompt(.init(segments: [.text(.init(content: "Soup?"))]))]),
      enabledTools: [], generationOptions: .init(), contextOptions: .init(), metadata: [:])
    let model = provider.model(ScriptedTransport([.init(body: [body])]))
    var events: [String] = []
    let error = await #expect(throws: LanguageModelError.self) {
      try await ModelRunner(model).run(request) { events.append("\($0)") }
    }
    #expect(error?.debugDescription == "\(provider.name): a call of a tool has no name.")
    #expect(events.contains { $0.contains("Dal") })
  }

  @Test("T16: that reaches its token limit is cut off", arguments: ProviderFixture.all)
  func length(_ provider: ProviderFixture) async throws {
    let (session, _) = provider.session(provider.length)
    let error = await #expect(throws: GeneratedContent.ParsingError.self) {
      try await session.respond(to: "Soup?", generating: Find.Arguments.self)
    }
    #expect(error?.rawContent == #"{"term":"so"#)
  }

  @Test(
    "T18: with an error after a part of the answer throws it, with the request's identifier",
    arguments: ProviderFixture.all)
  func lateError(_ provider: ProviderFixture) async throws {
    let (session, transport) = provider.session(provider.lateError, provider.text)
    let error = await session.failure(of: "Soup?")
    #expect(error?.debugDescription == "\(provider.name): overloaded")
    #expect(error?.metadata["requestID"] as? String == "r1")
    #expect(transport.requests.count == 1)
  }

  @Test(
    "T22: with a refusal throws the model's words",
    arguments: ProviderFixture.all.filter { $0.refusal != nil })
  func refusal(_ provider: ProviderFixture) async throws {
    let (session, _) = provider.session(try #require(provider.refusal))
    let error = await session.failure(of: "Soup?")
    let refusal = try #require(error?.refusal)
    #expect(refusal.text == "I cannot.")
    #expect(refusal.metadata["requestID"] as? String == "r1")
  }

  @Test(
    "T22: that a filter stopped is a violation of the guardrails",
    arguments: ProviderFixture.all.filter { $0.filtered != nil })
  func filtered(_ provider: ProviderFixture) async throws {
    let (session, _) = provider.session(try #require(provider.filtered))
    let error = await session.failure(of: "Soup?")
    let violation = try #require(error?.guardrailViolation)
    #expect(violation.metadata["requestID"] as? String == "r1")
  }

  @Test("T22: is not begun for a prompt that is too long", arguments: ProviderFixture.all)
  func overflow(_ provider: ProviderFixture) async throws {
    let transport = ScriptedTransport([
      .init(status: 400, headers: [provider.requestIDHeader: "r1"], body: [provider.overflow])
    ])
    let session = provider.session(transport)
    let error = await session.failure(of: "Soup?")
    let details = try #require(error?.contextSizeExceeded)
    #expect(details.metadata["requestID"] as? String == "r1")
    if provider.name == "Anthropic" {
      #expect(details.tokenCount == 210_000)
      #expect(details.contextSize == 200_000)
    }
  }

  @Test(
    "T22: is not begun for a prompt that is too long, in other words of the provider",
    arguments: [
      (
        .anthropic,
        #"""
        {"type":"error","error":{"type":"invalid_request_error",\#
        "message":"input length and `max_tokens` exceed context limit: 188240 + 21333 > 200000, \#
        decrease input length or `max_tokens` and try again"}}
        """#
      ),
      (
        .llamaCpp,
        #"""
        {"error":"Trying to keep the first 5000 tokens when context the overflows. \#
        However, the model is loaded with context length of only 4096 tokens, which is not enough."}
        """#
      ),
      // xAI and SGLang, whose interface llama.cpp has too.
      (
        .llamaCpp,
        #"""
        {"code":"Client specified an invalid argument",\#
        "error":"This model's maximum prompt length is 131072 but the request \#
        contains 136973 tokens."}
        """#
      ),
      (
        .llamaCpp,
        #"""
        {"object":"error",\#
        "message":"The input (61709 tokens) is longer than \#
        the model's context length (40960 tokens).",\#
        "type":"BadRequestError","param":null,"code":400}
        """#
      ),
    ] as [(ProviderFixture, String)])
  func overflow(_ provider: ProviderFixture, _ body: String) async throws {
    let transport = ScriptedTransport([.init(status: 400, body: [body])])
    let error = await provider.session(transport).failure(of: "Soup?")
    #expect(error?.contextSizeExceeded != nil)
  }

  @Test(
    "with an event that is not JSON is an error with this reason", arguments: ProviderFixture.all)
  func malformed(_ provider: ProviderFixture) async throws {
    let end = provider.text.firstIndex(of: "}") ?? provider.text.startIndex
    for body in [provider.text[..<end] + "\n\n", "data: nonsense\n\n"] {
      let (session, _) = provider.session(String(body))
      let error = await session.failure(of: "Soup?")
      #expect(error?.debugDescription.contains("JSON") == true)
      #expect(error?.metadata["requestID"] as? String == "r1")
    }
  }

  @Test("H6: shows its key in no description and no error", arguments: ProviderFixture.all)
  func key(_ provider: ProviderFixture) async throws {
    let transport = ScriptedTransport([
      .init(status: 401, body: [#"{"error":{"message":"Wrong key: secret"}}"#])
    ])
    let model = provider.model(transport)
    var dumped = ""
    dump(model, to: &dumped)
    let error = await provider.session(transport).failure(of: "Soup?")
    if provider.hasKey {
      let texts = [String(describing: error), String(describing: error?.metadata)]
      #expect(!texts.joined().contains("secret"))
    }
    #expect(!dumped.contains("secret"))
    let url = try #require(transport.requests.first?.url.absoluteString)
    #expect(!url.contains("secret"))
  }
}
