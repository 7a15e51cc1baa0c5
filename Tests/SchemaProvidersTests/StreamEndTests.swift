import SchemaProviders
import SchemaSessionTesting
import SchemaSessions
import SessionTestSupport
import Testing

@Suite("A stream that names why it ends")
struct StreamEndTests {
  private func error(
    _ provider: ProviderFixture, _ reason: String, for usual: String
  ) async throws -> LanguageModelError? {
    let stream = provider.text.replacing("\"\(usual)\"", with: "\"\(reason)\"")
    #expect(stream != provider.text)
    let (session, transport) = provider.session(stream, provider.text)
    let error = await #expect(throws: LanguageModelError.self) {
      try await session.respond(to: "Soup?")
    }
    #expect(session.transcript.outline == ["instructions"])
    #expect(transport.requests.count == 1)
    #expect(error?.metadata["requestID"] as? String == "r1")
    return error
  }

  @Test("T22: is an overflow where Anthropic's context is full")
  func context() async throws {
    let error = try await error(
      .anthropic, "model_context_window_exceeded", for: "end_turn")
    guard case .contextSizeExceeded = error else {
      Issue.record("another error: \(String(describing: error))")
      return
    }
  }

  @Test("T22: is a failure where Anthropic pauses")
  func pause() async throws {
    let error = try await error(.anthropic, "pause_turn", for: "end_turn")
    guard case .providerFailure(let failure) = error else {
      Issue.record("another error: \(String(describing: error))")
      return
    }
    #expect(failure.code == "pause_turn")
  }

  @Test(
    "T22: is a violation of the guardrails for each reason of Gemini's filters",
    arguments: ["SAFETY", "BLOCKLIST", "PROHIBITED_CONTENT", "SPII", "RECITATION"])
  func filter(_ reason: String) async throws {
    let error = try await error(.gemini, reason, for: "STOP")
    guard case .guardrailViolation = error else {
      Issue.record("another error: \(String(describing: error))")
      return
    }
  }

  @Test("T22: is a language that the model does not know where Gemini says so")
  func language() async throws {
    let error = try await error(.gemini, "LANGUAGE", for: "STOP")
    guard case .unsupportedLanguageOrLocale = error else {
      Issue.record("another error: \(String(describing: error))")
      return
    }
  }

  @Test("T22: is a failure where a response of OpenAI is incomplete for another reason")
  func incomplete() async throws {
    let provider = ProviderFixture.responses
    let stream = provider.length.replacing("max_output_tokens", with: "no_more_power")
    let policy = RetryPolicy(maximumRetries: 0)
    let model = OpenAIResponsesModel(
      "m", key: "k", transport: ScriptedTransport([.init(body: [stream])]), retryPolicy: policy)
    let error = await #expect(throws: LanguageModelError.self) {
      try await LanguageModelSession(model: model).respond(to: "Soup?")
    }
    guard case .providerFailure(let failure) = error else {
      Issue.record("another error: \(String(describing: error))")
      return
    }
    #expect(failure.code == "no_more_power")
  }

  @Test("T14: is a failure where a call of Chat Completions never gets a name")
  func namelessCall() async throws {
    let call = #"{"index":0,"id":"a","function":{"arguments":"{}"}}"#
    let stream = ProviderFixture.events(
      #"{"choices":[{"delta":{"tool_calls":[\#(call)]}}]}"#,
      #"{"choices":[{"delta":{},"finish_reason":"tool_calls"}]}"#, "[DONE]")
    let (session, transport) = ProviderFixture.openAI.session(
      stream, ProviderFixture.openAI.text)
    let error = await #expect(throws: LanguageModelError.self) {
      try await session.respond(to: "Soup?")
    }
    guard case .providerFailure(let failure) = error else {
      Issue.record("another error: \(String(describing: error))")
      return
    }
    #expect(failure.code == "invalidEvent")
    #expect(transport.requests.count == 1)
  }
}
