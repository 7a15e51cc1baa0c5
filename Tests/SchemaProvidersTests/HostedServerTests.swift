import SchemaConcurrency
import SchemaConformances
import SchemaModel
import SchemaProviders
import SchemaSessionTesting
import SessionTestSupport
import Testing

struct HostedServerTests {
  private func body(
    _ server: CompatibleModel.Server, tools: [any Tool]
  ) async throws -> GeneratedContent {
    let transport = ScriptedTransport([
      .init(body: [
        ChatStreamTests.stream(
          ChatStreamTests.delta(#"{"content":"{\"name\":\"Dal\",\"minutes\":40}"}"#, finish: "stop")
        )
      ])
    ])
    let session = LanguageModelSession(
      model: CompatibleModel(
        "m", server: server, baseURL: "https://host/v1", transport: transport), tools: tools)
    let response = try await session.respond(
      to: "Soup?", generating: Dish.self, options: GenerationOptions(maximumResponseTokens: 50))
    #expect(response.content.minutes == 40)
    let request = try #require(transport.requests.first)
    return try GeneratedContent(json: String(decoding: request.body, as: UTF8.self))
  }

  @Test(
    "gets the schema if it accepts one, and otherwise in the prompt",
    arguments: [
      (.xAI, true, "max_tokens"), (.cerebras, true, "max_completion_tokens"),
      (.sgLang, true, "max_tokens"), (.groq, false, "max_completion_tokens"),
    ] as [(CompatibleModel.Server, Bool, String)])
  func schemas(_ server: CompatibleModel.Server, isEnforced: Bool, limit: String) async throws {
    for tools in [[], [Find()]] as [[any Tool]] {
      let body = try await body(server, tools: tools)
      let isStated = isEnforced && tools.isEmpty
      #expect((body.property(named: "response_format") != nil) == isStated)
      let messages = body.property(named: "messages")?.jsonString ?? ""
      // The words of the schema in the prompt.
      #expect(messages.contains("Answer with JSON of the first type") || isStated)
      #expect(body.property(named: limit)?.jsonString == "50")
      let tool = body.property(named: "tools")?.elements.first { _ in true }
      #expect((tool != nil) == !tools.isEmpty)
    }
  }

  @Test(
    "the capabilities have reasoning if a request with a level of thinking is accepted",
    arguments: [
      (.llamaCpp, false), (.vLLM, true), (.lmStudio, false), (.deepSeek, true),
      (.deepSeekStrict, true), (.openRouter, true), (.mistral, false), (.sgLang, false),
      (.xAI, false), (.cerebras, true), (.groq, true), (.groqStrict, true), (.other, false),
    ] as [(CompatibleModel.Server, Bool)])
  func reasoningCapability(_ server: CompatibleModel.Server, isAccepted: Bool) async throws {
    let text = ChatStreamTests.delta(#"{"content":"Dal"}"#, finish: "stop")
    let transport = ScriptedTransport([.init(body: [ChatStreamTests.stream(text)])])
    let model = CompatibleModel(
      "m", server: server, baseURL: "https://host/v1", transport: transport)
    #expect(model.capabilities.contains(.reasoning) == isAccepted)
    let session = LanguageModelSession(model: model)
    let level = ContextOptions(reasoningLevel: .light)
    if isAccepted {
      try await session.respond(to: "Soup?", contextOptions: level)
      #expect(try transport.body().contains(#""reasoning_effort":"low""#))
    } else {
      await #expect(throws: LanguageModelError.self) {
        try await session.respond(to: "Soup?", contextOptions: level)
      }
      #expect(transport.requests.isEmpty)
    }
  }

  // MARK: Groq with strict schemas

  private static let whole = #"""
    {"id":"x","object":"chat.completion","created":1,"model":"openai/gpt-oss-20b",
     "choices":[{"index":0,"message":{"role":"assistant",\#
    "content":"{\"name\":\"Dal\",\"minutes\":40}"},
     "finish_reason":"stop"}],"usage":{"prompt_tokens":9,"completion_tokens":4,"total_tokens":13}}
    """#

  private func groq(
    _ replies: String..., statuses: [Int] = [], tools: [any Tool] = []
  ) -> (LanguageModelSession, ScriptedTransport) {
    let transport = ScriptedTransport(
      replies.enumerated().map { index, reply in
        .init(status: statuses.indices.contains(index) ? statuses[index] : 200, body: [reply])
      })
    let model = CompatibleModel(
      "openai/gpt-oss-20b", server: .groqStrict, baseURL: "https://api.groq.com/openai/v1",
      key: "k", transport: ExportingTransport(transport),
      retryPolicy: ModelProvider.RetryPolicy(maximumRetries: 0))
    return (LanguageModelSession(model: model, tools: tools), transport)
  }

  private static let streamed = ChatStreamTests.stream(
    ChatStreamTests.delta(#"{"content":"{\"name\":\"Dal\",\"minutes\":40}"}"#, finish: "stop"))

  @Test("Groq enforces the schema of an answer that is not streamed and has no tools")
  func strictGroq() async throws {
    let (session, transport) = groq(Self.whole, ChatStreamTests.text)
    let response = try await session.respond(to: "Soup?", generating: Dish.self)
    #expect(response.content == Dish(name: "Dal", minutes: 40))
    #expect(response.usage.totalTokenCount == 13)
    let body = try transport.body()
    #expect(!body.contains(#""stream""#))
    #expect(transport.requests.first?.headers["accept"] == "application/json")
    #expect(body.contains(#""response_format":{"type":"json_schema""#))
    #expect(body.contains(#""strict":true"#))
    // Bounds are described: Groq's page lists no such keyword.
    let parsed = try GeneratedContent(json: body)
    let format = parsed.property(named: "response_format")?.jsonString(.compact) ?? ""
    #expect(!format.contains(#""minimum":"#))
    // A text is a stream, as elsewhere.
    try await session.respond(to: "And pie?")
    #expect(try transport.body(1).contains(#""stream":true"#))
    #expect(try !transport.body(1).contains("response_format"))
  }

  @Test("with tools, the schema for Groq is in the prompt, and the answer is a stream")
  func strictGroqWithTools() async throws {
    let (session, transport) = groq(Self.streamed, tools: [Find()])
    let response = try await session.respond(to: "Soup?", generating: Dish.self)
    #expect(response.content.minutes == 40)
    let body = try transport.body()
    #expect(body.contains(#""stream":true"#) && body.contains("Answer with JSON of the first type"))
    #expect(!body.contains("response_format") && !body.contains(#""strict""#))
  }

  /// A tool with a dictionary, which a strict schema for Groq states in another form.
  private struct Rate: Tool {
    let name = "rate"
    let description = "Rates dishes"
    let ratings = Locked<[String: Int]>([:])

    var parameters: GenerationSchema {
      GenerationSchema(
        type: GeneratedContent.self, title: "Arguments",
        properties: [
          GenerationSchema.Property(name: "ratings", type: [String: Int].self),
          GenerationSchema.Property(name: "note", type: String?.self),
        ])
    }

    func call(arguments: GeneratedContent) async throws -> String {
      let rated = try arguments.value([String: Int].self, forProperty: "ratings")
      ratings.withLock { $0 = rated }
      return "thanks"
    }
  }

  @Test("tools for Groq, which are not strict, keep the form in which they are declared")
  func groqTools() async throws {
    let tool = Rate()
    let call = ChatStreamTests.stream(
      ChatStreamTests.delta(
        #"""
        {"tool_calls":[{"index":0,"id":"c",\#
        "function":{"name":"rate","arguments":"{\"ratings\":{\"dal\":5}}"}}]}
        """#,
        finish: "tool_calls"))
    let (session, transport) = groq(call, ChatStreamTests.text, tools: [tool])
    try await session.respond(to: "Rate.")
    let parameters = try GeneratedContent(json: transport.body())
      .value([GeneratedContent].self, forProperty: "tools")[0]
      .property(named: "function")?.property(named: "parameters")
    let stated = try #require(parameters)
    #expect(try stated.value([String].self, forProperty: "required") == ["ratings"])
    #expect(stated.jsonString(.compact).contains(#""additionalProperties":{"type":"integer"}"#))
    #expect(tool.ratings.withLock { $0 } == ["dal": 5])
  }

  @Test("a model of Groq that rejects schemas gets them in the prompt, in later requests at once")
  func groqWithoutSchemas() async throws {
    let (session, transport) = groq(
      #"""
      {"error":{"message":"This model does not support response format `json_schema`.",\#
      "type":"invalid_request_error"}}
      """#,
      Self.streamed, Self.streamed, statuses: [400])
    for _ in 0..<2 {
      let response = try await session.respond(to: "Soup?", generating: Dish.self)
      #expect(response.content.minutes == 40)
      let entry = try #require(response.transcriptEntries.last?.response)
      let notes = try entry.metadata["notes"]?.value([String].self) ?? []
      #expect(notes.contains { $0.contains("accepts no schema for the model") })
    }
    #expect(transport.requests.count == 3)
    #expect(try transport.body(2).contains("Answer with JSON of the first type"))
  }

  // MARK: Properties of one server only

  private func send(
    _ extra: String, to server: CompatibleModel.Server
  ) async throws -> GeneratedContent {
    let transport = ScriptedTransport([.init(body: [ChatStreamTests.text])])
    let model = CompatibleModel(
      "m", server: server, baseURL: "https://host/v1",
      extraBody: try GeneratedContent(json: extra), transport: transport)
    defer {
      #expect(transport.requests.count <= 1)
    }
    do {
      try await LanguageModelSession(model: model, tools: [Find()]).respond(to: "Soup?")
    } catch {
      #expect(transport.requests.isEmpty)
      throw error
    }
    return try GeneratedContent(json: transport.body())
  }

  @Test("a server gets the properties that a caller adds, next to those of the session")
  func extraBodies() async throws {
    let router = try await send(
      #"{"provider":{"order":["a"],"data_collection":"deny"},"models":["n"]}"#, to: .openRouter)
    #expect(
      router.property(named: "provider")?.jsonString(.compact)
        == #"{"require_parameters":true,"order":["a"],"data_collection":"deny"}"#)
    #expect(router.property(named: "models")?.jsonString(.compact) == #"["n"]"#)
    let vLLM = try await send(
      #"{"structured_outputs":{"regex":"a"},"stream_options":null}"#, to: .vLLM)
    #expect(
      vLLM.property(named: "structured_outputs")?.jsonString(.compact) == #"{"regex":"a"}"#)
    #expect(vLLM.property(named: "stream_options")?.jsonString == "null")
  }

  @Test(
    "an extra body with a property of the session is an error before a request is sent",
    arguments: [
      #"{"messages":[]}"#, #"{"model":"n"}"#, #"{"stream":false}"#, #"{"tools":[]}"#, "[]", "5",
    ])
  func refusedExtraBodies(extra: String) async throws {
    let error = await #expect(throws: LanguageModelError.self) {
      try await send(extra, to: .other)
    }
    let failure = try #require(error?.providerFailure)
    #expect(failure.code == "invalidExtraBody")
  }

  @Test("Mistral and OpenRouter count tokens without a request to, and others with one")
  func usage() async throws {
    for (server, isAsked) in [(.mistral, false), (.openRouter, false), (.cerebras, true)]
      as [(CompatibleModel.Server, Bool)]
    {
      let body = try await body(server, tools: [])
      #expect((body.property(named: "stream_options") != nil) == isAsked)
    }
  }

  @Test("xAI's patterns match the complete string, as its dialect writes them")
  func dialect() async throws {
    let body = try await body(.xAI, tools: [Find()])
    #expect(body.property(named: "tools")?.jsonString.contains("[a-z]+") == true)
  }
}
