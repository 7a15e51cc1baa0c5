import Foundation
import SchemaModel
import SchemaProviders
import SchemaSessionTesting
import SessionTestSupport
import Testing

struct GeminiTests {
  private let provider = ProviderFixture.gemini

  private let json = ProviderFixture.events(
    #"""
    {"candidates":[{"content":{"parts":[{"text":"{\"term\":\"soup\"}"}]},"finishReason":"STOP"}]}
    """#
  )

  @Test("T24: gets a request with nothing that is not set, and its key in a header")
  func plain() async throws {
    let (session, transport) = provider.session(provider.text)
    try await session.respond(to: "Soup?")
    let request = try #require(transport.requests.first)
    #expect(
      request.url.absoluteString
        == "https://generativelanguage.googleapis.com/v1/models/m:streamGenerateContent?alt=sse")
    #expect(request.headers["x-goog-api-key"] == "secret")
    #expect(
      try transport.body() == """
        {"systemInstruction":{"parts":[{"text":"Be brief."}]},"contents":[\
        {"role":"user","parts":[{"text":"Soup?"}]}]}
        """)
  }

  @Test("T23: gets the options and the schema")
  func options() async throws {
    let (session, transport) = provider.session(json)
    try await session.respond(
      to: "Soup?", schema: Find.Arguments.generationSchema,
      options: GenerationOptions(
        samplingMode: .random(top: 40, seed: 7), temperature: 0.5, maximumResponseTokens: 400),
      contextOptions: ContextOptions(reasoningLevel: .light))
    let body = try transport.body()
    #expect(
      body.contains(
        #"""
        "generationConfig":{"temperature":0.5,"topK":40,"seed":7,"maxOutputTokens":400,\#
        "responseMimeType":"application/json","responseJsonSchema":{"type":"object",
        """#
      ))
    #expect(body.contains(#""thinkingConfig":{"includeThoughts":true,"thinkingLevel":"LOW"}"#))
  }

  @Test("T25: gets a schema with tools in the prompt, unless the model accepts both")
  func schemaBesideTools() async throws {
    let (session, transport) = provider.session(json, tools: [Find()])
    try await session.respond(to: "Soup?", schema: Find.Arguments.generationSchema)
    #expect(try !transport.body().contains("responseJsonSchema"))
    #expect(try transport.body().contains("Answer with JSON of the first type"))
    let both = ScriptedTransport([.init(body: [json])])
    let model = GeminiModel(
      "m", key: "k", combinesToolsAndSchemas: true, transport: ExportingTransport(both))
    try await LanguageModelSession(model: model, tools: [Find()])
      .respond(to: "Soup?", schema: Find.Arguments.generationSchema)
    #expect(try both.body().contains("responseJsonSchema"))
    #expect(try both.body().contains("parametersJsonSchema"))
  }

  @Test("T26: gets its signatures back with their calls, thoughts and texts")
  func signatures() async throws {
    let (session, transport) = provider.session(
      ProviderFixture.events(
        #"""
        {"candidates":[{"content":{"parts":[{"text":"Let me think","thought":true,\#
        "thoughtSignature":"dGg="},{"functionCall":{"name":"find","args":{"term":"soup"}},\#
        "thoughtSignature":"c2ln"},{"functionCall":{"name":"find","args":{"term":"pie"}}}]},\#
        "finishReason":"STOP"}]}
        """#
      ),
      ProviderFixture.events(
        #"""
        {"candidates":[{"content":{"parts":[{"text":"Dal","thoughtSignature":"dGV4dA=="}]},\#
        "finishReason":"STOP"}]}
        """#
      ), provider.text, tools: [Find()])
    try await session.respond(to: "Soup?")
    try await session.respond(to: "And pie?")
    let body = try transport.body(2)
    #expect(
      body.contains(
        #"{"text":"Let me think","thought":true,"thoughtSignature":"dGg="},{"functionCall":{"#))
    #expect(body.contains(#""name":"find","args":{"term":"soup"}},"thoughtSignature":"c2ln"}"#))
    #expect(body.contains(#""args":{"term":"pie"}}},{"#) == false)
    #expect(body.contains(#"{"text":"Dal","thoughtSignature":"dGV4dA=="}"#))
    // The transcript makes identifiers, which Vertex AI would reject.
    #expect(Set(session.transcript.toolOutputs.map(\.id)).count == 2)
    #expect(!body.contains(#""id""#))
  }

  @Test("T21: is complete after a reason to end, although text may follow")
  func lateFailure() async throws {
    let begin =
      #"{"candidates":[{"content":{"parts":[{"text":"Da"}]},"finishReason":"STOP"}]}"#
    let transport = ScriptedTransport([
      .init(
        body: [ProviderFixture.events(begin)],
        failure: TransportError(.connection, "The connection broke."))
    ])
    #expect(try await provider.session(transport).respond(to: "Soup?").content == "Da")
    let (session, _) = provider.session(ProviderFixture.events(begin) + provider.text)
    #expect(try await session.respond(to: "Soup?").content == "DaDal ü")
  }

  @Test(
    "T22: names the reason of an answer that ended early",
    arguments: ["MALFORMED_FUNCTION_CALL", "UNEXPECTED_TOOL_CALL"])
  func reasons(_ reason: String) async throws {
    let stream = ProviderFixture.events(
      #"{"candidates":[{"content":{"parts":[{"text":"Da"}]},"finishReason":"\#(reason)"}]}"#)
    let (session, _) = provider.session(stream)
    let error = await session.failure(of: "Soup?")
    let failure = try #require(error?.providerFailure)
    #expect(failure.code == reason)
  }

  @Test("T22: that does not know the language throws this error")
  func language() async throws {
    let (session, _) = provider.session(
      ProviderFixture.events(
        #"{"candidates":[{"content":{"parts":[{"text":"Da"}]},"finishReason":"LANGUAGE"}]}"#))
    let error = await session.failure(of: "Soup?")
    let details = try #require(error?.unsupportedLanguageOrLocale)
    #expect(details.metadata["requestID"] as? String == "r1")
    #expect(session.transcript.outline == ["instructions"])
  }

  @Test(
    "T22: whose answer a filter stopped throws this error, and returns no text",
    arguments: ["SAFETY", "BLOCKLIST", "PROHIBITED_CONTENT", "SPII", "RECITATION"])
  func filters(_ reason: String) async throws {
    let (session, transport) = provider.session(
      ProviderFixture.events(
        #"{"candidates":[{"content":{"parts":[{"text":"Da"}]},"finishReason":"\#(reason)"}]}"#))
    let error = await session.failure(of: "Soup?")
    let details = try #require(error?.guardrailViolation)
    #expect(details.debugDescription == "Gemini: a filter stopped the answer (\(reason)).")
    #expect(transport.requests.count == 1)
    #expect(session.transcript.outline == ["instructions"])
  }

  @Test("T23: accepts seeds of 32 bits, and leaves out larger ones only by the policy")
  func seeds() async throws {
    func options(_ seed: UInt64) -> GenerationOptions {
      GenerationOptions(samplingMode: .random(top: 40, seed: seed))
    }
    let (session, transport) = provider.session(provider.text, provider.text)
    try await session.respond(to: "Soup?", options: options(2_147_483_647))
    #expect(try transport.body().contains(#""seed":2147483647"#))
    let error = await #expect(throws: LanguageModelError.self) {
      try await session.respond(to: "Soup?", options: options(2_147_483_648))
    }
    #expect(error?.debugDescription.contains("seed above 2147483647") == true)
    session.policy.unsupportedOption = .log
    try await session.respond(to: "Soup?", options: options(.max))
    #expect(try !transport.body(1).contains("seed"))
    #expect(try transport.body(1).contains(#""topK":40"#))
  }

  @Test("T17: has the time at which a limit ends")
  func rateLimit() async throws {
    let transport = ScriptedTransport([
      .init(
        status: 429,
        body: [
          #"""
          {"error":{"code":429,"message":"Quota","status":"RESOURCE_EXHAUSTED",\#
          "details":[{"@type":"type.googleapis.com/google.rpc.RetryInfo","retryDelay":"300s"}]}}
          """#
        ])
    ])
    let error = await provider.session(transport).failure(of: "Soup?")
    let details = try #require(error?.rateLimited)
    let wait = try #require(details.resetDate?.timeIntervalSinceNow)
    #expect(wait > 250 && wait <= 300)
    #expect(transport.requests.count == 1)
  }

  private func model(_ name: String, _ transport: ScriptedTransport) -> GeminiModel {
    GeminiModel(name, key: "k", transport: transport)
  }

  @Test(
    "accepts a name or a full name",
    arguments: [
      ("gemini-3-flash", "models/gemini-3-flash"),
      ("models/gemini-3-flash", "models/gemini-3-flash"), ("tunedModels/dal", "tunedModels/dal"),
      ("dal?key=x#y", "models/dal?key=x#y"), ("tunedModels/dal ü", "tunedModels/dal ü"),
    ])
  func fullNames(_ name: String, _ fullName: String) async throws {
    let escapes = ["?": "%3F", "=": "%3D", "#": "%23", " ": "%20", "ü": "%C3%BC"]
    let path = escapes.reduce(fullName) { $0.replacing($1.key, with: $1.value) }
    let base = "https://generativelanguage.googleapis.com/v1/"
    let transport = ScriptedTransport([
      .init(body: [provider.text]), .init(body: [#"{"totalTokens":2}"#]),
    ])
    let model = model(name, transport)
    try await LanguageModelSession(model: model).respond(to: "Soup?")
    let prompt = Transcript(entries: [.prompt(.init(segments: [.text(.init(content: "Soup?"))]))])
    #expect(try await model.tokenCount(for: prompt, schema: nil) == 2)
    #expect(
      transport.requests.map(\.url.absoluteString) == [
        "\(base)\(path):streamGenerateContent?alt=sse", "\(base)\(path):countTokens",
      ])
    #expect(
      try transport.body(1).hasPrefix(#"{"generateContentRequest":{"model":"\#(fullName)","#))
    let server = ScriptedBatchServer([
      "POST /v1/\(fullName):batchGenerateContent": #"{"name":"batches/b1"}"#
    ])
    _ = try await GeminiModel(name, key: "k", transport: server).batches.start([
      BatchRequest(id: "soup", prompt: "Soup?")
    ])
    #expect(
      server.requests.map(\.url.absoluteString) == ["\(base)\(path):batchGenerateContent"])
  }

  @Test(
    "gets tools and a schema in one request from 3 on, and enforces calls from 2.5 on",
    arguments: [
      ("gemini-3-flash", true, true), ("gemini-4.1-pro", true, true),
      ("gemini-2.5-flash", false, true), ("gemini-2.5-flash-image", false, false),
      ("gemini-2.0-flash", false, false), ("gemma-4", false, false), ("m", false, false),
    ])
  func generations(_ name: String, _ combines: Bool, _ validates: Bool) async throws {
    let transport = ScriptedTransport([.init(body: [json]), .init(body: [provider.text])])
    let session = LanguageModelSession(model: model(name, transport), tools: [Find()])
    try await session.respond(to: "Soup?", schema: Find.Arguments.generationSchema)
    let body = try transport.body()
    #expect(body.contains("responseJsonSchema") == combines)
    #expect(body.contains("Answer with JSON of the first type") == !combines)
    #expect(
      body.contains(#""toolConfig":{"functionCallingConfig":{"mode":"VALIDATED"}}"#) == validates)
    try await session.respond(
      to: "Soup?", options: GenerationOptions(toolCallingMode: .disallowed))
    #expect(try !transport.body(1).contains("toolConfig"))
  }

  @Test("gets a level of thinking as a number of tokens if the model has no levels")
  func budget() async throws {
    let transport = ScriptedTransport([.init(body: [provider.text]), .init(body: [provider.text])])
    let session = LanguageModelSession(model: model("gemini-2.5-flash", transport))
    try await session.respond(
      to: "Soup?", contextOptions: ContextOptions(reasoningLevel: .moderate))
    #expect(
      try transport.body().contains(
        #""thinkingConfig":{"includeThoughts":true,"thinkingBudget":8192}"#))
    let error = await #expect(throws: LanguageModelError.self) {
      try await session.respond(
        to: "Soup?", contextOptions: ContextOptions(reasoningLevel: .custom("xhigh")))
    }
    #expect(error?.debugDescription.contains("not a number of tokens") == true)
    try await session.respond(
      to: "Soup?", contextOptions: ContextOptions(reasoningLevel: .custom("0")))
    #expect(try transport.body(1).contains(#""thinkingBudget":0"#))
  }

  private func parts(_ parts: String, _ reason: String = "STOP", _ extra: String = "") -> String {
    ProviderFixture.events(
      #"""
      {"candidates":[{"content":{"parts":[\#(parts)]},"finishReason":"\#(reason)"\#(extra)}],\#
      "usageMetadata":{"promptTokenCount":5,"candidatesTokenCount":2}}
      """#
    )
  }

  @Test("T26: gets each part back unchanged, with its own signature, and in order")
  func order() async throws {
    let code = #"{"executableCode":{"language":"PYTHON","code":"1","id":"e"}}"#
    let result = #"{"codeExecutionResult":{"outcome":"OUTCOME_OK","output":"1","id":"e"}}"#
    let search = #"{"toolCall":{"id":"t","toolType":"GOOGLE_SEARCH_WEB","args":{}}}"#
    let end = #"{"text":"","thoughtSignature":"ZW5k"}"#
    let call = #"{"functionCall":{"id":"a","name":"find","args":{"term":"soup"}}"#
    let sent =
      #"{"text":"One "},{"text":"two","thoughtSignature":"MQ=="},{"text":"three"},"#
      + #"\#(code),\#(result),\#(call),"thoughtSignature":"Mg=="},"#
      + #"\#(search),{"text":"four"},\#(end)"#
    let (session, transport) = provider.session(parts(sent), provider.text, tools: [Find()])
    try await session.respond(to: "Soup?")
    #expect(try transport.body(1).contains(#"{"role":"model","parts":[\#(sent)]}"#))
    let data = try JSONEncoder().encode(session.transcript)
    let stored = ScriptedTransport([.init(body: [provider.text])])
    let restored = LanguageModelSession(
      model: model("m", stored), tools: [Find()],
      transcript: try JSONDecoder().decode(Transcript.self, from: data))
    try await restored.respond(to: "And pie?")
    #expect(try stored.body().contains(#"{"role":"model","parts":[\#(sent)]}"#))
  }

  @Test("continues an answer that needs several requests")
  func continuation() async throws {
    let (session, transport) = provider.session(
      parts(#"{"text":"Da"}"#, "CONTINUATION", #","continuationToken":"dG9r""#),
      parts(#"{"text":"l"}"#))
    let response = try await session.respond(to: "Soup?")
    #expect(response.content == "Dal")
    #expect(response.usage.input.totalTokenCount == 10)
    #expect(response.usage.output.totalTokenCount == 4)
    #expect(try !transport.body(0).contains("continuationToken"))
    let first = try transport.body(0).dropLast()
    #expect(try transport.body(1) == first + #","continuationToken":"dG9r"}"#)

    let (stuck, _) = provider.session(parts(#"{"text":"Da"}"#, "CONTINUATION"))
    let error = await #expect(throws: LanguageModelError.self) {
      try await stuck.respond(to: "Soup?")
    }
    #expect(
      error?.debugDescription
        == "Gemini: the server paused the answer without a token to continue it.")
  }
}
