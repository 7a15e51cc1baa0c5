#if AsyncHTTP
import SchemaAsyncHTTP
import SchemaProviders
import Testing

/// The example of the page of SchemaAsyncHTTP.
struct AsyncHTTPExamples {
  @Test func `models share a transport`() async throws {
    try await example("transport") { _ in
      // example: transport
      let transport = AsyncHTTPTransport()
      let model = FallbackModel([
        AnthropicModel("claude-sonnet-5", transport: transport),
        OpenAIModel("gpt-5", transport: transport),
      ])
      // example: end
      _ = model
    }
  }
}
#endif

#if Telemetry && Macros
import SchemaProviders
import SchemaTelemetry
import Testing

/// The examples of the page of SchemaTelemetry.
struct TelemetryExamples {
  @Test func `a session is observed`() async throws {
    try await example("telemetry") { _ in
      // example: telemetry
      let telemetry = SessionTelemetry()
      let session = LanguageModelSession(
        model: telemetry.model(OpenAIModel("gpt-5")), tools: telemetry.tools([FindRecipes()]))
      // example: end
      _ = session
    }
  }

  @Test func `each model is observed by itself`() async throws {
    let telemetry = SessionTelemetry()
    try await example("telemetry of several models") { _ in
      // example: telemetry of several models
      let model = FallbackModel([
        telemetry.model(AnthropicModel("claude-sonnet-5")), telemetry.model(OpenAIModel("gpt-5")),
      ])
      // example: end
      _ = model
    }
  }

  @Test func `content is captured where it is asked for`() async throws {
    try await example("telemetry of content") { _ in
      // example: telemetry of content
      let telemetry = SessionTelemetry(capturesContent: true)
      // example: end
      #expect(telemetry.capturesContent)
    }
  }
}
#endif
