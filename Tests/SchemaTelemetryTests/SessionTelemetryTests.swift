#if Telemetry
import InMemoryLogging
import InMemoryTracing
import Logging
import MetricsTestKit
import SchemaConcurrency
import SchemaMCP
import SchemaModel
import SchemaProviders
import SchemaSessionTesting
import SchemaSessions
import SchemaTelemetry
import SessionTestSupport
import Testing
import Tracing

struct SessionTelemetryTests {
  private let tracer = InMemoryTracer()
  private let metrics = TestMetrics()
  private let logs = InMemoryLogHandler()
  private static let identity = LanguageModelIdentity(
    provider: "openai", name: "m", serverAddress: "api.openai.com")

  private func telemetry(capturesContent: Bool = false) -> SessionTelemetry {
    var logger = Logger(label: "test") { _ in logs }
    logger.logLevel = .debug
    return SessionTelemetry(
      logger: logger, metrics: metrics, tracer: tracer, capturesContent: capturesContent)
  }

  private func session(
    _ replies: [ScriptedModel.Reply], tools: [any Tool] = [], capturesContent: Bool = false
  ) -> LanguageModelSession {
    let telemetry = telemetry(capturesContent: capturesContent)
    return LanguageModelSession(
      model: telemetry.model(ScriptedModel(replies), named: Self.identity),
      tools: telemetry.tools(tools), instructions: "You are a cook.")
  }

  private static let usage = LanguageModelSession.Usage(
    input: .init(totalTokenCount: 9, cachedTokenCount: 8),
    output: .init(totalTokenCount: 4, reasoningTokenCount: 1))

  private func attributes(_ span: FinishedInMemorySpan) -> [String: String] {
    var texts: [String: String] = [:]
    span.attributes.forEach { name, value in texts[name] = "\(value)" }
    return texts
  }

  @Test("H7: holds the model back for a slow reader of a stream")
  func slowReader() async throws {
    let sent = Locked(0)
    let word = ScriptedModel.Reply.Step.event(
      .response(action: .appendText("word ", tokenCount: 1)))
    let steps = (0..<5_000).flatMap { _ in
      [word, ScriptedModel.Reply.Step.run { sent.withLock { $0 += 1 } }]
    }
    let session = session([.init(steps)])
    let stream = session.streamResponse(to: "Soup?")
    var snapshots = stream.makeAsyncIterator()
    _ = try #require(try await snapshots.next())
    #expect(try await standstill(of: sent) < 500)
    #expect(try await stream.collect().content.utf8.count == 5_000 * "word ".utf8.count)
  }

  @Test("L8: counts the mends of answers and arguments by their kinds")
  func mends() async throws {
    let call = ScriptedModel.Reply.toolCalls([
      .init(id: "1", name: "find", arguments: "{term: 'soup'}")
    ])
    let session = session(
      [call, .text(["{name: \"Dal\", \"minutes\": \"40\",}"])], tools: [Find()])
    let response = try await session.respond(to: "Soup?", generating: Dish.self)
    #expect(response.content.minutes == 40)
    for (kind, count) in [("bare-key", 2), ("other-quotes", 1), ("quoted-number", 1)] {
      let counter = try metrics.expectCounter(
        "schemakit.answer.mends",
        [
          ("gen_ai.provider.name", "openai"), ("gen_ai.request.model", "m"),
          ("schemakit.mend.kind", kind),
        ])
      #expect(counter.values.reduce(0, +) == Int64(count), "\(kind)")
    }
  }

  @Test("has a span for each request and each call of a tool, below the caller's span")
  func spans() async throws {
    let session = session([.find("soup"), .text(["Dal."], usage: Self.usage)], tools: [Find()])
    let parent = tracer.startSpan("parent", context: .topLevel)
    try await ServiceContext.$current.withValue(parent.context) {
      _ = try await session.respond(
        to: "Soup?",
        options: GenerationOptions(samplingMode: .random(top: 40, seed: 7), temperature: 0.5))
    }
    parent.end()
    let spans = tracer.finishedSpans
    #expect(
      spans.map(\.operationName) == ["chat m", "execute_tool find", "chat m", "parent"])
    #expect(spans.dropLast().allSatisfy { $0.parentSpanID == parent.spanID })
    #expect(spans.map(\.kind) == [.client, .internal, .client, .internal])
    let first = attributes(spans[0])
    #expect(first["gen_ai.operation.name"]?.contains("chat") == true)
    #expect(first["gen_ai.provider.name"]?.contains("openai") == true)
    #expect(first["gen_ai.request.model"]?.contains("m") == true)
    #expect(first["gen_ai.request.top_k"]?.contains("40") == true)
    #expect(first["gen_ai.request.seed"]?.contains("7") == true)
    #expect(first["gen_ai.request.temperature"]?.contains("0.5") == true)
    #expect(first["server.address"]?.contains("api.openai.com") == true)
    #expect(first["gen_ai.response.finish_reasons"]?.contains("tool_calls") == true)
    #expect(first["gen_ai.response.time_to_first_chunk"] != nil)
    let second = attributes(spans[2])
    #expect(second["gen_ai.usage.input_tokens"]?.contains("9") == true)
    #expect(second["gen_ai.usage.cache_read.input_tokens"]?.contains("8") == true)
    #expect(second["gen_ai.usage.output_tokens"]?.contains("4") == true)
    #expect(second["gen_ai.usage.reasoning.output_tokens"]?.contains("1") == true)
    #expect(attributes(spans[1])["gen_ai.tool.name"]?.contains("find") == true)
    #expect(attributes(spans[1])["gen_ai.tool.call.id"]?.contains("call-soup") == true)
    #expect(first["gen_ai.response.id"] == nil)
    #expect(session.transcript.outline.last == "response Dal.")
  }

  @Test("has the provider's identifier of the response, also if it fails")
  func identity() async throws {
    struct Broken: Error {}
    let identified = ScriptedModel.Reply.Step.event(
      .identified(id: "resp-1", model: "m-2026-10-01"))
    let text = ScriptedModel.Reply.Step.event(
      .response(action: .appendText("Dal.", tokenCount: 1)))
    let session = session([.init([identified, text]), .init([identified, .fail(Broken())])])
    try await session.respond(to: "Soup?")
    await #expect(throws: Broken.self) { try await session.respond(to: "Soup?") }
    #expect(tracer.finishedSpans.count == 2)
    for span in tracer.finishedSpans {
      #expect(attributes(span)["gen_ai.response.id"]?.contains("resp-1") == true)
      #expect(attributes(span)["gen_ai.response.model"]?.contains("m-2026-10-01") == true)
    }
    let recorder = try metrics.expectRecorder(
      "gen_ai.client.operation.time_to_first_chunk",
      [
        ("gen_ai.operation.name", "chat"), ("gen_ai.provider.name", "openai"),
        ("gen_ai.request.model", "m"), ("server.address", "api.openai.com"),
      ])
    #expect(recorder.values.count == 1)
  }

  @Test("H2: has the same metrics, whatever names and codes a server chooses")
  func cardinality() async throws {
    let replies = (0..<50).map { number in
      ScriptedModel.Reply([
        .event(.identified(id: "resp-\(number)", model: "m-\(number)")),
        .event(.response(action: .updateUsage(input: Self.usage.input, output: Self.usage.output))),
        .fail(
          LanguageModelError.providerFailure(
            .init(
              statusCode: number % 2 == 0 ? nil : 600 + number, code: "code-\(number)",
              debugDescription: "No."))),
      ])
    }
    let session = session(replies)
    for _ in replies {
      await #expect(throws: LanguageModelError.self) { try await session.respond(to: "Soup?") }
    }
    #expect(tracer.finishedSpans.count == replies.count)
    #expect(metrics.recorders.count == 3)
    for recorder in metrics.recorders { #expect(recorder.values.count == replies.count) }
    let labels = Set(metrics.recorders.flatMap { $0.dimensions.map(\.1) })
    #expect(labels.isDisjoint(with: ["m-1", "code-0", "601"]))
    #expect(labels.contains("provider_failure"))
  }

  @Test(
    "names the type of a failure by its status, or by a code that is known",
    arguments: [
      (503, "x", "503"), (99, "x", "provider_failure"), (600, "connection", "connection"),
      (nil, "connection", "connection"), (nil, "overloaded_error", "overloaded_error"),
      (nil, "soup", "provider_failure"), (nil, nil, "provider_failure"),
    ] as [(Int?, String?, String)])
  func errorType(_ status: Int?, _ code: String?, _ expected: String) async throws {
    let error = LanguageModelError.providerFailure(
      .init(statusCode: status, code: code, debugDescription: "No."))
    await #expect(throws: LanguageModelError.self) {
      try await session([.failure(error)]).respond(to: "Soup?")
    }
    let span = try #require(tracer.finishedSpans.first)
    #expect(logs.entries.last?.metadata["error"] == .string(expected))
    #expect(attributes(span)["error.type"]?.contains(expected) == true)
  }

  @Test("counts tokens and times")
  func counts() async throws {
    try await session([.text(["Dal."], usage: Self.usage)]).respond(to: "Soup?")
    let dimensions = [
      ("gen_ai.operation.name", "chat"), ("gen_ai.provider.name", "openai"),
      ("gen_ai.request.model", "m"), ("server.address", "api.openai.com"),
    ]
    let tokens = "gen_ai.client.token.usage"
    let input = try metrics.expectRecorder(tokens, dimensions + [("gen_ai.token.type", "input")])
    #expect(input.values == [9])
    let output = try metrics.expectRecorder(tokens, dimensions + [("gen_ai.token.type", "output")])
    #expect(output.values == [4])
    for name in ["duration", "time_to_first_chunk"] {
      let recorder = try metrics.expectRecorder("gen_ai.client.operation.\(name)", dimensions)
      #expect(recorder.values.count == 1)
    }
  }

  @Test("H6: has the type of an error and the provider's identifier of the request, not the words")
  func failure() async throws {
    let error = LanguageModelError.providerFailure(
      .init(statusCode: 503, debugDescription: "secret soup", metadata: ["requestID": "r1"]))
    await #expect(throws: LanguageModelError.self) {
      try await session([.failure(error)]).respond(to: "Soup?")
    }
    let span = try #require(tracer.finishedSpans.first)
    #expect(attributes(span)["error.type"]?.contains("503") == true)
    #expect(span.status?.code == .error)
    let entry = try #require(logs.entries.last)
    #expect(entry.level == .info)
    #expect(entry.metadata["provider_request"] == "r1")
    #expect(entry.metadata["error"] == "503")
    #expect(!"\(logs.entries) \(attributes(span)) \(span.errors)".contains("secret"))
  }

  @Test("has no content, neither of a success nor of a failure")
  func privacy() async throws {
    let words = ["Soup", "Dal", "cook", "soup"]
    let call = ScriptedModel.Call(id: "call-1", name: "find", arguments: #"{"term":"soup"}"#)
    try await session([.toolCalls([call]), "Dal."], tools: [Find()]).respond(to: "Soup?")
    let refusal = LanguageModelError.refusal(
      .init(explanation: "No soup.", debugDescription: "No soup."))
    await #expect(throws: LanguageModelError.self) {
      try await session([.failure(refusal)]).respond(to: "Soup?")
    }
    let shown =
      tracer.finishedSpans.map { "\(attributes($0)) \($0.errors) \($0.events)" }.joined()
      + logs.entries.map { "\($0)" }.joined()
    for word in words { #expect(!shown.contains(word)) }
    #expect(shown.contains("refusal"))
  }

  @Test("has content in spans if the app asks for it")
  func content() async throws {
    try await session([.find("soup"), "Dal."], tools: [Find()], capturesContent: true)
      .respond(to: "Soup?")
    let spans = tracer.finishedSpans
    let last = attributes(spans[2])
    #expect(last["gen_ai.system_instructions"]?.contains("You are a cook.") == true)
    for part in ["Soup?", "tool_call_response", "found soup"] {
      #expect(last["gen_ai.input.messages"]?.contains(part) == true)
    }
    #expect(last["gen_ai.output.messages"]?.contains("Dal.") == true)
    #expect(attributes(spans[1])["gen_ai.tool.call.arguments"]?.contains("soup") == true)
    #expect(attributes(spans[1])["gen_ai.tool.call.result"]?.contains("found soup") == true)
    #expect(!logs.entries.contains { "\($0)".contains("Soup") })
  }

  /// A model that counts a token for each entry.
  private struct CountingModel: TokenCountingLanguageModel, ContextSizedLanguageModel {
    let contextSize = 1_000
    var capabilities: LanguageModelCapabilities { LanguageModelCapabilities([]) }
    var executorConfiguration: Executor.Configuration { Executor.Configuration() }

    func tokenCount(for transcript: Transcript, schema: GenerationSchema?) async throws -> Int {
      transcript.count
    }

    struct Executor: LanguageModelExecutor {
      struct Configuration: Hashable, Sendable {}
      init(configuration: Configuration) {}
      func respond(
        to request: LanguageModelExecutorGenerationRequest, model: CountingModel,
        streamingInto channel: LanguageModelExecutorGenerationChannel
      ) async throws {}
    }
  }

  @Test("has the counts and the context size of the observed model")
  func abilities() async {
    await #expect(processExitsWith: .success) {
      let model = SessionTelemetry().model(CountingModel(), named: Self.identity)
      try SystemLanguageModel.bootstrap(model)
      #expect(SystemLanguageModel.default.contextSize == 1_000)
      #expect(try await SystemLanguageModel.default.tokenCount(for: "Soup, or dal?") == 1)
    }
    await #expect(processExitsWith: .success) {
      let model = SessionTelemetry().model(FallbackModel([CountingModel()]), named: Self.identity)
      try SystemLanguageModel.bootstrap(model)
      #expect(SystemLanguageModel.default.contextSize == 1_000)
      #expect(try await SystemLanguageModel.default.tokenCount(for: "Soup, or dal?") == 1)
    }
    await #expect(processExitsWith: .success) {
      try SystemLanguageModel.bootstrap(
        SessionTelemetry().model(ScriptedModel([]), named: Self.identity))
      #expect(!SystemLanguageModel.default.countsTokens)
      #expect(!SystemLanguageModel.default.knowsContextSize)
    }
  }

  /// A tool whose output has a structure.
  private struct Cook: Tool {
    let name = "cook"
    let description = "Cooks a dish"

    func call(arguments: Find.Arguments) async throws -> Dish {
      Dish(name: arguments.term, minutes: 20)
    }
  }

  @Test("keeps the form of a tool's output, for clients of a server")
  func structuredOutput() async throws {
    let tool = try #require(telemetry().tools([Cook()]).first)
    #expect(try ModelContextProtocol.ToolDescription(tool).outputSchema != nil)
    let call = ModelContextProtocol.ToolCall(
      name: "cook", arguments: try GeneratedContent(json: #"{"term":"dal"}"#))
    let result = try await call.run(among: [tool])
    #expect(result.structuredContent?.jsonString == #"{"name": "dal", "minutes": 20}"#)
    #expect(tracer.finishedSpans.map(\.operationName) == ["execute_tool cook"])
  }

  @Test("shows the tool itself in the error of a call")
  func failedTool() async throws {
    struct NoSoup: Error {}
    let session = session([.find("soup")], tools: telemetry().tools([Find { _ in throw NoSoup() }]))
    let error = await #expect(throws: LanguageModelSession.ToolCallError.self) {
      try await session.respond(to: "Soup?")
    }
    #expect(error?.tool is Find)
  }

  @Test("has the names of the models of providers")
  func identities() {
    #expect(
      OpenAIModel("gpt-5", key: "k").identity
        == LanguageModelIdentity(
          provider: "openai", name: "gpt-5", serverAddress: "api.openai.com"))
    #expect(AnthropicModel("c", key: "k").identity.provider == "anthropic")
    #expect(GeminiModel("g", key: "k").identity.provider == "gcp.gemini")
    #expect(
      CompatibleModel("q", server: .vLLM, baseURL: "http://localhost:8000/v1").identity
        == LanguageModelIdentity(provider: "vllm", name: "q", serverAddress: "localhost"))
  }
}
#endif
